import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { problemText } from "../../../harness/reporters/problem-lines.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { joinSafe, safe, type SafeText } from "../../../harness/output/safe-text.ts";
import { type Breadth, type Broad, namesOf, shareOf } from "./breadth.ts";
import { failedOf } from "./day-verdict.ts";
import type { DayStatus, FleetProblem } from "../../../harness/history/run-repository.ts";

const lines = (all: readonly SafeText[]): SafeText =>
  joinSafe(
    all.map((line) => safe`${line}\n`),
    "",
  );

/** The progress of a day's runs, for people. */
export const statusText = (status: DayStatus, isTolerated: boolean, color: boolean): SafeText => {
  const palette = createPalette(color);
  const { day, done, failed, running, waiting, paused, requests, failures, unended, morePaused } = status;
  const counts = [
    `${done} done`,
    `${failed} failed`,
    `${running} running`,
    `${waiting} waiting`,
    ...(paused === 0 ? [] : [`${paused} paused`]),
  ].join(", ");
  const style = isTolerated ? palette.good : palette.bad;
  const more = failed - failures.length;
  return lines([
    safe`${palette.strong(day)}  ${style(counts)} (${plural(requests, "request")})`,
    ...failures.map(
      ({ organization, cause, reason }) => safe`  ${organization}  ${palette.bad(cause)}  ${reason}`,
    ),
    ...(more > 0 ? [safe`  and ${more} more`] : []),
    ...unended.flatMap(({ organization, paused: why }) =>
      why === undefined ? [] : [safe`  ${organization}  ${palette.dim("paused")}  ${why}`],
    ),
    ...(morePaused > 0 ? [safe`  and ${morePaused} more ${palette.dim("paused")}`] : []),
  ]);
};

/** Why a day with too many failed runs is invalid. */
export const failedShare = (status: DayStatus): string =>
  `${failedOf(status).failed} of ${plural(failedOf(status).all, "run")} of ${status.day} failed, more than \`tolerate\` of the fleet file allows`;

const breadthWords: Readonly<Record<Breadth, string>> = {
  release: "release",
  some: "some organizations",
  own: "one organization",
};

const problemLines = (
  one: Broad<FleetProblem>,
  today: string,
  lineWidth: number,
  palette: Palette,
): SafeText => {
  const { problem, organizations, names, firstDay, lastDay } = one;
  const share = [...problem.facts, breadthWords[one.breadth], shareOf(one)].join(", ");
  const days = `since ${firstDay}, last seen ${lastDay}: ${namesOf(names, organizations)}`;
  const state = firstDay === today ? ("new" as const) : ("open" as const);
  const shown = { ...problem, state, since: `${firstDay}T00:00:00Z` };
  return safe`${problemText(shown, lineWidth, palette, { owner: "fleet" })}${hang(safe`      `, safe`${share}, ${palette.dim(days)}`, lineWidth)}`;
};

/** Open problems, for people; those that began on `day` are new. */
export const problemsText = (
  problems: readonly Broad<FleetProblem>[],
  { day, color, lineWidth }: { readonly day: string; readonly color: boolean; readonly lineWidth: number },
): SafeText => {
  const palette = createPalette(color);
  if (problems.length === 0) return lines([palette.good("no open problem")]);
  return joinSafe(
    problems.map((one) => problemLines(one, day, lineWidth, palette)),
    "",
  );
};
