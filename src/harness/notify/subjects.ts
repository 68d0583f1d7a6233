import { type BrokenFact, brokenIn } from "../model/drift-broken-fact.ts";
import type { DriftGroup, DriftReport, DriftResult, DriftTarget } from "../model/drift.ts";
import type { AlertSubject } from "../model/notify.ts";
import { escapeText } from "../output/escape.ts";
import { plural } from "../output/plural.ts";

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

const day = (iso: string): string => iso.slice(0, 10);

/** A sentence without the backticks around its names. */
export const plain = (text: string): string => escapeText(text.replaceAll("`", ""));

const where = ({ operations }: Pick<DriftGroup, "operations">): readonly string[] =>
  operations.length === 0 ? [] : [`In ${operations.join(", ")}.`];

/** What happened and what to do, in lines. @param seen when and where it was seen, ended by a full stop */
export const groupText = (group: DriftGroup, seen: string, acceptCommand: string): string =>
  [
    plain(group.message),
    ...where(group),
    `Before: ${plain(group.before)}. Now: ${plain(group.now)}.`,
    `${group.impact}, ${group.confidence}; ${seen}`,
    plain(group.advice),
    `To accept it: ${acceptCommand}`,
  ].join("\n");

const subjectOf = (group: DriftGroup, target: DriftTarget): AlertSubject => ({
  id: group.fingerprint,
  target,
  severity: group.severity,
  title: plain(`${nameOf(target)}: ${group.title}`),
  text: groupText(
    group,
    `first seen ${day(group.firstSeen)}, last ${day(group.lastSeen)}.`,
    `tripact drift accept ${group.fingerprint}`,
  ),
});

const factPrefix = "fact ";

/** Whether a subject is a fact that runs found broken: one that does not show it again has not shown that it holds. */
export const isFact = (subject: string): boolean => subject.startsWith(factPrefix);

/** @param share in how many organizations, as the end of the title */
export const factSubject = (
  { fact, message, operations, findings }: BrokenFact,
  target: DriftTarget,
  share = "",
): AlertSubject => ({
  id: `${factPrefix}${fact}`,
  target,
  severity: "error",
  title: plain(`${nameOf(target)}: ${fact} is broken${share}: ${message}`),
  text: [
    plain(message),
    ...where({ operations }),
    `${plural(findings.length, "finding")} against the OpenAPI documents: ${findings.slice(0, 10).join(", ")}.`,
    "If it is known: tripact check --write-baseline FILE, and name FILE under baseline in the configuration",
  ].join("\n"),
});

const isOpen = ({ state }: DriftGroup): boolean =>
  state === "new" || state === "standing" || state === "back";

const subjectsOfResult = (result: DriftResult, broken: readonly BrokenFact[]): TargetSubjects => {
  const { target, night, groups } = result;
  const isFailed = night.status === "failed";
  return {
    target,
    at: night.startedAt,
    ...(isFailed ? { failure: failureOf(result) } : {}),
    recovery: recovered(target),
    open: [
      ...groups.filter((one) => isOpen(one) && one.severity !== "info").map((one) => subjectOf(one, target)),
      ...broken.map((one) => factSubject(one, target)),
    ],
    gone: groups.filter(({ state }) => state === "gone").map((one) => subjectOf(one, target)),
  };
};

/** What a run shows, by target. */
export const subjectsOf = (report: Pick<DriftReport, "results" | "findings">): readonly TargetSubjects[] => {
  const broken = Map.groupBy(brokenIn(report), (one) => one.interface);
  return report.results.map((result) => subjectsOfResult(result, broken.get(result.target.interface) ?? []));
};
