import type { Acceptance, DriftTarget } from "../../core/model/drift.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import type { Surroundings } from "../../core/model/surroundings.ts";
import { isDay } from "../../core/model/day.ts";
import type { RunRepository } from "./create-repository.ts";

/** Reads a day, which must be after that of a timestamp (ISO 8601). */
const dayAfter = (text: string, after: string): string => {
  if (isDay(text) && text > after.slice(0, 10)) return text;
  throw new UsageError(`${printable(text) || "nothing"} is not a day in the future`, {
    option: "until",
    hint: `for example \`until\` ${Number(after.slice(0, 4)) + 1}-01-31`,
  });
};

const lineOf = (option: string, text: string, longest: number): string => {
  if (text.trim() !== "" && text.length <= longest && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return text.trim();
  throw new UsageError(`must be one line of 1 to ${longest} characters`, { option });
};

const longestNote = 500;
const longestName = 100;

/** @throws UsageError for an invalid value */
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

/** What these fingerprints accept. @throws UsageError for a fingerprint of nothing open, with the nearest open one */
export const openBy = async (
  named: readonly string[],
  runs: Pick<RunRepository, "acceptable" | "groupsOf">,
  otherwise: string,
): Promise<readonly string[]> => {
  const open = await runs.acceptable();
  const known = new Set(open);
  const all = named.every((one) => known.has(one)) ? named : await runs.groupsOf(named);
  const unknown = all.find((one) => !known.has(one));
  if (unknown === undefined) return all;
  const hint = suggestionHint(unknown, open) ?? otherwise;
  throw new UsageError(`no drift has the fingerprint ${printable(unknown)}`, { hint });
};

/** Accepts each wherever it is open, or at the given targets; returns the targets of each. */
export const acceptAll = async (
  fingerprints: readonly string[],
  runs: Pick<RunRepository, "accept">,
  acceptance: Acceptance,
  where?: Parameters<RunRepository["accept"]>[2],
) => {
  const accepted: { readonly fingerprint: string; readonly targets: readonly DriftTarget[] }[] = [];
  for (const fingerprint of fingerprints)
    accepted.push({ fingerprint, targets: await runs.accept(fingerprint, acceptance, where) });
  return accepted;
};
