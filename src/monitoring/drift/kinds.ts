import type { DriftKind, Share } from "../../core/model/drift.ts";
import { listOf } from "../../core/output/list-of.ts";
import { isBelowHiddenName, isHiddenName } from "../../core/privacy/masked-names.ts";
import { isNotation } from "../../core/problems/cluster.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { inBackticks, type GroupParts, lastNameOf } from "./group-message.ts";
import type { History } from "./history.ts";
import { type LocationHistory, otherValue, pastOfType, textCount, typedCount } from "./location-history.ts";
import { fieldParts } from "./owner.ts";
import { numberIn } from "../../core/shapes/rate-figures.ts";
import { lastToken, locationKey } from "./sorted-run.ts";
import { detailOf, type Feature, type Place, type Subject, type SubjectOf } from "./subject.ts";
import { variants } from "../../core/shapes/variant.ts";

/** A change of one kind. */
type ChangeOf<Name extends DriftKind> = ChangeCandidate & { readonly subject: SubjectOf<Name> };

/** Texts and rules that depend only on the kind of a change. */
interface Kind<Name extends DriftKind = DriftKind> {
  /** Short summary of what happened to a field or an operation, with names in backticks. */
  title(parts: GroupParts, field: string): string;
  /** One sentence about a change at a location, with its frequency. */
  message(change: ChangeOf<Name>, location: string, often: string): string;
  /** What to change in a consumer's code: sentences with names in backticks. */
  advice(parts: GroupParts, field: string): string;
  /** What changes of one cause have in common, besides their interface. */
  cause(change: Pick<ChangeOf<Name>, "subject" | "before">, documentation: Documentation): readonly string[];
  /** How often a location has shown the state of such a change. */
  shareAt?(past: LocationHistory, feature: Feature & { readonly kind: Name }): Share;
  /** Whether a history shows the state of such a change at times; default: whenever the share is nonzero. */
  isUsual?(history: History, subject: SubjectOf<Name>): boolean;
}

const answersOf = ({ answers }: History, { operation, status = 0 }: Place) =>
  answers.get(`${operation} ${status}`);

/** At a location, with any details. */
const isUsualAt = (
  history: History,
  { operation, status = 0, pointer }: Place,
  isUsual: (past: LocationHistory) => boolean,
): boolean =>
  variants.some((variant) => {
    const past = history.locations.get(locationKey({ operation, status, variant, pointer }));
    return past !== undefined && isUsual(past);
  });

const absent = ({ parents, seen }: LocationHistory): Share => ({ count: parents - seen, of: parents });

const isWhole = ({ pointer }: Place): boolean => pointer === "";

const isOfBody = ({ pointer }: Place): boolean => pointer.lastIndexOf("/") === 0;

const byKind: { readonly [Name in DriftKind]: Kind<Name> } = {
  "operation-removed": {
    title: ({ operations, lead: { now } }) =>
      `${listOf(operations)} is no longer served: every request is answered with ${now}`,
    message: ({ now }, _, often) =>
      `It was served until now; every request is answered with ${now}, ${often} times.`,
    advice: ({ operations }) => `Stop calling ${listOf(operations)}, and ask the platform what replaces it.`,
    cause: ({ subject: { operation } }) => ["operation-removed", operation],
  },
  "field-added": {
    title({ lead, models }) {
      const of = models.length === 0 ? "" : ` of ${listOf(models)}`;
      return isHiddenName(lead.subject.pointer)
        ? `There is a new field${of}`
        : `${inBackticks(lastNameOf(lead))} is a new field${of}`;
    },
    message: ({ subject, now }, location, often) =>
      isHiddenName(subject.pointer)
        ? `${location} is new: ${now}, in ${often}; its name is reported once most of at least three records have it.`
        : `${location} is new: ${now}, in ${often}.`,
    advice: () => "Nothing breaks, unless your code refuses unknown fields.",
    // A new field is one change wherever it appears. Hidden names may differ, so only those in bodies themselves count
    // as one.
    cause: ({ subject }, documentation) => [
      "field-added",
      ...(isBelowHiddenName(subject.pointer) && !isOfBody(subject)
        ? fieldParts(subject, documentation)
        : [lastToken(subject.pointer)]),
    ],
    shareAt: ({ seen, parents }) => ({ count: seen, of: parents }),
  },
  "field-removed": {
    title: ({ renamed }, field) =>
      renamed === undefined
        ? `${field} is gone`
        : `${field} is now called ${inBackticks(lastNameOf(renamed))}`,
    message: ({ before }, location, often) => `${location}, ${before} until now, is absent in ${often}.`,
    advice: ({ renamed }, field) =>
      renamed === undefined
        ? `Stop reading ${field}, or handle answers without it.`
        : `Read ${inBackticks(lastNameOf(renamed))} where your code reads ${field}. Accept both names while the change is rolled out.`,
    cause: ({ subject }, documentation) => ["absent", ...fieldParts(subject, documentation)],
    shareAt: absent,
    isUsual(history, subject) {
      const { operation, status = 0, pointer } = subject;
      const isKnown = variants.some((variant) =>
        history.locations.has(locationKey({ operation, status, variant, pointer })),
      );
      // A field that was never there is usually absent.
      return isKnown
        ? isUsualAt(history, subject, ({ parents, seen }) => parents > 0 && seen === 0)
        : answersOf(history, subject) !== undefined;
    },
  },
  "type-changed": {
    title: ({ lead: { subject, before, now } }, field) =>
      `${isWhole(subject) ? "The body" : field}, so far ${before}, is ${now}`,
    message: ({ subject, before, now }, location, often) =>
      `${isWhole(subject) ? "The body" : location}, so far ${before}, is ${now} in ${often}.`,
    advice: ({ lead: { subject, before, now } }, field) =>
      isWhole(subject)
        ? `Read a body of the form ${now}.`
        : `Read ${field} as ${now}. Accept ${before} as well while the change is rolled out.`,
    cause({ subject }, documentation) {
      const detail = detailOf(subject);
      // Numbers are one type, with or without a fraction.
      const type = isWhole(subject) ? `body ${detail}` : detail === "integer" ? "number" : detail;
      return ["type-changed", ...fieldParts(subject, documentation), type];
    },
    shareAt: (past, feature) => ({
      count: "type" in feature ? pastOfType(past, feature.type) : 0,
      of: typedCount(past),
    }),
  },
  "null-appeared": {
    title: ({ lead: { before } }, field) => `${field}, so far ${before}, can be null`,
    message: ({ before }, location, often) => `${location}, so far ${before}, is null in ${often}.`,
    advice: (_, field) => `Handle null in ${field}.`,
    cause: ({ subject }, documentation) => ["null-appeared", ...fieldParts(subject, documentation)],
    shareAt: (past) => ({ count: pastOfType(past, "null"), of: typedCount(past) }),
  },
  "presence-dropped": {
    title: ({ lead: { before } }, field) => `${field}, ${before} until now, is absent in some records`,
    message: ({ before }, location, often) => `${location}, ${before} until now, is absent in ${often}.`,
    advice: (_, field) => `Handle answers without ${field}.`,
    cause: ({ subject }, documentation) => ["absent", ...fieldParts(subject, documentation)],
    shareAt: absent,
  },
  "format-changed": {
    title: ({ lead: { before, now } }, field) => `${field}, so far ${before}, has the form ${now}`,
    message: ({ before, now }, location, often) =>
      `${location}, so far ${before}, has the form ${now} in ${often}.`,
    advice: ({ lead: { now } }, field) => `Parse ${field} as ${now}.`,
    cause: ({ subject, before }, documentation) =>
      isNotation(before) && isNotation(subject.text)
        ? ["format-changed", before, subject.text]
        : ["format-changed", ...fieldParts(subject, documentation), subject.text],
    shareAt: (past, { text }) => ({ count: past.forms.get(text) ?? 0, of: textCount(past) }),
  },
  "value-added": {
    title: ({ lead: { before, now } }, field) => `${field}, so far ${before}, can be ${now}`,
    message: ({ before, now }, location, often) => `${location}, so far ${before}, holds ${now} in ${often}.`,
    advice: (_, field) => `Handle values of ${field} that your code does not know.`,
    cause: ({ subject }, documentation) => [
      "value-added",
      ...fieldParts(subject, documentation),
      subject.value,
    ],
    isUsual: (history, subject) =>
      isUsualAt(history, subject, ({ values, otherValues }) =>
        subject.value === otherValue
          ? otherValues > 0
          : [...values.keys()].some((value) => String(value) === subject.value),
      ),
  },
  "status-changed": {
    title: ({ operations, lead: { before, now } }) =>
      `${listOf(operations)}, so far answered with ${before}, ${operations.length === 1 ? "is" : "are"} answered with ${now}`,
    message: ({ before, now }, _, often) =>
      `Requests so far answered with ${before} are answered with ${now}, ${often} times.`,
    advice: ({ lead: { before, now } }) => `Handle the status ${now} where your code expects ${before}.`,
    // Refusals change for all operations together, other answers for each one separately.
    cause: ({ subject }) => [
      "status-changed",
      ...(subject.from >= 400 ? [] : [subject.operation]),
      detailOf(subject),
    ],
    isUsual(history, { operation, to }) {
      return [...history.probes].some(
        ([key, statuses]) => key.startsWith(`${operation} `) && statuses.has(to),
      );
    },
  },
  "error-form-changed": {
    title: ({ statuses, lead: { subject, before, now } }) =>
      `Errors of ${subject.interface} (${statuses.join(", ")}), so far ${before}, have the form ${now}`,
    message: ({ before, now }, _, often) => `The error, so far ${before}, has the form ${now} in ${often}.`,
    advice: ({ lead: { subject, now } }) =>
      `Read the errors of ${subject.interface} in the form ${now}. Until then your code may show no message, or fail while it reads one.`,
    cause: ({ subject: { form, status = 0 } }) => ["error-form-changed", form, status >= 500 ? "5XX" : "4XX"],
    isUsual: (history, subject) => answersOf(history, subject)?.forms.has(subject.form) === true,
  },
  "header-appeared": {
    title: ({ lead: { now } }) => `The header ${inBackticks(now)} is new`,
    message: ({ now }, _, often) => `The header ${now} is new, in ${often} answers.`,
    advice: () => "Nothing breaks.",
    cause: ({ subject: { header } }) => ["header-appeared", header],
    isUsual: ({ whole }, { header }) => whole.headers.has(header),
  },
  "rate-changed": {
    title: ({ lead: { before, now } }) => `The announced limit, so far ${before}, is ${now}`,
    message: ({ before, now }, _, often) => `The announced limit, so far ${before}, is ${now} in ${often}.`,
    advice: ({ lead: { now } }) => `Send no more requests than ${now} allows.`,
    cause: ({ subject: { figure } }) => ["rate-changed", String(numberIn(figure))],
  },
  "latency-changed": {
    title: ({ lead: { before, now } }) => `Answers, so far ${before}, are ${now}`,
    message: ({ subject, before, now }, _, often) =>
      `Answers, so far ${before}, now come ${now.replace("mostly ", "mostly in ")}: ${subject.direction} in ${often}.`,
    advice: ({ lead: { subject } }) =>
      subject.kind === "latency-changed" && subject.direction === "slower"
        ? "Check the time-outs of your client."
        : "Nothing to do.",
    cause: ({ subject: { direction } }) => ["latency-changed", direction],
  },
};

/** What holds for any change, by its kind. */
export const kindsOfDrift: Readonly<Record<DriftKind, Kind>> = byKind;

/** Whether a history shows a change's state at times. */
export const isUsualFor = (history: History, subject: Subject): boolean => {
  const { isUsual, shareAt } = kindsOfDrift[subject.kind];
  if (isUsual !== undefined) return isUsual(history, subject);
  return shareAt !== undefined && isUsualAt(history, subject, (past) => shareAt(past, subject).count > 0);
};
