import type { DriftReport, DriftResult, DriftTarget } from "../model/drift.ts";
import type { AlertSubject } from "../model/notify.ts";
import type { Problem } from "../model/problem.ts";
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
}

/** What a run shows of one target. */
export interface TargetSubjects extends Subjects {
  readonly target: DriftTarget;
}

const nameOf = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" || organization === "*" ? name : `${name} (${organization})`;

/** The id of the subject that stands for the runs of a target. */
export const runSubject = "run";

const failureOf = ({ target, night }: DriftResult): AlertSubject => ({
  id: runSubject,
  target,
  severity: "error",
  title: `${nameOf(target)}: the run failed`,
  text: `${escapeText(night.reason ?? "nothing was sampled")}\nThe run says nothing of drift.`,
});

/** Readable again after runs that failed. */
const recovered = (target: DriftTarget): AlertSubject => ({
  id: runSubject,
  target,
  severity: "info",
  title: `${nameOf(target)}: runs succeed again`,
  text: "The last run could read the interface.",
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

const findingPrefix = "finding ";

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
const isAlert = ({ kind, state, severity }: Problem): boolean =>
  (state === "new" || state === "open") && (kind === "change" ? severity !== "info" : severity === "error");

/** Problems by the target that their first place is at: whoever is alerted of one is so once. */
const problemsAt = (problems: readonly Problem[], { target }: DriftResult): readonly Problem[] =>
  problems.filter(
    ({ kind, places: [first] }) =>
      kind !== "unjudged" &&
      first?.interface === target.interface &&
      (first.organization ?? target.organization) === target.organization,
  );

const subjectsOfResult = (result: DriftResult, problems: readonly Problem[]): TargetSubjects => {
  const { target, night } = result;
  const isFailed = night.status === "failed";
  const own = problemsAt(problems, result);
  return {
    target,
    at: night.startedAt,
    ...(isFailed ? { failure: failureOf(result) } : {}),
    recovery: recovered(target),
    open: isFailed ? [] : own.filter(isAlert).map((one) => subjectOf(one, target)),
    gone: own.filter(({ state }) => state === "gone").map((one) => subjectOf(one, target)),
  };
};

/** What a run shows, by target. */
export const subjectsOf = ({
  results,
  problems,
}: Pick<DriftReport, "results" | "problems">): readonly TargetSubjects[] =>
  results.map((result) => subjectsOfResult(result, problems));
