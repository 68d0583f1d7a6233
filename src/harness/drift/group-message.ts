import { listOf } from "../output/list-of.ts";
import { isHiddenName } from "../privacy/masked-names.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import type { Owner } from "./owner.ts";
import { lastToken } from "./sorted-run.ts";

/** What is said of a group: of the heaviest of its changes, where it is open. */
export interface GroupParts {
  readonly lead: ChangeCandidate;
  /** What a field that went is called now. */
  readonly renamed: ChangeCandidate | undefined;
  readonly owner: Owner;
  /** Models whose values show it. */
  readonly models: readonly string[];
  /** Sorted; without `*`. */
  readonly operations: readonly string[];
  readonly statuses: readonly number[];
}

const code = (text: string): string => `\`${text}\``;

/** What the last token of its location is called. */
export const lastNameOf = ({ subject }: ChangeCandidate): string => lastToken(subject.pointer);

/** `Donor.addresses.city`; `city` of `/v1/users` where the OpenAPI documents describe no model. */
export const fieldNameOf = ({ owner, lead }: GroupParts): string => {
  const tokens = owner.path.split("/").filter((token) => token !== "");
  if (owner.kind === "model") return code([owner.name, ...tokens].join("."));
  const path = code(tokens.length === 0 ? lead.subject.pointer : tokens.join("."));
  return owner.kind === "resource" ? `${path} of ${code(owner.name)}` : path;
};

const where = ({ operations, lead }: GroupParts): string =>
  operations.length === 0 ? `everywhere in ${lead.subject.interface}` : `in ${listOf(operations)}`;

const typed = (change: ChangeCandidate, otherwise: string): string =>
  `${lastNameOf(change)}: ${change.traits?.shape ?? otherwise}`;

/** The shape before and the shape now. */
export const shapesOf = ({
  lead,
  renamed,
}: GroupParts): { readonly before: string; readonly now: string } => {
  const { before, now } = lead;
  switch (lead.subject.kind) {
    case "field-added":
      return { before: "absent", now: typed(lead, now) };
    case "field-removed":
      return {
        before: typed(lead, before),
        now: renamed === undefined ? "absent" : typed(renamed, renamed.now),
      };
    case "null-appeared":
      return { before, now: `${before} or null` };
    default:
      return { before, now };
  }
};

const addedTitle = ({ lead, models }: GroupParts): string => {
  const of = models.length === 0 ? "" : ` of ${listOf(models)}`;
  return isHiddenName(lead.subject.pointer)
    ? `There is a new field${of}`
    : `${code(lastNameOf(lead))} is a new field${of}`;
};

const errorsTitle = ({ lead, statuses }: GroupParts): string =>
  `Errors of ${lead.subject.interface} (${statuses.join(", ")}), so far ${lead.before}, have the form ${lead.now}`;

/** What happened, in few words, names in backticks. */
export const groupTitle = (parts: GroupParts): string => {
  const { subject, before, now } = parts.lead;
  const field = fieldNameOf(parts);
  switch (subject.kind) {
    case "operation-removed":
      return `${listOf(parts.operations)} is not served any more: whatever is asked, the answer is ${now}`;
    case "field-added":
      return addedTitle(parts);
    case "field-removed":
      return parts.renamed === undefined
        ? `${field} is gone`
        : `${field} is now called ${code(lastNameOf(parts.renamed))}`;
    case "presence-dropped":
      return `${field}, ${before} until now, is absent in some records`;
    case "type-changed":
      return `${subject.pointer === "" ? "The body" : field}, so far ${before}, is ${now}`;
    case "null-appeared":
      return `${field}, so far ${before}, can be null`;
    case "format-changed":
      return `${field}, so far ${before}, has the form ${now}`;
    case "value-added":
      return `${field}, so far ${before}, can be ${now}`;
    case "status-changed":
      return `${listOf(parts.operations)}, so far answered with ${before}, ${parts.operations.length === 1 ? "is" : "are"} answered with ${now}`;
    case "error-form-changed":
      return errorsTitle(parts);
    case "header-appeared":
      return `The header ${code(now)} is new`;
    case "rate-changed":
      return `The announced limit, so far ${before}, is ${now}`;
    case "latency-changed":
      return `Answers, so far ${before}, are ${now}`;
  }
};

/** The same as a sentence that says where. */
export const groupMessage = (parts: GroupParts): string =>
  parts.lead.subject.kind === "operation-removed" || parts.lead.subject.kind === "status-changed"
    ? `${groupTitle(parts)}.`
    : `${groupTitle(parts)} ${where(parts)}.`;
