import type { DriftReport, DriftTarget } from "../../core/model/drift.ts";
import type { AlertSubject } from "../../core/model/notify.ts";
import { isOpen, type Problem } from "../../core/model/problem.ts";
import { escapeText } from "../../core/output/escape.ts";
import { acceptLine, dayText, type ProblemOwner } from "../../report/problem-words.ts";

/** What a run shows that may cause alerts. */
export interface Subjects {
  /** Start of the run, ISO 8601. */
  readonly at: string;
  /** Set if the run failed: it then shows nothing else. */
  readonly failure?: AlertSubject;
  /** The message if earlier runs failed and this one did not. */
  readonly recovery?: AlertSubject;
  /** Open breaking changes: errors are confirmed, warnings likely. Includes facts that the run found broken. */
  readonly open: readonly AlertSubject[];
  /** Subjects that this run found gone. */
  readonly gone: readonly AlertSubject[];
  /** Ids of the findings in the baseline. */
  readonly known?: readonly string[];
}

/** What a run shows of one target. */
export interface TargetSubjects extends Subjects {
  readonly target: DriftTarget;
}

const nameOf = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" || organization === "*" ? name : `${name} (${organization})`;

/** Id of the subject for the runs of a target. */
export const runSubject = "run";

const wholeRun = (organization: string): DriftTarget => ({ interface: "*", address: "*", organization });

/** What could not be judged: an interface, or what an interrupted run left out. */
const failureOf = ({ what, actual }: Problem, target: DriftTarget): AlertSubject => ({
  id: runSubject,
  target,
  severity: "error",
  title: target.interface === "*" ? what : `${nameOf(target)} could not be read`,
  text: `${escapeText(target.interface === "*" ? actual : `${target.address}: ${actual}`)}\nWhat it would have shown is unknown.`,
});

/** From when until when a problem was seen that is gone. */
const seenLine = ({ since = "", lastSeen = "" }: Problem): string =>
  since === "" ? `Last seen ${dayText(lastSeen)}.` : `Seen from ${dayText(since)} to ${dayText(lastSeen)}.`;

/** What is gone, with nothing to do. */
export const goneLines = (problem: Problem): string =>
  `${withoutBackticks(`${problem.kind === "change" ? problem.what : "At"} ${problem.where}.`)}\n${seenLine(problem)}`;

/** Judged again after failed runs. */
const recovered = (target: DriftTarget, gone: Problem | undefined): AlertSubject => ({
  id: runSubject,
  target,
  severity: "info",
  title: target.interface === "*" ? "runs are complete again" : `${nameOf(target)} can be read again`,
  text: gone === undefined ? "The last run succeeded." : `${escapeText(gone.actual)}\n${seenLine(gone)}`,
});

/** A sentence without the backticks around its names. */
export const withoutBackticks = (text: string): string => escapeText(text.replaceAll("`", ""));

const accepted =
  "If it is known: tripact check --write-baseline FILE, and name FILE under baseline in the configuration";

/**
 * What happened and what to do, in lines.
 * @param seen a sentence on when and where a change was seen
 */
export const problemLines = (problem: Problem, seen: string, owner: ProblemOwner): string => {
  const {
    kind,
    what,
    where,
    expected,
    actual,
    evidence,
    advice,
    impact = "",
    confidence = "",
    also = [],
  } = problem;
  if (kind === "change")
    return [
      withoutBackticks(`${what} ${where}.`),
      `Before: ${withoutBackticks(expected)}. Now: ${withoutBackticks(actual)}.`,
      `${impact}, ${confidence}; ${seen}`,
      withoutBackticks(advice ?? ""),
      `To accept it: ${acceptLine(problem, owner) ?? ""}`,
    ].join("\n");
  return [
    withoutBackticks(what),
    `At ${withoutBackticks(where)}: expected ${withoutBackticks(expected)}, actual ${withoutBackticks(actual)}.`,
    ...also.map(withoutBackticks),
    `${withoutBackticks(evidence)} against the OpenAPI documents.`,
    accepted,
  ].join("\n");
};

export const findingPrefix = "finding ";

/** Whether a subject is about findings: a run without it has not shown that it is gone. */
export const isFinding = (subject: string): boolean => /^(?:fact|finding) /.test(subject);

const subjectOf = (problem: Problem, target: DriftTarget): AlertSubject => {
  const { kind, fingerprint, severity, what, since, facts, groups = [], places } = problem;
  return {
    id: kind === "change" ? fingerprint : `${findingPrefix}${fingerprint}`,
    aliases:
      kind === "change"
        ? [...groups, ...places.map((place) => place.fingerprint)]
        : facts.map((fact) => `fact ${fact}`),
    target,
    severity,
    title: withoutBackticks(`${nameOf(target)}: ${what}`),
    text: problemLines(problem, since === undefined ? "" : `first seen ${dayText(since)}.`, "drift"),
  };
};

/** Causes of alerts: changes that are likely or confirmed to break something, and findings that fail a run. */
const isAlert = (problem: Problem): boolean =>
  isOpen(problem) && (problem.kind === "change" ? problem.severity !== "info" : problem.severity === "error");

/** The problems of a target, by their first location: each is alerted only once. */
const problemsAt = (problems: readonly Problem[], target: DriftTarget): readonly Problem[] =>
  problems.filter(
    ({ places: [first] }) =>
      first?.interface === target.interface &&
      (first.organization ?? target.organization) === target.organization,
  );

const subjectsAt = (target: DriftTarget, at: string, problems: readonly Problem[]): TargetSubjects => {
  const unjudged = problems.find((one) => one.kind === "unjudged" && isOpen(one));
  const judgedAgain = problems.find((one) => one.kind === "unjudged" && one.state === "gone");
  const own = problems.filter(({ kind }) => kind !== "unjudged");
  return {
    target,
    at,
    ...(unjudged === undefined
      ? { recovery: recovered(target, judgedAgain) }
      : { failure: failureOf(unjudged, target) }),
    open: unjudged === undefined ? own.filter(isAlert).map((one) => subjectOf(one, target)) : [],
    gone: own
      .filter(({ state }) => state === "gone")
      .map((one) => ({ ...subjectOf(one, target), text: goneLines(one) })),
    known: own.filter(({ state }) => state === "known").map((one) => subjectOf(one, target).id),
  };
};

/** What a run shows, by target, and of the run as a whole. */
export const subjectsOf = ({
  results,
  problems,
  run,
}: Pick<DriftReport, "results" | "problems"> & {
  readonly run: Pick<DriftReport["run"], "startedAt">;
}): readonly TargetSubjects[] => [
  ...results.map(({ target, night }) => subjectsAt(target, night.startedAt, problemsAt(problems, target))),
  ...results.slice(0, 1).map(({ target: { organization } }) => {
    const whole = wholeRun(organization);
    return subjectsAt(whole, run.startedAt, problemsAt(problems, whole));
  }),
];
