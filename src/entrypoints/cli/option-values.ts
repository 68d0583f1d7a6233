import { printable } from "../../core/output/escape.ts";
import { UsageError } from "../../core/model/usage-error.ts";

/** Repeated and comma-separated values as one list without duplicates. */
export const distinctValues = (values: readonly string[] | undefined): readonly string[] | undefined => {
  if (values === undefined) return undefined;
  const items = values.flatMap((value) => value.split(",")).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ""))];
};

const longestWait = 60_000;

/** NaN if it is not a duration. */
const millisecondsOf = (text: string | undefined): number => {
  const [, digits, unit] = /^(\d{1,6})(ms|s)$/.exec(text ?? "") ?? [];
  return digits === undefined ? Number.NaN : Number(digits) * (unit === "s" ? 1000 : 1);
};

/** A duration or a range of durations in milliseconds: `50ms`, `20ms..200ms`, `1s..2s`. @throws UsageError */
export const rangeOfTimes = (
  option: string,
  text: string,
): { readonly minimum: number; readonly maximum: number } => {
  const [first, last = first, ...more] = text.split("..");
  const [minimum, maximum] = [millisecondsOf(first), millisecondsOf(last)];
  if (more.length === 0 && minimum <= maximum && maximum <= longestWait) return { minimum, maximum };
  throw new UsageError(`${printable(text) || "nothing"} is neither a time nor a range of times up to 60s`, {
    location: option,
    hint: `for example ${option} 50ms or ${option} 20ms..200ms`,
  });
};

/** A number of days: `90d`. @throws UsageError */
export const daysOf = (option: string, text: string): number => {
  const [, digits] = /^([1-9]\d{0,3})d$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new UsageError(`${printable(text) || "nothing"} is not a number of days`, {
    location: option,
    hint: `for example ${option} 90d`,
  });
};

/** Part `index` of `count`, counted from 1. @throws UsageError */
export const shardOf = (text: string): { readonly index: number; readonly count: number } => {
  const [, index, count] = /^(\d{1,9})\/(\d{1,9})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new UsageError(`${printable(text) || "nothing"} is not a part I/N`, {
    location: "--shard",
    hint: "the second of three parts is --shard 2/3",
  });
};
