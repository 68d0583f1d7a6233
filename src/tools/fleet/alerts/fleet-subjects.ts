import type { DriftGroup, DriftTarget } from "../../../harness/model/drift.ts";
import type { AlertSubject } from "../../../harness/model/notify.ts";
import { plain, problemLines, runSubject, type Subjects } from "../../../harness/notify/subjects.ts";
import { problemsOf } from "../../../harness/problems/problems-of.ts";
import { grouped } from "../../../harness/output/grouped.ts";
import { escapeText } from "../../../harness/output/escape.ts";
import { plural } from "../../../harness/output/plural.ts";
import type { FleetFile } from "../file/fleet-file.ts";
import { breadthOf } from "../report/breadth.ts";
import { failedOf, isTolerated } from "../report/day-verdict.ts";
import type { DatedChange, DayStatus, FleetBrokenFact, FleetChange } from "../repository/run-repository.ts";

/** A day of a fleet, as far as somebody may be alerted of it. */
export interface FleetDay {
  readonly status: DayStatus;
  /** Whether runs that have not ended by now count as failed. */
  readonly isOver: boolean;
  /** Every open change. */
  readonly changes: readonly DatedChange[];
  /** Changes that somebody was alerted of and that no organization shows any more. */
  readonly gone: readonly DriftGroup[];
}

type Limits = Pick<FleetFile, "breadth" | "tolerate">;

/** All organizations and addresses. */
const everywhere = (name: string): DriftTarget => ({ interface: name, address: "*", organization: "*" });

const shareOf = ({ organizations, sampledBy }: Pick<FleetChange, "organizations" | "sampledBy">): string =>
  `${grouped(organizations)} of ${plural(sampledBy, "organization")}`;

const seenIn = (change: DatedChange): string => {
  const { names, organizations, firstDay, lastDay } = change;
  const more = organizations - names.length;
  const shown = `${names.map(escapeText).join(", ")}${more > 0 ? ` and ${grouped(more)} more` : ""}`;
  return `in ${shareOf(change)} since ${firstDay}, last seen ${lastDay}: ${shown}.`;
};

const acceptCommand = ({ fingerprint }: DriftGroup): string => `tripact fleet accept ${fingerprint}`;

const linesOf = (group: DriftGroup, seen: string): string =>
  problemsOf({
    findings: [],
    results: [{ target: everywhere(group.interface), drift: [], groups: [{ ...group, state: "standing" }] }],
  })
    .map((problem) => problemLines(problem, seen, acceptCommand(group)))
    .join("\n");

const subjectOf = (change: DatedChange, { breadth }: Limits): AlertSubject => {
  const { group, organizations, sampledBy } = change;
  const isRelease = breadthOf(change, breadth) === "release";
  const title = `${group.interface}: ${isRelease ? "release: " : ""}${group.title}, in ${shareOf(change)}`;
  return {
    id: group.fingerprint,
    target: everywhere(group.interface),
    breadth: { organizations, sampledBy, isRelease },
    severity: group.severity,
    title: plain(title),
    text: linesOf(group, seenIn(change)),
  };
};

const goneOf = (group: DriftGroup): AlertSubject => ({
  id: group.fingerprint,
  target: everywhere(group.interface),
  severity: "info",
  title: plain(`${group.interface}: ${group.title}: gone from all organizations`),
  text: linesOf(group, `last seen ${group.lastSeen.slice(0, 10)}.`),
});

const brokenSubject = (broken: FleetBrokenFact): AlertSubject => {
  const { fact, interface: name, message, operations, findings, organizations, judged } = broken;
  const share = shareOf({ organizations, sampledBy: judged });
  return {
    id: `fact ${fact} ${name}`,
    target: everywhere(name),
    severity: "error",
    title: plain(`${name}: ${fact} is broken in ${share}: ${message}`),
    text: [
      plain(message),
      ...(operations.length === 0 ? [] : [`In ${operations.join(", ")}.`]),
      `${plural(findings.length, "finding")} against the OpenAPI documents: ${findings.slice(0, 10).join(", ")}.`,
      "If it is known: tripact check --write-baseline FILE, and name FILE under baseline in the configuration",
    ].join("\n"),
  };
};

/** Runs that did not end in time. */
const missingRuns = ({ status, isOver }: FleetDay): number => (isOver ? status.waiting + status.running : 0);

/** The runs of a day, where those that did not end in time have failed. */
const runsOf = (day: FleetDay) => ({ ...day.status, failed: day.status.failed + missingRuns(day) });

const mostNames = 5;

const causesOf = ({ failures }: DayStatus): readonly string[] =>
  [...Map.groupBy(failures, ({ cause }) => cause)].map(([cause, own]) => {
    const names = own.slice(0, mostNames).map(({ organization }) => escapeText(organization));
    const more = own.length - names.length;
    return `${cause}: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
  });

const runsSubject = (day: FleetDay): AlertSubject => {
  const { status } = day;
  const { failed, all } = failedOf(runsOf(day));
  const missing = missingRuns(day);
  return {
    id: runSubject,
    target: everywhere("*"),
    severity: "error",
    title: `fleet: ${grouped(failed)} of ${plural(all, "run")} failed on ${status.day}`,
    text: [
      ...causesOf(status),
      ...(missing === 0 ? [] : [`${plural(missing, "run")} did not end in time.`]),
      ...(status.givenUp === 0
        ? []
        : [`${plural(status.givenUp, "organization")} paused since runs failed: tripact fleet resume NAME.`]),
      "What these organizations show is not known for that day.",
      `To list them: tripact fleet status --date ${status.day}`,
    ].join("\n"),
  };
};

const recovered = ({ status }: FleetDay): AlertSubject => ({
  id: runSubject,
  target: everywhere("*"),
  severity: "info",
  title: `fleet: enough runs succeed again on ${status.day}`,
  text: `${grouped(status.done)} of ${plural(status.done + status.failed, "run")} could read their organizations.`,
});

/** Whether few enough runs failed. */
export const isGoodDay = (day: FleetDay, limits: Limits): boolean => isTolerated(runsOf(day), limits);

/** What a day shows. @param known ids of what somebody was alerted of and that is not gone */
export const fleetSubjects = (day: FleetDay, known: ReadonlySet<string>, limits: Limits): Subjects => {
  const isGood = isGoodDay(day, limits);
  const changes = day.changes
    .map((change) => subjectOf(change, limits))
    .filter(
      ({ id, severity, breadth }) => severity !== "info" || breadth?.isRelease === true || known.has(id),
    );
  return {
    at: `${day.status.day}T00:00:00.000Z`,
    open: [...(isGood ? [] : [runsSubject(day)]), ...changes, ...day.status.broken.map(brokenSubject)],
    gone: day.gone.map(goneOf),
    ...(isGood ? { recovery: recovered(day) } : {}),
  };
};
