import { dirname, isAbsolute, join } from "node:path";
import { isObject } from "../model/json-object.ts";
import type { FileProblem } from "../model/file-rules.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import type { NotifySettings } from "../model/notify.ts";
import { isHere } from "../model/https-address.ts";
import { shellName } from "../model/secret.ts";
import { baseAddress, shownAddress } from "./base-address.ts";
import { type ValidConfig, defaultSafety, type FileReference, type Safety, unlimited } from "./config.ts";
import { holdsCredentials, isCredential } from "./credential-path.ts";
import type { Interpolated } from "./interpolate.ts";
import { notifyProblems } from "./notify-problems.ts";
import { dotted, type Path, valueAt } from "../source/path.ts";
import { checkedFile, type CheckedReading } from "./read-checked-file.ts";
import { readSource, type SourceDocument, type SourceLimits } from "../source/source-document.ts";

export type ConfigContract = Pick<Contract, "interfaces" | "described" | "config">;

/** Relative paths in the configuration are resolved against the folder of `file`. */
export interface LoadOptions extends CheckedReading {
  readonly contract: ConfigContract;
}

/** Limit of values in a configuration: far above any real one, and safe for a parser. */
const usualLimits: SourceLimits = { maxValues: 30_000 };

/**
 * Reads a configuration from YAML or JSON text. Pure: uses neither the file system nor the environment.
 * @throws UsageError listing every problem with `file:line:column` and its fix; never a value of the file or of a
 * variable.
 */
export const loadConfig = (text: string, options: LoadOptions): ValidConfig =>
  configOfSource(configSource(text, options.file, options.limits), options);

/** A configuration's text, read but not yet checked. @throws UsageError for text that is neither YAML nor JSON */
export const configSource = (text: string, file: string, limits = usualLimits): SourceDocument =>
  readSource(text, file, limits);

/** Does the same for a source that was read before. @throws UsageError like `loadConfig` */
export const configOfSource = (given: SourceDocument, { contract, ...options }: LoadOptions): ValidConfig => {
  const { config } = contract;
  const problems = (value: unknown): readonly FileProblem[] => [
    ...addressesProblems(value, contract),
    ...config.problems(value),
  ];
  const { file } = options;
  const { value, interpolated, source } = checkedFile(given, { ...config, problems }, options);
  return configOf(value, interpolated, contract, source, file);
};

/** Rules for addresses that the schema cannot express. */
const addressesProblems = (value: unknown, contract: ConfigContract): readonly FileProblem[] => [
  ...notifyProblems(value),
  ...contract.interfaces.flatMap((name) =>
    addressProblems(value, ["interfaces", name, "baseUrl"], versionOf(contract, name)),
  ),
  ...addressProblems(value, controlPath),
  ...contract.interfaces.flatMap((name) => longCredentials(value, ["interfaces", name, "credentials"])),
  ...longCredentials(value, ["notify"]),
];

/** In characters: headers hold no more, and every text is searched for each in several encodings. */
export const longestCredential = 8192;

const longCredentials = (value: unknown, path: Path): readonly FileProblem[] => {
  const inner = valueAt(value, path);
  if (isObject(inner) || Array.isArray(inner))
    return Object.keys(inner).flatMap((key) => longCredentials(value, [...path, key]));
  if (typeof inner !== "string" || inner.length <= longestCredential) return [];
  const message = `${dotted(path)} has more than ${longestCredential} characters`;
  return [{ path, part: "value", message, hint: "give only the credential" }];
};

const versionOf = (contract: ConfigContract, name: string): string | undefined =>
  describedAs(contract, name).versionPrefix;

const controlPath: Path = ["sandbox", "control"];

const addressProblems = (value: unknown, path: Path, versionPrefix?: string): readonly FileProblem[] => {
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
  return { path: isAbsolute(text) ? text : join(dirname(file), text), location: source.location(path) };
};

const configOf = (
  value: unknown,
  interpolated: readonly Interpolated[],
  contract: ConfigContract,
  source: SourceDocument,
  file: string,
): ValidConfig => {
  const interfaces = contract.interfaces.filter((name) => valueAt(value, ["interfaces", name]) !== undefined);
  const at = (path: string): unknown => valueAt(value, ["interfaces", ...path.split(".")]);
  const baseUrls = Object.fromEntries(
    interfaces.map((name) => [name, addressOf(at(`${name}.baseUrl`), versionOf(contract, name))]),
  );
  const variables = new Map(interpolated.map(({ path, variable }) => [path.slice(1).join("."), variable]));
  const piecesOf = new Map(interpolated.map(({ path, pieces }) => [dotted(path), pieces]));
  const shownUrls = Object.fromEntries(
    Object.entries(baseUrls).map(([name, url]) => [
      name,
      shownAddress(url, piecesOf.get(`interfaces.${name}.baseUrl`) ?? [], versionOf(contract, name)),
    ]),
  );
  const control = valueAt(value, controlPath);
  const isLocal = interfaces.length > 0 && Object.values(baseUrls).every(isHere);
  const required = valueAt(value, ["require"]) as ValidConfig["require"]; // also validated by the schema
  const baseline = fileReference(value, ["baseline"], source, file);
  return {
    interfaces,
    baseUrls,
    shownUrls,
    safety: {
      ...defaultSafety,
      ...(isLocal ? unlimited : {}),
      // Validated by the schema: every key has its type.
      ...(valueAt(value, ["safety"]) as Partial<Safety> | undefined),
    },
    ...(control === undefined ? {} : { sandboxOrigin: addressOf(control) }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(required === undefined ? {} : { require: required }),
    file: (path) => fileReference(value, ["interfaces", ...path.split(".")], source, file),
    setting: (path) =>
      holdsCredentials(path) ? undefined : (baseUrls[baseUrlOwner(path) ?? ""] ?? at(path)),
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

const baseUrlOwner = (path: string): string | undefined => /^(\w+)\.baseUrl$/.exec(path)?.[1];

const addressOf = (text: unknown, versionPrefix?: string): string => {
  const address = baseAddress(String(text), versionPrefix);
  if (!address.ok) throw new Error("an address was not checked");
  return address.url;
};
