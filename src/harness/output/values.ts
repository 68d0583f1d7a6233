import { printable } from "./escape.ts";
import { suggestionHint } from "./suggest.ts";
import { UsageError } from "../model/usage-error.ts";

/**
 * The known ids for those of an option, ignoring case; undefined if the option is.
 * @param lister the command that lists the known ones, if there are many
 * @throws UsageError for an unknown id, with the nearest known one, and for an empty list.
 */
export const knownIds = (
  option: string,
  ids: readonly string[] | undefined,
  known: readonly string[],
  lister?: string,
): ReadonlySet<string> | undefined => {
  if (ids === undefined) return undefined;
  if (ids.length === 0) throw new UsageError("needs at least one value", { option });
  const bySpelling = new Map(known.map((id) => [id.toLowerCase(), id]));
  return new Set(
    ids.map((item) => {
      const id = bySpelling.get(item.toLowerCase());
      if (id !== undefined) return id;
      throw new UsageError(`${printable(item)} is unknown`, {
        option,
        hint: suggestionHint(item, known) ?? lister,
      });
    }),
  );
};

/** @throws UsageError if the value is not a whole number within the bounds. */
export const wholeNumber = (
  option: string,
  value: number | string,
  minimum: number,
  maximum: number,
): number => {
  const number = typeof value === "string" && !/^\d{1,16}$/.test(value) ? Number.NaN : Number(value);
  if (Number.isSafeInteger(number) && number >= minimum && number <= maximum) return number;
  throw new UsageError(
    `${printable(String(value)) || "nothing"} is not a whole number from ${minimum} to ${maximum}`,
    { option, hint: `for example \`${option}\` ${minimum}` },
  );
};

/** @throws UsageError */
export const seedOf = (seed: number): number => wholeNumber("seed", seed, 0, 0xffff_ffff);

/** Part `index` of `count`, counted from 1. @throws UsageError */
export const shardOf = (shard: { readonly index: number; readonly count: number }): typeof shard => {
  const { index, count } = shard;
  if (Number.isSafeInteger(index) && Number.isSafeInteger(count) && index >= 1 && index <= count)
    return shard;
  throw new UsageError(`${index}/${count} is not a part I/N`, {
    option: "shard",
    hint: "the second of three parts is { index: 2, count: 3 }",
  });
};
