import type { DriftTarget } from "../../../core/model/drift.ts";
import type { AlertSubject } from "../../../core/model/notify.ts";
import type { Problem } from "../../../core/model/problem.ts";
import {
  findingPrefix,
  goneLines,
  withoutBackticks,
  problemLines,
  runSubject,
  type TargetSubjects,
} from "../../notify/subjects.ts";
import { grouped } from "../../../core/output/grouped.ts";
import { escapeText } from "../../../core/output/escape.ts";
import { plural } from "../../../core/output/plural.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import { breadthOf, namesWithRest, shareText } from "../report/breadth.ts";
import { type DayState, dayState, failedOf } from "../report/day-verdict.ts";
import { everywhere } from "../../history/problems.ts";
import type { DayStatus, FleetProblem } from "../../history/run-repository.ts";

/** The results of a fleet's day, for alerts. */
export interface FleetDay {
  readonly status: DayStatus;
  /** Whether runs that have not ended by now count as failed. */
  readonly isOver: boolean;
  /** Every open problem. */
  readonly problems: readonly FleetProblem[];
  /** Problems that no organization has any more. */
  readonly gone: readonly Problem[];
}

type Limits = Pick<FleetFile, "breadth" | "tolerate">;

const seenIn = (one: FleetProblem): string => {
  const { names, organizations, firstDay, lastDay } = one;
  const shown = escapeText(namesWithRest(names, organizations));
  return `in ${shareText(one)} since ${firstDay}, last seen ${lastDay}: ${shown}.`;
};

/** The interfaces of a problem. */
export const interfacesOf = ({ places }: Problem): string =>
  [...new Set(places.map((place) => place.interface))].toSorted().join(", ");

const targetOf = (problem: Problem): DriftTarget => everywhere(problem.places[0]?.interface ?? "*");

/** A problem is identified by one of its groups of changes, which the database knows, or by its own fingerprint. */
const idOf = ({ kind, fingerprint, groups: [group] = [] }: Problem): string =>
  kind === "change" ? (group ?? fingerprint) : `${findingPrefix}${fingerprint}`;

const subjectOf = (one: FleetProblem, { breadth }: Limits): AlertSubject => {
  const { problem, organizations, sampledBy } = one;
  const { kind, what, severity, groups = [], places, facts } = problem;
  const isRelease = kind === "change" && breadthOf(one, breadth) === "release";
  return {
    id: idOf(problem),
    aliases: [
      ...groups,
      ...places.map((place) => place.fingerprint),
      ...facts.map((fact) => `fact ${fact} ${places[0]?.interface ?? ""}`),
    ],
    target: targetOf(problem),
    breadth: { organizations, sampledBy, isRelease },
    severity,
    title: withoutBackticks(
      `${interfacesOf(problem)}: ${isRelease ? "release: " : ""}${what}, in ${shareText(one)}`,
    ),
    text: [
      problemLines(problem, seenIn(one), "fleet"),
      ...(kind === "change" ? [] : [`Seen ${seenIn(one)}`]),
    ].join("\n"),
  };
};

const goneOf = (problem: Problem): AlertSubject => ({
  id: idOf(problem),
  ...(problem.groups === undefined ? {} : { aliases: problem.groups }),
  target: targetOf(problem),
  severity: "info",
  title: withoutBackticks(`${interfacesOf(problem)}: ${problem.what}: gone from all organizations`),
  text: goneLines(problem),
});

/** The subject of a fleet's alerts. */
export const wholeFleet = everywhere("*");

const mostNames = 5;

/** What happened to these organizations, of which a few are named; nothing if there are none. */
const lineOf = (
  what: string,
  all: readonly { readonly organization: string }[],
  more = "",
): readonly string[] => {
  const names = all.slice(0, mostNames).map(({ organization }) => organization);
  return all.length === 0 ? [] : [`${what}: ${escapeText(namesWithRest(names, all.length))}.${more}`];
};

const runsSubject = (day: FleetDay): AlertSubject => {
  const { status } = day;
  const { unended } = status;
  const { failed, all } = failedOf(status, day.isOver);
  return {
    id: runSubject,
    target: wholeFleet,
    severity: "error",
    title: `fleet: ${grouped(failed)} of ${plural(all, "run")} failed on ${status.day}`,
    text: [
      ...day.problems
        .filter(({ problem, lastDay }) => problem.kind === "unjudged" && lastDay === status.day)
        .map((one) =>
          withoutBackticks(
            `${one.problem.what} in ${shareText(one)}: ${one.problem.actual.replace(/\.$/, "")}.`,
          ),
        ),
      ...[...Map.groupBy(status.failures, ({ cause }) => cause)].flatMap(([cause, own]) =>
        lineOf(cause, own),
      ),
      ...lineOf(
        "did not end in time",
        day.isOver ? unended.filter(({ paused }) => paused === undefined) : [],
      ),
      ...lineOf(
        "paused since runs failed",
        unended.filter((one) => one.isGivenUp),
        " When repaired: tripact fleet resume NAME.",
      ),
      "What these organizations show is not known for that day.",
      `To list them: tripact fleet status --date ${status.day}`,
    ].join("\n"),
  };
};

const recovered = ({ status }: FleetDay): AlertSubject => ({
  id: runSubject,
  target: wholeFleet,
  severity: "info",
  title: `fleet: enough runs succeed again on ${status.day}`,
  text: `${grouped(status.done)} of ${plural(status.done + status.failed, "run")} could read their organizations.`,
});

export const stateOf = ({ status, isOver }: FleetDay, limits: Limits): DayState =>
  dayState(status, isOver, limits);

/** The subjects of a day's alerts. @param known ids of subjects alerted before and not gone */
export const fleetSubjects = (day: FleetDay, known: ReadonlySet<string>, limits: Limits): TargetSubjects => {
  const state = stateOf(day, limits);
  const isKnown = ({ id, aliases = [] }: AlertSubject): boolean =>
    [id, ...aliases].some((one) => known.has(one));
  const subjects = day.problems
    .filter(({ problem }) => problem.kind !== "unjudged")
    .map((one) => subjectOf(one, limits))
    .filter((one) => one.severity !== "info" || one.breadth?.isRelease === true || isKnown(one));
  return {
    target: wholeFleet,
    at: `${day.status.day}T00:00:00.000Z`,
    open: [...(state === "failed" ? [runsSubject(day)] : []), ...subjects],
    gone: day.gone.map(goneOf),
    ...(state === "good" ? { recovery: recovered(day) } : {}),
  };
};
