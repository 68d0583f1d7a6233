import { printable } from "../../core/output/escape.ts";
import { didYouMean } from "../../core/output/suggest.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { createRandom } from "../../serving/random.ts";
import { crmAssumptions } from "./crm.ts";
import { donationAssumptions } from "./donation.ts";
import type { Entry, PermutationName, ValueOf, Whole } from "./entry.ts";
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
    value === undefined ? [] : [entryOf(key, String(value), withoutFloor)],
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

/** The values that an entry allows, in words. */
export const allowedValues = (entry: Entry): string => {
  switch (entry.kind) {
    case "choice":
      return entry.values.join(", ");
    case "whole":
      return `a whole number from ${entry.minimum} to ${entry.maximum}${entry.orNone === true ? ", or 0" : ""}`;
    case "name":
      return `a camelCase name other than ${entry.taken.join(", ")}`;
    case "header":
      return "a header name of letters, digits and dashes, as in X-Signature";
    case "permutation":
      return "identity, permutation:SEED, or order: and each integer once, as in order:2.0.1";
  }
};

const orderPrefix = "order:";

const orderIn = (text: string): readonly number[] => text.slice(orderPrefix.length).split(".").map(Number);

/** Whether a text lists the integers 0 to size - 1 in some order. */
const isOrder = (text: string, size: number): boolean => {
  if (!/^order:\d{1,3}(?:\.\d{1,3})*$/.test(text)) return false;
  const order = orderIn(text);
  return order.length === size && new Set(order).size === size && Math.max(...order) === size - 1;
};

/** The integers of a permutation: `order[position]` is the integer at that position. */
export const permutationOf = (name: PermutationName, size: number): readonly number[] => {
  const identity = Array.from({ length: size }, (_, index) => index);
  if (name === "identity") return identity;
  if (name.startsWith(orderPrefix)) return orderIn(name);
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

/** A program's tests may want to see its client refused after a few requests. */
const withoutFloor = (entry: Entry): Entry =>
  entry.kind === "whole" && entry.floor !== undefined ? { ...entry, minimum: 1, floor: undefined } : entry;

const entryOf = (
  key: string,
  text: string,
  bounded: (entry: Entry) => Entry = (entry) => entry,
): readonly [AssumptionKey, string | number] => {
  if (!isKey(key))
    throw new UsageError(`there is no setting ${printable(key)}`, {
      option: "assumptions",
      hint: didYouMean(key, assumptionKeys) ?? "tripact unknowns lists them",
    });
  const entry = bounded(assumptionTable[key]);
  const value = valueIn(entry, text);
  if (value === undefined)
    throw new UsageError(`${key} cannot be ${printable(text)}`, {
      option: "assumptions",
      hint: `allowed: ${allowedValues(entry)}${reason(entry)}`,
    });
  return [key, value];
};

const reason = (entry: Entry): string =>
  entry.kind === "whole" && entry.floor !== undefined ? `; ${entry.floor}` : "";

/** Headers that a delivery has anyway, or that rule its connection. */
const usedHeaders =
  /^(?:accept.*|connection|content-.*|date|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

const isWithin = ({ minimum, maximum, orNone }: Whole, value: number): boolean =>
  (value >= minimum && value <= maximum) || (orNone === true && value === 0);

const valueIn = (entry: Entry, text: string): string | number | undefined => {
  switch (entry.kind) {
    case "choice":
      return entry.values.includes(text) ? text : undefined;
    case "whole":
      return /^\d{1,15}$/.test(text) && isWithin(entry, Number(text)) ? Number(text) : undefined;
    case "name":
      return /^[a-z][A-Za-z0-9]{0,63}$/.test(text) && !entry.taken.includes(text) ? text : undefined;
    case "header":
      return /^[a-z][a-z\d-]{0,63}$/i.test(text) && !usedHeaders.test(text) ? text : undefined;
    case "permutation":
      return text === "identity" || /^permutation:\d{1,9}$/.test(text) || isOrder(text, entry.size)
        ? text
        : undefined;
  }
};
