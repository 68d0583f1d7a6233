import type { DriftReport, DriftTarget } from "../model/drift.ts";
import type { AlertSubject } from "../model/notify.ts";
import { isOpen, type Problem } from "../model/problem.ts";
import { escapeText } from "../output/escape.ts";

/** What a run shows, as far as somebody may be alerted of it. */
export interface Subjects {
  /** When the run began, ISO 8601. */
  readonly at: string;
  /** Set where the run failed: it shows nothing else then. */
  readonly failure?: AlertSubject;
  /** What is said where runs have failed and this one did not. */
  readonly recovery?: AlertSubject;
  /** What is open and breaking: an error is confirmed, a warning likely. Facts that the run found broken are, too. */
  readonly open: readonly AlertSubject[];
  /** What this run found to be gone. */
  readonly gone: readonly AlertSubject[];
  /** Ids of the findings that a baseline lists. */
  readonly known?: readonly string[];
}

/** What a run shows of one target. */
export interface TargetSubjects extends Subjects {
  readonly target: DriftTarget;
}

const nameOf = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" || organization === "*" ? name : `${name} (${organization})`;

/** The id of the subject that stands for the runs of a target. */
export const runSubject = "run";

const wholeRun = (organization: string): DriftTarget => ({ interface: "*", address: "*", organization });

/** What could not be judged: an interface, or what a run that was cut short left out. */
const failureOf = ({ what, actual }: Problem, target: DriftTarget): AlertSubject => ({
  id: runSubject,
  target,
  severity: "error",
  title: target.interface === "*" ? what : `${nameOf(target)}: the run failed`,
  text: `${escapeText(actual)}\nWhat it would have shown is not known.`,
});

/** Judged again after runs that failed. */
const recovered = (target: DriftTarget): AlertSubject => ({
  id: runSubject,
  target,
  severity: "info",
  title: target.interface === "*" ? "runs are complete again" : `${nameOf(target)}: runs succeed again`,
  text: target.interface === "*" ? "The last run was completed." : "The last run could read the interface.",
});

/** A sentence without the backticks around its names. */
export const plain = (text: string): string => escapeText(text.replaceAll("`", ""));

const accepted =
  "If it is known: tripact check --write-baseline FILE, and name FILE under baseline in the configuration";

/**
 * What happened and what to do, in lines.
 * @param seen when and where a change was seen, ended by a full stop
 * @param acceptCommand what accepts it
 */
export const problemLines = (problem: Problem, seen: string, acceptCommand: string): string => {
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
      plain(`${what} ${where}.`),
      `Before: ${plain(expected)}. Now: ${plain(actual)}.`,
      `${impact}, ${confidence}; ${seen}`,
      plain(advice ?? ""),
      `To accept it: ${acceptCommand}`,
    ].join("\n");
  return [
    plain(what),
    `At ${plain(where)}: expected ${plain(expected)}, actual ${plain(actual)}.`,
    ...also.map(plain),
    `${plain(evidence)} against the OpenAPI documents.`,
    accepted,
  ].join("\n");
};

export const findingPrefix = "finding ";

/** Whether a subject is about findings: a run that does not show it again has not shown that it is gone. */
export const isFinding = (subject: string): boolean => /^(?:fact|finding) /.test(subject);

const day = (iso: string): string => iso.slice(0, 10);

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
    title: plain(`${nameOf(target)}: ${what}`),
    text: problemLines(
      problem,
      since === undefined ? "" : `first seen ${day(since)}.`,
      `tripact drift accept ${fingerprint}`,
    ),
  };
};

/** What somebody is alerted of: a change that is likely or confirmed to break something, and findings that fail a run. */
const isAlert = (problem: Problem): boolean =>
  isOpen(problem) && (problem.kind === "change" ? problem.severity !== "info" : problem.severity === "error");

/** Problems by the target that their first place is at: whoever is alerted of one is so once. */
const problemsAt = (problems: readonly Problem[], target: DriftTarget): readonly Problem[] =>
  problems.filter(
    ({ places: [first] }) =>
      first?.interface === target.interface &&
      (first.organization ?? target.organization) === target.organization,
  );

const subjectsAt = (target: DriftTarget, at: string, problems: readonly Problem[]): TargetSubjects => {
  const unjudged = problems.find((one) => one.kind === "unjudged" && isOpen(one));
  const own = problems.filter(({ kind }) => kind !== "unjudged");
  return {
    target,
    at,
    ...(unjudged === undefined ? { recovery: recovered(target) } : { failure: failureOf(unjudged, target) }),
    open: unjudged === undefined ? own.filter(isAlert).map((one) => subjectOf(one, target)) : [],
    gone: own.filter(({ state }) => state === "gone").map((one) => subjectOf(one, target)),
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
