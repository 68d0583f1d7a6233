import { resolve } from "node:path";
import type { ValidConfig } from "../core/config/config.ts";
import { comparisonsOf } from "../builtin/queries/dialect/comparisons.ts";
import type { Dialect } from "../builtin/queries/dialect/dialect.ts";
import { queryOperations } from "../builtin/queries/query.ts";
import type { Environment } from "../core/model/environment.ts";
import { readTextFile } from "../core/source/read-file.ts";

/** Where a configuration names its dialect. */
export const dialectPath = "donation.queries.dialect";

/** The dialect's answer to a query setting that checks read from the configuration. */
const settingOf = (dialect: Dialect, path: string): unknown => {
  const [, kind] = /^donation\.queries\.queryTypes\.(\w+)$/.exec(path) ?? [];
  if (kind !== undefined)
    return Object.hasOwn(dialect.queryTypes, kind) ? dialect.queryTypes[kind]?.code : undefined;
  const [, compared] = /^donation\.queries\.comparisons\.(\w+)$/.exec(path) ?? [];
  if (compared !== undefined) return comparisonsOf(dialect, compared);
  switch (path) {
    case "donation.queries.singleValueField":
      return dialect.singleValueField;
    case "donation.queries.isSet":
      return dialect.operators.isSet;
    case "donation.queries.conjunctAnd":
      return dialect.conjunct?.and;
    default:
      return undefined;
  }
};

/** Every path that a dialect may answer. */
export const dialectSettings: readonly string[] = [
  "donation.queries.singleValueField",
  "donation.queries.isSet",
  "donation.queries.conjunctAnd",
  ...Object.keys(queryOperations).flatMap((kind) => [
    `donation.queries.queryTypes.${kind}`,
    `donation.queries.comparisons.${kind}`,
  ]),
];

/** A configuration completed by its dialect; the configuration's own settings take precedence. */
export const knowing = (config: ValidConfig, dialect: Dialect): ValidConfig => ({
  ...config,
  setting: (path) => config.setting(path) ?? settingOf(dialect, path),
  has: (path) => config.has(path) || settingOf(dialect, path) !== undefined,
});

/**
 * The dialect that a configuration names, such as one from `tripact discover`; undefined if it names none.
 * @throws UsageError if the file is missing or no dialect.
 */
export const dialectOf = async (config: ValidConfig, io: Environment): Promise<Dialect | undefined> => {
  const file = config.file(dialectPath);
  if (file === undefined) return undefined;
  const text = await readTextFile(resolve(io.cwd, file.path), {
    location: `${file.location}: dialect ${file.path}`,
    hint: "tripact discover writes it; or remove the key",
    signal: io.signal,
  });
  const { readDialect } = await import("../builtin/queries/dialect/read-dialect.ts");
  return readDialect(text, file.path);
};

/**
 * The configuration with the dialect that it names.
 * @throws UsageError if the file is missing or no dialect.
 */
export const withDialect = async (config: ValidConfig, io: Environment): Promise<ValidConfig> => {
  const dialect = await dialectOf(config, io);
  return dialect === undefined ? config : knowing(config, dialect);
};
