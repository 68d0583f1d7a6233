import { createPalette, type Palette } from "../../../core/output/palette.ts";
import { plural } from "../../../core/output/plural.ts";
import { problemText } from "../../../report/problem-lines.ts";
import { hang } from "../../../core/output/wrap.ts";
import { joinSafe, safe, type SafeText } from "../../../core/output/safe-text.ts";
import { type Breadth, type Broad, namesWithRest, shareText } from "./breadth.ts";
import { failedOf, lateIn, unendedOf } from "./day-verdict.ts";
import type { FleetProblem } from "../../history/run-repository.ts";
import type { FleetStatus } from "../fleet.ts";

const lines = (all: readonly SafeText[]): SafeText =>
  joinSafe(
    all.map((line) => safe`${line}\n`),
    "",
  );

/** The progress of a day's runs, for people. */
export const statusText = (status: FleetStatus, color: boolean): SafeText => {
  const palette = createPalette(color);
  const { day, done, failed, running, waiting, paused, repeatable, requests } = status;
  const { failures, unended, morePaused } = status;
  const counts = [
    `${done} done`,
    `${failed} failed`,
    `${running} running`,
    `${waiting} waiting`,
    ...(paused === 0 ? [] : [`${paused} paused`]),
  ].join(", ");
  const style = {
    good: palette.good,
    failed: palette.bad,
    unfinished: palette.dim,
    "nothing-due": palette.bad,
  };
  const more = failed - failures.length;
  const late = lateIn(status);
  const moreLate = status.over ? unendedOf(status) - late.length : 0;
  return lines([
    safe`${palette.strong(day)}  ${style[status.state](counts)} (${plural(requests, "request")})`,
    ...failures.map(
      ({ organization, cause, reason }) => safe`  ${organization}  ${palette.bad(cause)}  ${reason}`,
    ),
    ...(more > 0 ? [safe`  and ${more} more`] : []),
    ...(repeatable > 0
      ? [
          safe`  ${plural(repeatable, "failed run")} sent nothing: tripact fleet run, or tripact fleet plan --now, tries ${repeatable === 1 ? "it" : "them"} again`,
        ]
      : []),
    ...late.map(
      ({ organization }) => safe`  ${organization}  ${palette.bad("late")}  its run did not end in time`,
    ),
    ...(moreLate > 0 ? [safe`  and ${moreLate} more ${palette.bad("late")}`] : []),
    ...unended.flatMap(({ organization, paused: why }) =>
      why === undefined ? [] : [safe`  ${organization}  ${palette.dim("paused")}  ${why}`],
    ),
    ...(morePaused > 0 ? [safe`  and ${morePaused} more ${palette.dim("paused")}`] : []),
  ]);
};

/** Why a day has no verdict; undefined if it is good. */
export const withoutVerdict = (status: FleetStatus): string | undefined => {
  const { day, state, over } = status;
  const { failed, all } = failedOf(status, over);
  const unended = unendedOf(status);
  const until = status.until.slice(0, 16).replace("T", " ");
  switch (state) {
    case "good":
      return undefined;
    case "failed": {
      const late = over && unended > 0 ? `; ${unended} of them did not end in time` : "";
      return `${failed} of ${plural(all, "run")} of ${day} failed, more than \`tolerate\` of the fleet file allows${late}`;
    }
    case "unfinished":
      return `${day} is not over: ${unended} of ${plural(all, "run")} may still end until ${until} UTC`;
    case "nothing-due":
      return `no run of ${day} was due: no organization is listed, or somebody has paused them all`;
  }
};

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
  const share = [...problem.facts, breadthWords[one.breadth], shareText(one)].join(", ");
  const days = `since ${firstDay}, last seen ${lastDay}: ${namesWithRest(names, organizations)}`;
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
