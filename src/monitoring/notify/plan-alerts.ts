import type { DriftTarget } from "../../core/model/drift.ts";
import type { Alert, AlertKind, AlertSubject } from "../../core/model/notify.ts";
import { isFinding, runSubject, type Subjects } from "./subjects.ts";
import { digestOf } from "../../core/model/texts.ts";

/** An alerted subject of a target that is still open. */
export interface Notice {
  /** Id of the subject. */
  readonly subject: string;
  /** Kind of its latest alert: breaking, likely, release or failed. */
  readonly kind: AlertKind;
  /** Whether it was alerted as a release of the platform. */
  readonly wasRelease?: boolean;
  /** First alert, ISO 8601. */
  readonly since: string;
  /** Its latest alert, as shown by the last run that showed it; earlier versions kept none. */
  readonly alert?: Alert;
}

export interface AlertPlan {
  /** Alerts to send once. */
  readonly alerts: readonly Alert[];
  /** What is open after the run, alerted now or earlier, also if the run could not show it. */
  readonly open: readonly Alert[];
  readonly notices: readonly Notice[];
}

/** Short id of a target. */
export const targetKey = ({ interface: name, address, organization }: DriftTarget): string =>
  `${name} ${address} ${organization}`;

type Cause = Pick<Alert, "kind" | "was" | "since">;

const alertOf = (
  { aliases: _, ...subject }: AlertSubject,
  { kind, was, since }: Cause,
  at: string,
): Alert => ({
  ...subject,
  alert: digestOf([targetKey(subject.target), subject.id, kind, since, at].join("\n"), 24),
  kind,
  ...(was === undefined ? {} : { was }),
  at,
  since,
});

const kinds = { error: "breaking", warning: "likely", info: "release" } as const;

const kindOf = ({ id, severity }: AlertSubject): AlertKind =>
  id === runSubject ? "failed" : kinds[severity];

/** Least severe first. */
const weights: readonly AlertKind[] = ["release", "likely", "breaking"];

/** Whether a subject was not alerted yet, or only with less severity. */
const isNews = (kind: AlertKind, { breadth }: AlertSubject, notice: Notice | undefined): boolean =>
  notice === undefined ||
  weights.indexOf(kind) > weights.indexOf(notice.kind) ||
  (breadth?.isRelease === true && notice.wasRelease !== true);

const noticeOf = (alert: Alert, before: Notice | undefined): Notice => ({
  subject: alert.id,
  kind: alert.kind,
  since: alert.since,
  alert,
  ...(alert.breadth?.isRelease === true || before?.wasRelease === true ? { wasRelease: true } : {}),
});

/** Whether a run that does not show a subject leaves open whether it is gone: each run tries only a part. */
const isInconclusive = ({ subject }: Notice, { failure, known = [] }: Subjects): boolean =>
  failure !== undefined || (isFinding(subject) && !known.includes(subject));

/**
 * Compares a run with earlier alerts. A subject is alerted once, again if a likely change is confirmed or turns out to
 * be a release, and when it is gone; accepted ones are dropped silently. A failed run shows nothing to be gone, and a
 * run that does not show a finding may leave it open.
 */
export const planAlerts = (before: readonly Notice[], run: Subjects): AlertPlan => {
  const { at, failure, recovery } = run;
  const noticedAs = new Map(before.map((notice) => [notice.subject, notice]));
  // Earlier runs may have known only a part of it, and earlier versions its facts.
  const noticed = ({ id, aliases = [] }: AlertSubject): Notice | undefined =>
    [id, ...aliases].flatMap((one) => noticedAs.get(one) ?? [])[0];
  const current = (failure === undefined ? run.open : [failure]).map((subject) => {
    const kind = kindOf(subject);
    const notice = noticed(subject);
    const since = notice?.since ?? at;
    const alert = alertOf(subject, { kind, since }, at);
    return { alert, before: notice, notice: noticeOf(alert, notice), isNews: isNews(kind, subject, notice) };
  });
  const recovered = failure === undefined && recovery !== undefined ? [recovery] : [];
  const gone = [...recovered, ...run.gone].flatMap((subject) => {
    const notice = noticed(subject);
    if (notice === undefined) return [];
    // Receivers know it by the id of its first alert.
    const known = { ...subject, id: notice.subject };
    const alert = alertOf(known, { kind: "gone", was: notice.kind, since: notice.since }, at);
    return [{ alert, notice }];
  });
  const settled = new Set([...current.map(({ before: one }) => one), ...gone.map(({ notice }) => notice)]);
  const kept = before.filter((notice) => !settled.has(notice) && isInconclusive(notice, run));
  return {
    alerts: [...current.filter((one) => one.isNews), ...gone].map(({ alert }) => alert),
    open: [...current.map(({ alert }) => alert), ...kept.flatMap(({ alert }) => alert ?? [])],
    notices: [...kept, ...current.map(({ notice }) => notice)],
  };
};
