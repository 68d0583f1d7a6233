import { dirname, isAbsolute, join } from "node:path";
import { interfaceNames } from "../builtin/interface-name.ts";
import type { Contract } from "../core/model/contract.ts";
import type { FileProblem, FileRules } from "../core/model/file-rules.ts";
import { isObject, type JsonObject, property } from "../core/model/json-object.ts";
import type { Environment } from "../core/model/environment.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { valueAt } from "../core/source/path.ts";
import type { SourceDocument } from "../core/source/source-document.ts";
import { textsOf } from "../documents/json.ts";
import type { ApiDocument } from "../documents/document.ts";
import { resourceProblems } from "../contracts/resources/declared.ts";
import { credentialProblems } from "../contracts/logins.ts";
import type { DocumentEntry } from "../contracts/document-contract.ts";
import type { Severities } from "../contracts/severities.ts";
import type { ConfigReading } from "./config-reading.ts";
import { isAddress, openDocument } from "./fetch-document.ts";

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The entries of a configuration that have a document of their own. */
const entriesOf = (value: unknown): readonly (readonly [name: string, entry: JsonObject])[] =>
  Object.entries(objectOf(property(value, "interfaces"))).flatMap(([name, entry]) =>
    isObject(entry) && typeof entry["openapi"] === "string" ? [[name, entry] as const] : [],
  );

const namesBuiltin = (value: unknown): boolean =>
  interfaceNames.some((name) => valueAt(value, ["interfaces", name]) !== undefined);

const withoutDocument = (value: unknown): readonly FileProblem[] =>
  Object.entries(objectOf(property(value, "interfaces"))).flatMap(([name, entry]) =>
    isObject(entry) && entry["openapi"] === undefined && !interfaceNames.some((known) => known === name)
      ? [
          {
            path: ["interfaces", name],
            part: "key" as const,
            message: `interfaces.${printable(name)} lacks openapi`,
            hint: "name its OpenAPI document: a file or an address",
          },
        ]
      : [],
  );

const patternsOf = (
  name: string,
  key: string,
  entry: JsonObject,
  document: ApiDocument,
): readonly string[] => {
  const patterns = textsOf(entry[key]);
  for (const pattern of patterns)
    if (
      !pattern.includes("*") &&
      !document.operations.some(({ id, path }) =>
        [id.toLowerCase(), path.toLowerCase()].includes(pattern.toLowerCase()),
      )
    )
      throw new UsageError(
        `interfaces.${printable(name)}.${key}: ${printable(pattern)} is no operation of ${document.file}`,
        {
          hint: "name an operationId or a path; * stands for any text",
        },
      );
  return patterns;
};

const entryOf = (
  source: SourceDocument,
  name: string,
  entry: JsonObject,
  document: ApiDocument,
): DocumentEntry => ({
  name,
  document,
  baseUrl: String(entry["baseUrl"] ?? ""),
  values: objectOf(entry["values"]),
  credentials: entry["credentials"],
  resources: entry["resources"],
  exclude: patternsOf(name, "exclude", entry, document),
  include: patternsOf(name, "include", entry, document),
  // The configuration is checked before anything is judged.
  severity: objectOf(entry["severity"]) as Severities,
  headers: Object.keys(objectOf(entry["headers"])),
  has: (path) => valueAt(source.value, ["interfaces", ...path.split(".")]) !== undefined,
});

/** Entries whose operations have ids of their own: of two that share one, the first keeps it. */
const distinct = (entries: readonly DocumentEntry[], taken: Iterable<string>): readonly DocumentEntry[] => {
  const all = new Set(taken);
  return entries.map((entry) => {
    const { name, document } = entry;
    const own = new Set(document.operations.map(({ id }) => id));
    const ids = new Map<string, string>();
    for (const id of own) {
      let free = id;
      while (all.has(free) || (free !== id && own.has(free))) free = `${name}/${free}`;
      all.add(free);
      if (free !== id) ids.set(id, free);
    }
    const operations = document.operations.map((operation) => {
      const { id, statedId = id } = operation;
      return { ...operation, statedId, id: ids.get(id) ?? id };
    });
    return ids.size === 0
      ? entry
      : {
          ...entry,
          document: { ...document, operations },
          ownIds: new Map([...ids].map(([id, free]) => [free, id])),
        };
  });
};

/** A limit on this machine that only a run without an end would meet. */
const mostRequests = 10_000;
const requestsEach = 40;

/** The budget of a run against this machine where none is named. */
export const usualRequests = ({ operations }: Pick<ApiDocument, "operations">): number =>
  Math.max(mostRequests, requestsEach * operations.length);

const isPositive = (value: unknown): value is number => typeof value === "number" && value > 0;

/** What a contract is made for. */
export interface ContractUse {
  /** Whether the run has a journal. */
  readonly canWrite: boolean;
  /** Whether the run finds out what can be declared. */
  readonly infers?: boolean;
}

/**
 * The contract of a configuration: the built-in one, that of its documents, or both as one.
 * @param known documents that were read before, by the text that names them
 */
export const contractFor =
  (
    { canWrite, infers = false }: ContractUse,
    known: ReadonlyMap<string, ApiDocument> = new Map(),
  ): NonNullable<ConfigReading["contractOf"]> =>
  async (source, environment: Environment, file): Promise<Contract> => {
    const { value } = source;
    const named = entriesOf(value);
    const { contract: builtin, entryProblems } = await import("./contract.ts");
    if (named.length === 0) return builtin;
    const { documentContract } = await import("../contracts/document-contract.ts");
    const read: DocumentEntry[] = [];
    for (const [name, entry] of named) {
      const from = String(entry["openapi"]);
      const path =
        isAddress(from) || isAbsolute(from) || file === undefined ? from : join(dirname(file), from);
      const document = known.get(from) ?? (await openDocument(path, environment));
      read.push(entryOf(source, name, entry, document));
    }
    const isMixed = namesBuiltin(value);
    const entries = distinct(read, isMixed ? Object.keys(builtin.operations) : []);
    const safety = objectOf(property(value, "safety"));
    const { maxRequests } = safety;
    const rules = (): FileRules => ({
      ...builtin.config,
      problems: (given) => [
        ...entryProblems(given),
        ...withoutDocument(given),
        ...entries.flatMap(({ name, document }) => {
          const path = ["interfaces", name];
          const resources = [...path, "resources"];
          return [
            ...credentialProblems(valueAt(given, [...path, "credentials"]), document, path),
            ...resourceProblems(valueAt(given, resources), document, resources),
          ];
        }),
      ],
    });
    const own = await documentContract(entries, {
      config: rules,
      writes: canWrite && safety["writes"] === true,
      maxRequests: isPositive(maxRequests) && maxRequests < mostRequests ? maxRequests : undefined,
      infers,
    });
    if (!isMixed) return own;
    const { joinedContract } = await import("./joined-contract.ts");
    return joinedContract([builtin, own], rules);
  };
