import type { Drift, DriftReport, DriftResult, DriftTarget } from "../model/drift.ts";
import type { AlertSubject } from "../model/notify.ts";
import { escapeText } from "../output/escape.ts";

/** What a run shows of one target, as far as somebody may be alerted of it. */
export interface TargetSubjects {
  readonly target: DriftTarget;
  /** When the run began, ISO 8601. */
  readonly at: string;
  /** Set where the run failed: it shows nothing else then. */
  readonly failure?: AlertSubject;
  /** What is open and breaking: an error is confirmed, a warning likely. */
  readonly open: readonly AlertSubject[];
  /** What this run found to be gone. */
  readonly gone: readonly AlertSubject[];
}

const nameOf = ({ interface: name, organization }: DriftTarget): string =>
  organization === "default" ? name : `${name} (${organization})`;

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
export const recovered = (target: DriftTarget): AlertSubject => ({
  id: runSubject,
  target,
  severity: "info",
  title: `${nameOf(target)}: runs succeed again`,
  text: "The last run could read the interface.",
});

const locationOf = ({ operation, status, pointer }: Drift): string =>
  [operation === "*" ? "every operation" : operation, status, pointer]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");

const day = (iso: string): string => iso.slice(0, 10);

const subjectOf = (drift: Drift): AlertSubject => ({
  id: drift.fingerprint,
  target: drift.target,
  severity: drift.severity,
  title: escapeText(`${nameOf(drift.target)}: ${drift.kind} ${locationOf(drift)}`),
  text: [
    escapeText(drift.message.replaceAll("`", "")),
    `${drift.impact}, ${drift.confidence}; first seen ${day(drift.firstSeen)}, last ${day(drift.lastSeen)}.`,
    `To accept it: tripact drift accept ${drift.fingerprint}`,
  ].join("\n"),
});

const isOpen = ({ state }: Drift): boolean => state === "new" || state === "standing" || state === "back";

const subjectsOfResult = (result: DriftResult): TargetSubjects => {
  const { target, night, drift } = result;
  const isFailed = night.status === "failed";
  return {
    target,
    at: night.startedAt,
    ...(isFailed ? { failure: failureOf(result) } : {}),
    open: drift.filter((one) => isOpen(one) && one.severity !== "info").map(subjectOf),
    gone: drift.filter(({ state }) => state === "gone").map(subjectOf),
  };
};

/** What a run shows, by target. */
export const subjectsOf = ({ results }: DriftReport): readonly TargetSubjects[] =>
  results.map(subjectsOfResult);
