import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { joinSafe, safe, type SafeText } from "../../../harness/output/safe-text.ts";
import type { Breadth, BroadChange } from "./breadth.ts";
import { failedOf } from "./day-verdict.ts";
import type { DayStatus, FleetChange } from "../repository/run-repository.ts";

const lines = (all: readonly SafeText[]): SafeText =>
  joinSafe(
    all.map((line) => safe`${line}\n`),
    "",
  );

const namesOf = ({ names, organizations }: Pick<FleetChange, "names" | "organizations">): string => {
  const more = organizations - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

/** Facts that are broken, for people. */
export const brokenText = ({ broken }: Pick<DayStatus, "broken">, color: boolean): SafeText => {
  const palette = createPalette(color);
  return lines(
    broken.flatMap((one) => [
      safe`${palette.bad("broken")}, ${one.organizations} of ${plural(one.judged, "organization")}  ${palette.strong(one.fact)} · ${one.interface} · ${one.operations.join(", ")}`,
      safe`  ${one.message}`,
      safe`  ${palette.dim(namesOf(one))}`,
    ]),
  );
};

/** How far a day's runs are, for people. */
export const statusText = (status: DayStatus, isTolerated: boolean, color: boolean): SafeText => {
  const palette = createPalette(color);
  const { day, done, failed, running, waiting, paused, requests, failures } = status;
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
  ]);
};

/** Why a day of which too many runs failed does not count. */
export const failedShare = (status: DayStatus): string =>
  `${failedOf(status).failed} of ${plural(failedOf(status).all, "run")} of ${status.day} failed, more than \`tolerate\` of the fleet file allows`;

const breadthWords: Readonly<Record<Breadth, string>> = {
  release: "release",
  some: "some organizations",
  own: "one organization",
};

const changeLines = (change: BroadChange, palette: Palette): readonly SafeText[] => {
  const { group, organizations, sampledBy, firstDay, lastDay } = change;
  const { severity, kind, impact, confidence, message, fingerprint } = group;
  const style = { error: palette.bad, warning: palette.warn, info: palette.dim }[severity];
  const where = group.operations.length === 0 ? group.interface : group.operations.join(", ");
  const share = `${organizations} of ${plural(sampledBy, "organization")}`;
  return [
    safe`${style(breadthWords[change.breadth])}, ${share}  ${kind} · ${impact}, ${confidence} · ${where}  ${palette.dim(fingerprint)}`,
    safe`  ${message} Since ${firstDay}, last seen ${lastDay}.`,
    safe`  ${palette.dim(namesOf(change))}`,
  ];
};

/** Open changes, for people. */
export const changesText = (changes: readonly BroadChange[], color: boolean): SafeText => {
  const palette = createPalette(color);
  if (changes.length === 0) return lines([palette.good("no open change")]);
  return lines(changes.flatMap((change) => changeLines(change, palette)));
};
