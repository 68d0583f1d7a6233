import { createHash } from "node:crypto";
import type { DriftTarget } from "../model/drift.ts";
import type { Alert, AlertKind, AlertSubject } from "../model/notify.ts";
import { recovered, runSubject, type TargetSubjects } from "./subjects.ts";

/** What was alerted of and is still open, of one target. */
export interface Notice {
  /** Id of the subject. */
  readonly subject: string;
  /** As what it was alerted of last: breaking, likely or failed. */
  readonly kind: AlertKind;
  /** When it was alerted of first, ISO 8601. */
  readonly since: string;
}

export interface AlertPlan {
  /** What is to be sent once. */
  readonly alerts: readonly Alert[];
  /** What is open after the run, alerted of now or earlier. */
  readonly open: readonly Alert[];
  readonly notices: readonly Notice[];
}

/** Identifies a target in few words. */
export const targetKey = ({ interface: name, address, organization }: DriftTarget): string =>
  `${name} ${address} ${organization}`;

interface Cause {
  readonly kind: AlertKind;
  readonly was?: AlertKind;
  readonly since: string;
}

const alertOf = (subject: AlertSubject, { kind, was, since }: Cause, at: string): Alert => ({
  ...subject,
  alert: createHash("sha256")
    .update([targetKey(subject.target), subject.id, kind, since, at].join("\n"))
    .digest("hex")
    .slice(0, 24),
  kind,
  ...(was === undefined ? {} : { was }),
  at,
  since,
});

const kindOf = ({ id, severity }: AlertSubject): AlertKind => {
  if (id === runSubject) return "failed";
  return severity === "error" ? "breaking" : "likely";
};

/** Whether a subject was not alerted of yet, or only as something less. */
const isNews = (kind: AlertKind, notice: Notice | undefined): boolean =>
  notice === undefined || (kind === "breaking" && notice.kind === "likely");

/**
 * Compares a run of a target with what was alerted of before. A subject is alerted of once, once more when a likely
 * change is confirmed, and when it is gone; what was accepted is forgotten without a word. A run that failed says
 * nothing of what is gone.
 */
export const planAlerts = (before: readonly Notice[], run: TargetSubjects): AlertPlan => {
  const { target, at, failure } = run;
  const known = new Map(before.map((notice) => [notice.subject, notice]));
  const current = (failure === undefined ? run.open : [failure]).map((subject) => {
    const kind = kindOf(subject);
    const notice = known.get(subject.id);
    const since = notice?.since ?? at;
    return { alert: alertOf(subject, { kind, since }, at), isNews: isNews(kind, notice) };
  });
  const gone = [...(failure === undefined ? [recovered(target)] : []), ...run.gone].flatMap((subject) => {
    const notice = known.get(subject.id);
    if (notice === undefined) return [];
    return [alertOf(subject, { kind: "gone", was: notice.kind, since: notice.since }, at)];
  });
  const open = current.map(({ alert }) => alert);
  const kept = failure === undefined ? [] : before.filter(({ subject }) => subject !== failure.id);
  return {
    alerts: [...current.filter((one) => one.isNews).map(({ alert }) => alert), ...gone],
    open,
    notices: [...kept, ...open.map(({ id, kind, since }) => ({ subject: id, kind, since }))],
  };
};
