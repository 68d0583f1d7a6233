import { UsageError } from "../../core/model/usage-error.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { didYouMean } from "../../core/output/suggest.ts";
import type { PlatformDocuments } from "../../documents/contract.ts";
import { entriesOf, isText } from "../../documents/json.ts";
import { readSourceDocument } from "../../documents/source-document.ts";
import { walk } from "../../documents/walk.ts";
import type { SourceFiles } from "../../documents/source-files.ts";
import { literal, source } from "./text.ts";

const path = "specs/resources.yaml";

/** @throws UsageError if nothing has the name. */
const named = (all: unknown, name: unknown): unknown => {
  const found = isObject(all) && isText(name) ? all[name] : undefined;
  if (found !== undefined) return found;
  throw new UsageError(`${String(name)} is declared nowhere`, { location: path });
};

/** The lists of each interface, each with how its pages are asked for. */
const listsIn = (root: unknown): JsonObject =>
  Object.fromEntries(
    entriesOf(root).flatMap(([name, value]) => {
      if (!isObject(value)) return [];
      const { lists, paging, credential } = value;
      const all = entriesOf(lists).map(([operation, list]) => {
        const own = isObject(list) ? list : {};
        return [
          operation,
          { interface: name, credential, operation, ...own, paging: named(paging, own["paging"]) },
        ];
      });
      return all.length === 0 ? [] : [[name, Object.fromEntries(all)]];
    }),
  );

/** A record with its lists in the place of their names. */
const withLists = (record: JsonObject, lists: unknown): JsonObject => {
  const { list, reads } = record;
  return {
    ...record,
    ...(list === undefined ? {} : { list: named(lists, list) }),
    ...(Array.isArray(reads) ? { reads: reads.map((one) => named(lists, one)) } : {}),
  };
};

/** The records of each interface, with the properties that apply to all of them. */
const resourcesIn = (root: unknown, lists: JsonObject): JsonObject =>
  Object.fromEntries(
    entriesOf(root).map(([name, value]) => {
      const { records, paging: _, lists: __, ...common } = isObject(value) ? value : {};
      const all = entriesOf(records).map(([called, record]) => [
        called,
        { interface: name, called, ...common, ...(isObject(record) ? withLists(record, lists[name]) : {}) },
      ]);
      return [name, Object.fromEntries(all)];
    }),
  );

/**
 * `resources.ts`: the table of specs/resources.yaml; nothing without that file. The compiler checks it against its
 * type.
 * @throws UsageError for an undocumented operation or fact.
 */
export const generateResources = (
  files: SourceFiles,
  contract: PlatformDocuments,
): ReadonlyMap<string, string> => {
  if (!files.list("specs").includes("resources.yaml")) return new Map();
  const document = readSourceDocument(path, files.read(path));
  const known = {
    operation: contract.interfaces.flatMap(({ operations }) =>
      operations.map(({ operation }) => operation.id),
    ),
    fact: contract.facts.map(({ id }) => id),
  };
  const check = (kind: keyof typeof known, id: unknown, pointer: string): void => {
    if (!isText(id) || known[kind].includes(id)) return;
    throw new UsageError(`${id} is no ${kind}`, {
      location: document.location(pointer),
      hint: didYouMean(id, known[kind]),
    });
  };
  for (const { pointer, value } of walk(document.root)) {
    for (const kind of ["operation", "fact"] as const) check(kind, value[kind], `${pointer}/${kind}`);
    for (const operation of Object.keys(isObject(value["lists"]) ? value["lists"] : {}))
      check("operation", operation, `${pointer}/lists/${operation}`);
    for (const [name, fact] of entriesOf(value["facts"])) check("fact", fact, `${pointer}/facts/${name}`);
  }
  const lists = listsIn(document.root);
  const text = source(
    `import type { PagedList, Resource } from "../../core/model/resource.ts";
import type { BuiltinInterface } from "../interface-name.ts";`,
    `/** The lists that are read page by page, by their operations. */
export const pagedLists = ${literal(lists)} as const satisfies Readonly<Partial<Record<BuiltinInterface, Readonly<Record<string, PagedList>>>>>;`,
    `/** The records that are written or belong to one organization, as far as the specification states it. */
export const resources = ${literal(resourcesIn(document.root, lists))} as const satisfies Readonly<Record<BuiltinInterface, Readonly<Record<string, Resource>>>>;`,
  );
  return new Map([["resources.ts", text]]);
};
