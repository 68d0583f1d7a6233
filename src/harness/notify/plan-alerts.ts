import type { DriftTarget } from "../model/drift.ts";
import type { Alert, AlertKind, AlertSubject } from "../model/notify.ts";
import { isFinding, runSubject, type Subjects } from "./subjects.ts";
import { digestOf } from "../model/texts.ts";

/** What was alerted of and is still open, of one target. */
export interface Notice {
  /** Id of the subject. */
  readonly subject: string;
  /** As what it was alerted of last: breaking, likely, release or failed. */
  readonly kind: AlertKind;
  /** Whether it was alerted of as a release of the platform. */
  readonly wasRelease?: boolean;
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

/** From what weighs least. */
const weights: readonly AlertKind[] = ["release", "likely", "breaking"];

/** Whether a subject was not alerted of yet, or only as something less. */
const isNews = (kind: AlertKind, { breadth }: AlertSubject, notice: Notice | undefined): boolean =>
  notice === undefined ||
  weights.indexOf(kind) > weights.indexOf(notice.kind) ||
  (breadth?.isRelease === true && notice.wasRelease !== true);

const noticeOf = ({ id, kind, since, breadth }: Alert, before: Notice | undefined): Notice => ({
  subject: id,
  kind,
  since,
  ...(breadth?.isRelease === true || before?.wasRelease === true ? { wasRelease: true } : {}),
});

/** Whether a run that does not show a subject leaves open whether it is gone: a run tries a part of everything. */
const isInconclusive = ({ subject }: Notice, { failure, known = [] }: Subjects): boolean =>
  failure !== undefined || (isFinding(subject) && !known.includes(subject));

/**
 * Compares a run with what was alerted of before. A subject is alerted of once, once more when a likely change is
 * confirmed or turns out to be a release of the platform, and when it is gone; what was accepted is forgotten without a
 * word. A run that failed says nothing of what is gone, and one that does not show a finding may leave it open.
 */
export const planAlerts = (before: readonly Notice[], run: Subjects): AlertPlan => {
  const { at, failure, recovery } = run;
  const noticedAs = new Map(before.map((notice) => [notice.subject, notice]));
  // Earlier runs may have known a part of it, and earlier versions its facts.
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
    // Whoever was alerted of it knows it by the name that it had then.
    const known = { ...subject, id: notice.subject };
    const alert = alertOf(known, { kind: "gone", was: notice.kind, since: notice.since }, at);
    return [{ alert, notice }];
  });
  const settled = new Set([...current.map(({ before: one }) => one), ...gone.map(({ notice }) => notice)]);
  const kept = before.filter((notice) => !settled.has(notice) && isInconclusive(notice, run));
  return {
    alerts: [...current.filter((one) => one.isNews), ...gone].map(({ alert }) => alert),
    open: current.map(({ alert }) => alert),
    notices: [...kept, ...current.map(({ notice }) => notice)],
  };
};
