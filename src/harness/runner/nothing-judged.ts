import type { FactResult } from "../model/report.ts";
import type { Stop } from "../model/tally.ts";

/** So many reasons are enough to see what to change; the report has all of them. */
const mostReasons = 3;

/** Why a run that only reads cannot judge a fact. */
export const noReadShows = "a run that only reads cannot show it";

const plain: readonly string[] = ["not selected", "no check yet", noReadShows];

/** Reasons of facts that a run was asked to judge, or of all where it was asked for none. */
const reasonsOf = (facts: readonly FactResult[]): readonly string[] => {
  const all = facts.map(({ reason }) => reason ?? "no reason given");
  const own = all.filter((reason) => !plain.includes(reason) && !reason.startsWith("static"));
  const left = own.length > 0 ? own : all.filter((reason) => !plain.includes(reason));
  return left.length > 0 ? left : all;
};

/**
 * A run that ended without a verdict on a single fact: whatever the target is, it was not judged. Undefined
 * where at least one fact was.
 */
export const nothingJudged = (facts: readonly FactResult[]): Stop | undefined => {
  if (facts.some(({ status }) => status !== "skipped")) return undefined;
  const counts = [...Map.groupBy(reasonsOf(facts), (reason) => reason)]
    .map(([reason, same]) => ({ reason, count: same.length }))
    .toSorted((left, right) => right.count - left.count);
  const reported = counts.slice(0, mostReasons).map(({ reason }) => reason);
  const more = counts.length > mostReasons ? [`${counts.length - mostReasons} more reasons`] : [];
  return { reason: "nothing-judged", message: `nothing was judged: ${[...reported, ...more].join("; ")}` };
};
