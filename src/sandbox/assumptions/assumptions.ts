import { printable } from "../../core/output/escape.ts";
import { didYouMean } from "../../core/output/suggest.ts";
import { digits } from "../../core/output/values.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { createRandom } from "../../serving/random.ts";
import { crmAssumptions } from "./crm.ts";
import { donationAssumptions } from "./donation.ts";
import { type Entry, orderIn, type PermutationName, type ValueOf } from "./entry.ts";
import { generalAssumptions } from "./general.ts";
import { volunteerAssumptions } from "./volunteer.ts";

/**
 * The sandbox's answers to open questions. A key is the id of the unknown, with an aspect after a dot if one unknown
 * leaves several questions open.
 */
export const assumptionTable = {
  ...crmAssumptions,
  ...donationAssumptions,
  ...volunteerAssumptions,
  ...generalAssumptions,
} as const satisfies Readonly<Record<string, Entry>>;

export type AssumptionKey = keyof typeof assumptionTable;

/** One value for every entry of the table. */
export type Assumptions = { readonly [Key in AssumptionKey]: ValueOf<(typeof assumptionTable)[Key]> };

// Object.keys loses the keys' types; the table is a constant without other keys.
export const assumptionKeys = Object.keys(assumptionTable) as AssumptionKey[];

const isKey = (text: string): text is AssumptionKey => Object.hasOwn(assumptionTable, text);

/**
 * The table's defaults, some of them replaced.
 * @throws UsageError for an unknown key or a value that its entry does not allow, with the allowed ones.
 */
export const withDefaults = (chosen: Partial<Assumptions> = {}): Assumptions => {
  const defaults = Object.fromEntries(assumptionKeys.map((key) => [key, assumptionTable[key].default]));
  const read = Object.entries(chosen).flatMap(([key, value]) =>
    value === undefined ? [] : [entryOf(key, String(value), true)],
  );
  // Every key of the table is present, with a value of its entry.
  return { ...defaults, ...Object.fromEntries(read) } as Assumptions;
};

/**
 * Parses `--set` arguments: `["U-14=and-is-1", "U-27=1500"]`. Later ones override earlier ones.
 * @throws UsageError as `withDefaults`.
 */
export const parseAssumptions = (settings: readonly string[]): Partial<Assumptions> =>
  // The entry of its key parsed each value.
  Object.fromEntries(settings.map((setting) => entryOf(...split(setting)))) as Partial<Assumptions>;

/** The `--set` arguments that change the defaults to these values. */
export const printAssumptions = (assumptions: Assumptions): string[] =>
  assumptionKeys
    .filter((key) => assumptions[key] !== assumptionTable[key].default)
    .map((key) => `${key}=${assumptions[key]}`);

/** The integers of a permutation: `order[position]` is the integer at that position. */
export const permutationOf = (name: PermutationName, size: number): readonly number[] => {
  const identity = Array.from({ length: size }, (_, index) => index);
  if (name === "identity") return identity;
  const order = orderIn(name);
  if (order !== undefined) return order;
  return createRandom(Number(name.slice("permutation:".length)), `permutation of ${size}`).shuffled(identity);
};

const split = (setting: string): [string, string] => {
  const at = setting.indexOf("=");
  if (at < 1)
    throw new UsageError(`${setting} has no value`, {
      option: "assumptions",
      hint: "write it as KEY=VALUE, for example U-14=and-is-1",
    });
  return [setting.slice(0, at), setting.slice(at + 1)];
};

/** @param isOfProgram whether a program chooses, and no `--set` */
const entryOf = (
  key: string,
  text: string,
  isOfProgram = false,
): readonly [AssumptionKey, string | number] => {
  if (!isKey(key))
    throw new UsageError(`there is no setting ${printable(key)}`, {
      option: "assumptions",
      hint: didYouMean(key, assumptionKeys) ?? "tripact unknowns lists them",
    });
  const entry: Entry = assumptionTable[key];
  const { kind, allowed } = isOfProgram ? (entry.ofPrograms ?? entry) : entry;
  const value = typeof entry.default === "number" && digits.test(text) ? Number(text) : text;
  if (kind.mistake(value, key) === undefined) return [key, value];
  const why = isOfProgram || entry.floor === undefined ? "" : `; ${entry.floor}`;
  throw new UsageError(`${key} cannot be ${printable(text)}`, {
    option: "assumptions",
    hint: `allowed: ${allowed}${why}`,
  });
};
