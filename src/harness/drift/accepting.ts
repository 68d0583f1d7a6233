import type { Acceptance } from "../model/drift.ts";
import { UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";
import { suggestionHint } from "../output/suggest.ts";
import type { Surroundings } from "../model/surroundings.ts";
import { isDay } from "../model/day.ts";

/** A day after that of a moment, ISO 8601. */
const dayAfter = (text: string, after: string): string => {
  if (isDay(text) && text > after.slice(0, 10)) return text;
  throw new UsageError(`${printable(text) || "nothing"} is not a day in the future`, {
    option: "until",
    hint: `for example \`until\` ${Number(after.slice(0, 4)) + 1}-01-31`,
  });
};

/** A text of one line. */
const lineOf = (option: string, text: string, longest: number): string => {
  if (text.trim() !== "" && text.length <= longest && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return text.trim();
  throw new UsageError(`must be one line of 1 to ${longest} characters`, { option });
};

const longestNote = 500;
const longestName = 100;

/** @throws UsageError for a value that is invalid */
export const acceptanceOf = (
  { until, note, by }: Omit<Acceptance, "at">,
  { clock }: Pick<Surroundings, "clock">,
): Acceptance => {
  const at = new Date(clock.now()).toISOString();
  return {
    at,
    ...(until === undefined ? {} : { until: dayAfter(until, at) }),
    ...(note === undefined ? {} : { note: lineOf("note", note, longestNote) }),
    ...(by === undefined ? {} : { by: lineOf("by", by, longestName) }),
  };
};

/**
 * @param otherwise What lists them.
 * @throws UsageError for a fingerprint that nothing open has, with the nearest one.
 */
export const assertOpen = (
  fingerprints: readonly string[],
  open: readonly string[],
  otherwise: string,
): void => {
  const known = new Set(open);
  for (const fingerprint of fingerprints)
    if (!known.has(fingerprint)) {
      const hint = suggestionHint(fingerprint, open) ?? otherwise;
      throw new UsageError(`no drift has the fingerprint ${printable(fingerprint)}`, { hint });
    }
};
