import { dirname, isAbsolute, join } from "node:path";
import schema from "../../contract/generated/config/config.schema.json" with { type: "json" };
import { validate } from "../../contract/generated/config/config-validator.js";
import { interfaceNames } from "../model/interface-name.ts";
import { shellName } from "../model/secret.ts";
import { type AddressOwner, baseAddress } from "./base-address.ts";
import { type Config, defaultSafety, type FileReference, type Safety } from "./config.ts";
import { emptyVariable, type Problem, problemsOf, usageErrorOf } from "./config-errors.ts";
import { type Environment, interpolate, type Interpolated } from "./interpolate.ts";
import { printable } from "../output/escape.ts";
import { dotted, type Path, valueAt } from "../source/path.ts";
import { type SchemaNode, schemaAt, typesOf } from "./schema-at.ts";
import { readSource, type SourceDocument } from "../source/source-document.ts";
import { suggestionHint } from "../output/suggest.ts";

// The published schema; its JSON type is narrower than what this room reads of it.
const configSchema = schema as SchemaNode;

export interface LoadOptions {
  /** The file's name as the user knows it: stands in every message and carries relative paths. */
  readonly file: string;
  readonly env: Environment;
  /** Put in place of a variable that is not set: for whoever reads no credential. */
  readonly standIn?: string;
}

/**
 * Reads a configuration from YAML or JSON text. Pure: touches neither the file system nor the environment.
 * @throws UsageError that holds everything that is wrong, each with `file:line:column` and how to fix it; never with a
 * value of the file or of a variable.
 */
export const loadConfig = (text: string, { file, env, standIn }: LoadOptions): Config => {
  const source = readSource(text, file);
  const { value, interpolated, broken } = interpolate(source.value, {
    env,
    typed: typeOfSchema,
    ...(standIn === undefined ? {} : { standIn }),
  });
  const problems = [
    ...broken.map((one): Problem => ({ ...one, part: "value" })),
    ...withoutPaths(valueProblems(value, interpolated), broken),
  ];
  if (problems.length > 0) throw usageErrorOf(problems, source);
  return configOf(value, interpolated, source, file);
};

/** Environment variables are text; where the schema wants an integer or a boolean, such a text becomes one. */
const typeOfSchema = (path: Path, text: string): unknown => {
  const types = typesOf(schemaAt(configSchema, path));
  if (types.includes("integer") && /^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
};

const keyOf = (path: Path): string => path.join("/");

/** A reference that cannot be followed says all there is to say of its value. */
const withoutPaths = (
  problems: readonly Problem[],
  broken: readonly { readonly path: Path }[],
): readonly Problem[] => {
  const paths = new Set(broken.map(({ path }) => keyOf(path)));
  return problems.filter(({ path }) => !paths.has(keyOf(path)));
};

const valueProblems = (value: unknown, interpolated: readonly Interpolated[]): readonly Problem[] => {
  const byPath = new Map(interpolated.map((one) => [keyOf(one.path), one]));
  const interpolatedAt = (path: Path): Interpolated | undefined => byPath.get(keyOf(path));
  const ofSchema = validate(value)
    ? []
    : problemsOf(validate.errors ?? [], { schema: configSchema, value, interpolatedAt });
  // What is no text at all has been told; what an address lacks may be a variable that is empty.
  const ofAddresses = withoutPaths(addressesProblems(value), ofSchema).map((problem) => {
    const [empty] = interpolatedAt(problem.path)?.empty ?? [];
    return empty === undefined ? problem : emptyVariable(problem.path, empty);
  });
  return [...ofSchema, ...ofAddresses, ...conditionProblems(value)];
};

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** What the schema cannot say of an address. */
const addressesProblems = (value: unknown): readonly Problem[] => [
  ...interfaceNames.flatMap((name) => addressProblems(value, name, ["interfaces", name, "baseUrl"])),
  ...addressProblems(value, "sandbox", controlPath),
];

const controlPath: Path = ["sandbox", "control"];

const addressProblems = (value: unknown, owner: AddressOwner, path: Path): readonly Problem[] => {
  const text = valueAt(value, path);
  if (typeof text !== "string") return [];
  const address = baseAddress(owner, text);
  if (address.ok) return [];
  return [{ path, part: "value", message: `${dotted(path)} ${address.message}`, hint: address.hint }];
};

const conditionKeys = ["parameter", "operator", "values", "secondaryValue"];

/** As long as nobody names the property that holds a single value (U-12), any further key may be it. */
const conditionProblems = (value: unknown): readonly Problem[] => {
  const queries: Path = ["interfaces", "donation", "queries"];
  const single = valueAt(value, [...queries, "singleValueField"]);
  if (typeof single !== "string") return [];
  const known = [...conditionKeys, single];
  const samples: Path = [...queries, "sampleConditions"];
  return entriesOf(valueAt(value, samples)).flatMap(([kind, conditions]) =>
    entriesOf(conditions).flatMap(([index, condition]) =>
      entriesOf(condition)
        .filter(([key]) => !known.includes(key))
        .map(([key]) => unknownConditionKey([...samples, kind, index, key], known)),
    ),
  );
};

const unknownConditionKey = (path: Path, known: readonly string[]): Problem => ({
  path,
  part: "key",
  message: `unknown key ${printable(path.at(-1) ?? "")} in ${dotted(path.slice(0, -1))}`,
  hint: suggestionHint(path.at(-1) ?? "", known) ?? "singleValueField names the only further key",
});

const fileReference = (
  value: unknown,
  path: Path,
  source: SourceDocument,
  file: string,
): FileReference | undefined => {
  const text = valueAt(value, path);
  if (typeof text !== "string") return undefined;
  return { path: isAbsolute(text) ? text : join(dirname(file), text), place: source.place(path) };
};

const configOf = (
  value: unknown,
  interpolated: readonly Interpolated[],
  source: SourceDocument,
  file: string,
): Config => {
  const interfaces = interfaceNames.filter((name) => valueAt(value, ["interfaces", name]) !== undefined);
  const at = (path: string): unknown => valueAt(value, ["interfaces", ...path.split(".")]);
  const baseUrls = Object.fromEntries(
    interfaces.map((name) => [name, addressOf(name, at(`${name}.baseUrl`))]),
  );
  const variables = new Map(interpolated.map(({ path, variable }) => [path.slice(1).join("."), variable]));
  const control = valueAt(value, controlPath);
  const baseline = fileReference(value, ["baseline"], source, file);
  const dialect = fileReference(value, ["interfaces", "donation", "queries", "dialect"], source, file);
  return {
    interfaces,
    baseUrls,
    // Validated by the schema: every key has its type.
    safety: { ...defaultSafety, ...(valueAt(value, ["safety"]) as Partial<Safety> | undefined) },
    ...(control === undefined ? {} : { sandboxOrigin: addressOf("sandbox", control) }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(dialect === undefined ? {} : { dialect }),
    setting: (path) =>
      isCredential(path) || isAboveCredentials(path)
        ? undefined
        : (baseUrls[baseUrlOwner(path) ?? ""] ?? at(path)),
    has: (path) => at(path) !== undefined,
    secret: (path) => {
      const secret = isCredential(path) ? at(path) : undefined;
      return typeof secret === "string" ? secret : undefined;
    },
    secretName: (path) => {
      const variable = variables.get(path);
      return variable === undefined ? shellName(path) : `$${variable}`;
    },
  };
};

const isCredential = (path: string): boolean => path.split(".")[1] === "credentials";

/** What stands above the credentials would hand them out with the rest. */
const isAboveCredentials = (path: string): boolean => !path.includes(".");

const baseUrlOwner = (path: string): string | undefined => /^(\w+)\.baseUrl$/.exec(path)?.[1];

const addressOf = (owner: AddressOwner, text: unknown): string => {
  const address = baseAddress(owner, String(text));
  if (!address.ok) throw new Error(`${owner}: the address was not checked`);
  return address.url;
};
