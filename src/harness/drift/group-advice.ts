import type { ChangeCandidate } from "./change-candidate.ts";
import { listOf } from "../output/list-of.ts";
import { type GroupParts, fieldNameOf, lastNameOf } from "./group-message.ts";

const code = (text: string): string => `\`${text}\``;

const renamedAdvice = (parts: GroupParts, renamed: ChangeCandidate): string =>
  `Read ${code(lastNameOf(renamed))} where your code reads ${fieldNameOf(parts)}. Accept both names while the change is rolled out.`;

/** What to change in the code of a consumer: sentences, names in backticks. */
export const groupAdvice = (parts: GroupParts): string => {
  const { lead, renamed, operations } = parts;
  const { subject, before, now } = lead;
  const field = fieldNameOf(parts);
  switch (subject.kind) {
    case "operation-removed":
      return `Stop calling ${listOf(operations)}, and ask the platform what replaces it.`;
    case "field-added":
      return "Nothing breaks, unless your code refuses fields that it does not know.";
    case "field-removed":
      return renamed === undefined
        ? `Stop reading ${field}, or handle answers without it.`
        : renamedAdvice(parts, renamed);
    case "presence-dropped":
      return `Handle answers without ${field}.`;
    case "type-changed":
      return subject.pointer === ""
        ? `Read a body of the form ${now}.`
        : `Read ${field} as ${now}. Accept ${before} as well while the change is rolled out.`;
    case "null-appeared":
      return `Handle null in ${field}.`;
    case "format-changed":
      return `Parse ${field} as ${now}.`;
    case "value-added":
      return `Handle values of ${field} that your code does not know.`;
    case "status-changed":
      return `Handle the status ${now} where your code expects ${before}.`;
    case "error-form-changed":
      return `Read the errors of ${subject.interface} in the form ${now}. Until then your code may show no message, or fail while it reads one.`;
    case "header-appeared":
      return "Nothing breaks.";
    case "rate-changed":
      return `Send no more requests than ${now} allows.`;
    case "latency-changed":
      return subject.detail === "slower" ? "Check the time-outs of your client." : "Nothing to do.";
  }
};
