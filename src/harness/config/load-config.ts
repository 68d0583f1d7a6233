import { dirname, isAbsolute, join } from "node:path";
import type { ConfigProblem, SchemaNode } from "../model/config-rules.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import type { NotifySettings } from "../model/notify.ts";
import { shellName } from "../model/secret.ts";
import { baseAddress } from "./base-address.ts";
import { type Config, defaultSafety, type FileReference, type Safety } from "./config.ts";
import { emptyVariable, problemsOf, usageErrorOf } from "./config-errors.ts";
import { type Environment, interpolate, type Interpolated } from "./interpolate.ts";
import { notifyProblems } from "./notify-problems.ts";
import { dotted, type Path, valueAt } from "../source/path.ts";
import { schemaAt, typesOf } from "./schema-at.ts";
import { readSource, type SourceDocument } from "../source/source-document.ts";

/** What the reader of a configuration knows of the platform. */
export type ConfigContract = Pick<Contract, "interfaces" | "described" | "config">;

export interface LoadOptions {
  readonly contract: ConfigContract;
  /** The file's name as the user knows it: every message has it, and it carries relative paths. */
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
export const loadConfig = (text: string, { contract, file, env, standIn }: LoadOptions): Config => {
  const source = readSource(text, file);
  const { value, interpolated, broken } = interpolate(source.value, {
    env,
    typed: (path, text) => typedBy(contract.config.schema, path, text),
    ...(standIn === undefined ? {} : { standIn }),
  });
  const problems = [
    ...broken.map((one): ConfigProblem => ({ ...one, part: "value" })),
    ...withoutPaths(valueProblems(value, interpolated, contract), broken),
  ];
  if (problems.length > 0) throw usageErrorOf(problems, source);
  return configOf(value, interpolated, { contract, source, file });
};

/** Environment variables are text; where the schema wants an integer or a boolean, such a text becomes one. */
const typedBy = (schema: SchemaNode, path: Path, text: string): unknown => {
  const types = typesOf(schemaAt(schema, path));
  if (types.includes("integer") && /^(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return types.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
};

const keyOf = (path: Path): string => path.join("/");

/** A reference that cannot be followed says all there is to say of its value. */
const withoutPaths = (
  problems: readonly ConfigProblem[],
  broken: readonly { readonly path: Path }[],
): readonly ConfigProblem[] => {
  const paths = new Set(broken.map(({ path }) => keyOf(path)));
  return problems.filter(({ path }) => !paths.has(keyOf(path)));
};

const valueProblems = (
  value: unknown,
  interpolated: readonly Interpolated[],
  contract: ConfigContract,
): readonly ConfigProblem[] => {
  const { schema, validate, problems } = contract.config;
  const byPath = new Map(interpolated.map((one) => [keyOf(one.path), one]));
  const interpolatedAt = (path: Path): Interpolated | undefined => byPath.get(keyOf(path));
  const ofSchema = validate(value)
    ? []
    : problemsOf(validate.errors ?? [], { schema, value, interpolatedAt });
  // What is not a text has been reported; what an address lacks may be a variable that is empty.
  const ofAddresses = withoutPaths(addressesProblems(value, contract), ofSchema).map((problem) => {
    const [empty] = interpolatedAt(problem.path)?.empty ?? [];
    return empty === undefined ? problem : emptyVariable(problem.path, empty);
  });
  return [...ofSchema, ...ofAddresses, ...problems(value)];
};

/** What the schema cannot say of an address. */
const addressesProblems = (value: unknown, contract: ConfigContract): readonly ConfigProblem[] => [
  ...notifyProblems(value),
  ...contract.interfaces.flatMap((name) =>
    addressProblems(value, ["interfaces", name, "baseUrl"], versionOf(contract, name)),
  ),
  ...addressProblems(value, controlPath),
];

const versionOf = (contract: ConfigContract, name: string): string | undefined =>
  describedAs(contract, name).versionPrefix;

const controlPath: Path = ["sandbox", "control"];

const addressProblems = (value: unknown, path: Path, versionPrefix?: string): readonly ConfigProblem[] => {
  const text = valueAt(value, path);
  if (typeof text !== "string") return [];
  const address = baseAddress(text, versionPrefix);
  if (address.ok) return [];
  return [{ path, part: "value", message: `${dotted(path)} ${address.message}`, hint: address.hint }];
};

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

interface ConfigSource {
  readonly contract: ConfigContract;
  readonly source: SourceDocument;
  readonly file: string;
}

const configOf = (
  value: unknown,
  interpolated: readonly Interpolated[],
  { contract, source, file }: ConfigSource,
): Config => {
  const interfaces = contract.interfaces.filter((name) => valueAt(value, ["interfaces", name]) !== undefined);
  const at = (path: string): unknown => valueAt(value, ["interfaces", ...path.split(".")]);
  const baseUrls = Object.fromEntries(
    interfaces.map((name) => [name, addressOf(at(`${name}.baseUrl`), versionOf(contract, name))]),
  );
  const variables = new Map(interpolated.map(({ path, variable }) => [path.slice(1).join("."), variable]));
  const control = valueAt(value, controlPath);
  const required = valueAt(value, ["require"]) as Config["require"]; // validated by the schema, too
  const baseline = fileReference(value, ["baseline"], source, file);
  return {
    interfaces,
    baseUrls,
    // Validated by the schema: every key has its type.
    safety: { ...defaultSafety, ...(valueAt(value, ["safety"]) as Partial<Safety> | undefined) },
    ...(control === undefined ? {} : { sandboxOrigin: addressOf(control) }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(required === undefined ? {} : { require: required }),
    file: (path) => fileReference(value, ["interfaces", ...path.split(".")], source, file),
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
    // Validated by the schema.
    notify: () => (valueAt(value, ["notify"]) as NotifySettings | undefined) ?? {},
  };
};

const isCredential = (path: string): boolean => path.split(".")[1] === "credentials";

/** What is above the credentials would hand them out with the rest. */
const isAboveCredentials = (path: string): boolean => !path.includes(".");

const baseUrlOwner = (path: string): string | undefined => /^(\w+)\.baseUrl$/.exec(path)?.[1];

const addressOf = (text: unknown, versionPrefix?: string): string => {
  const address = baseAddress(String(text), versionPrefix);
  if (!address.ok) throw new Error("an address was not checked");
  return address.url;
};
