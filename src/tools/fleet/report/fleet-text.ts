import { createPalette, type Palette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { joinSafe, safe, type SafeText } from "../../../harness/output/safe-text.ts";
import type { DayStatus, FleetChange } from "../repository/run-repository.ts";

const lines = (all: readonly SafeText[]): SafeText =>
  joinSafe(
    all.map((line) => safe`${line}\n`),
    "",
  );

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

/** Names of organizations in one line. */
const mostNames = 5;

const namesOf = (organizations: readonly string[], all: boolean): string => {
  const shown = all ? organizations : organizations.slice(0, mostNames);
  const more = organizations.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

const changeLines = (change: FleetChange, all: boolean, palette: Palette): readonly SafeText[] => {
  const { example, organizations, sampledBy, firstSeen, lastSeen, fingerprint } = change;
  const { severity, kind, impact, confidence, operations, message } = example;
  const style = { error: palette.bad, warning: palette.warn, info: palette.dim }[severity];
  const breadth = `${organizations.length} of ${plural(sampledBy, "organization")}`;
  return [
    safe`${style(breadth)}  ${kind} · ${impact}, ${confidence} · ${operations.length === 0 ? example.interface : operations.join(", ")}  ${palette.dim(fingerprint)}`,
    safe`  ${message} Since ${firstSeen.slice(0, 10)}, last seen ${lastSeen.slice(0, 10)}.`,
    safe`  ${palette.dim(namesOf(organizations, all))}`,
  ];
};

/**
 * Open changes, for people.
 * @param all Whether to name every organization.
 */
export const changesText = (changes: readonly FleetChange[], all: boolean, color: boolean): SafeText => {
  const palette = createPalette(color);
  if (changes.length === 0) return lines([palette.good("no open change")]);
  return lines(changes.flatMap((change) => changeLines(change, all, palette)));
};
