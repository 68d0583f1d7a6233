import type { Acceptance, DriftTarget } from "../../core/model/drift.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import type { Environment } from "../../core/model/environment.ts";
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
  { clock }: Pick<Environment, "clock">,
): Acceptance => {
  const at = new Date(clock.now()).toISOString();
  return {
    at,
    ...(until === undefined ? {} : { until: dayAfter(until, at) }),
    ...(note === undefined ? {} : { note: lineOf("note", note, longestNote) }),
    ...(by === undefined ? {} : { by: lineOf("by", by, longestName) }),
  };
};

/** A fingerprint that a person has named, and what it accepts: itself, or all groups of a problem. */
export interface NamedChanges {
  readonly named: string;
  readonly fingerprints: readonly string[];
}

/** What these fingerprints accept. @throws UsageError for a fingerprint of nothing open, with the nearest open one */
export const openBy = async (
  named: readonly string[],
  runs: Pick<RunRepository, "acceptable" | "groupsOf">,
  otherwise: string,
): Promise<readonly NamedChanges[]> => {
  const open = await runs.acceptable();
  const known = new Set(open);
  const groups = named.every((one) => known.has(one))
    ? new Map<string, readonly string[]>()
    : await runs.groupsOf();
  const all = named.map((one) => ({ named: one, fingerprints: groups.get(one) ?? [one] }));
  const unknown = all.flatMap(({ fingerprints }) => fingerprints).find((one) => !known.has(one));
  if (unknown === undefined) return all;
  const hint = suggestionHint(unknown, open) ?? otherwise;
  throw new UsageError(`no drift has the fingerprint ${printable(unknown)}`, { hint });
};

/** Accepts each wherever it is open, or at the given targets; returns the targets of each as it was named. */
export const acceptAll = async (
  changes: readonly NamedChanges[],
  runs: Pick<RunRepository, "accept">,
  acceptance: Acceptance,
  where?: Parameters<RunRepository["accept"]>[2],
) => {
  const accepted: { readonly fingerprint: string; readonly targets: readonly DriftTarget[] }[] = [];
  for (const { named, fingerprints } of changes) {
    // Groups of one problem share targets.
    const targets = new Map<string, DriftTarget>();
    for (const fingerprint of fingerprints)
      for (const target of await runs.accept(fingerprint, acceptance, where))
        targets.set(JSON.stringify(target), target);
    accepted.push({ fingerprint: named, targets: [...targets.values()] });
  }
  return accepted;
};
