import { createHash } from "node:crypto";
import { isBelowHiddenName } from "../privacy/masked-names.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import type { Documentation } from "./documentation.ts";
import { ownerOf } from "./owner.ts";
import { numberIn } from "./rate-figures.ts";
import { lastToken } from "./sorted-run.ts";
import type { Subject } from "./subject.ts";
import type { TextClass } from "./text-class.ts";

/** Forms of text that one serializer writes for all fields of a type: when it changes, all of them do. */
const notations: ReadonlySet<string> = new Set<TextClass>([
  "decimal",
  "grouped-number",
  "date",
  "utc-date-time",
  "offset-date-time",
  "local-date-time",
  "http-date",
  "boolean-text",
  "uuid",
]);

type FieldLocation = Pick<Subject, "interface" | "operation" | "status" | "pointer">;

const fieldIn = (subject: FieldLocation, documentation: Documentation): readonly string[] => {
  const { kind, name, path } = ownerOf(subject, documentation);
  return [kind, name, path];
};

const isOfBody = ({ pointer }: Subject): boolean => pointer.lastIndexOf("/") === 0;

/**
 * A new field is one change wherever it appears. Of names that are hidden, nobody knows whether they are the same: only
 * what comes to bodies themselves is taken for one.
 */
const additionOf = (subject: Subject, documentation: Documentation): readonly string[] =>
  isBelowHiddenName(subject.pointer) && !isOfBody(subject)
    ? fieldIn(subject, documentation)
    : [lastToken(subject.pointer)];

/** Refusals change for all operations at once, what is served for each one alone. */
const moveOf = ({ operation, detail }: Subject): readonly string[] =>
  Number.parseInt(detail, 10) >= 400 ? [detail] : [operation, detail];

const isWhole = ({ pointer }: Subject): boolean => pointer === "";

/** Numbers are of one type, with a fraction or without. */
const typeOf = ({ detail }: Subject): string => (detail === "integer" ? "number" : detail);

const partsOf = (
  { subject, before }: Pick<ChangeCandidate, "subject" | "before">,
  documentation: Documentation,
): readonly string[] => {
  const { kind, operation, status = 0, detail } = subject;
  switch (kind) {
    case "operation-removed":
      return [kind, operation];
    case "status-changed":
      return [kind, ...moveOf(subject)];
    case "error-form-changed":
      return [kind, detail, status >= 500 ? "5XX" : "4XX"];
    case "header-appeared":
      return [kind, detail];
    case "rate-changed":
      return [kind, String(numberIn(detail))];
    case "latency-changed":
      return [kind, detail];
    case "field-added":
      return [kind, ...additionOf(subject, documentation)];
    case "field-removed":
    case "presence-dropped":
      return ["absent", ...fieldIn(subject, documentation)];
    case "null-appeared":
      return [kind, ...fieldIn(subject, documentation)];
    case "type-changed":
      return [
        kind,
        ...fieldIn(subject, documentation),
        isWhole(subject) ? `body ${detail}` : typeOf(subject),
      ];
    case "format-changed":
      return notations.has(before) && notations.has(detail)
        ? [kind, before, detail]
        : [kind, ...fieldIn(subject, documentation), detail];
    case "value-added":
      return [kind, ...fieldIn(subject, documentation), detail];
  }
};

/**
 * By what changes of one cause are known: the same for every operation, run, target and organization that shows it, since
 * nothing in it is counted.
 */
export const causeOf = (
  change: Pick<ChangeCandidate, "subject" | "before">,
  documentation: Documentation,
): string => [change.subject.interface, ...partsOf(change, documentation)].join("\n");

/** Which field a change is about, the same in every operation. */
export const fieldOf = (subject: FieldLocation, documentation: Documentation): string =>
  [subject.interface, ...fieldIn(subject, documentation)].join("\n");

/** Twelve hex digits of a cause. */
export const causeFingerprint = (cause: string): string =>
  createHash("sha256").update(`drift cause\n${cause}`).digest("hex").slice(0, 12);
