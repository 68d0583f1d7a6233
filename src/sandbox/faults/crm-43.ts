import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault } from "./fault.ts";
import { errorStatuses, onCrmError } from "./support/answers.ts";
import { edit } from "./support/edit.ts";

const calling = (status: number, code: string, operations?: readonly OperationId[]): Fault["wrap"] =>
  onCrmError([status], (body) => edit(body, "error/code", () => code), operations);

const structural = (id: string, title: string, wrap: Fault["wrap"]): Fault =>
  defineFault({ id, fact: "CRM-43", grade: "structural", title, wrap });

export const faults: readonly Fault[] = [
  defineFault({
    id: "every-error-has-the-same-code",
    fact: "CRM-43",
    grade: "gross",
    title: "The code of every error is ERROR",
    wrap: onCrmError(errorStatuses, (body) => edit(body, "error/code", () => "ERROR")),
  }),
  defineFault({
    id: "error-codes-hold-the-status",
    fact: "CRM-43",
    grade: "gross",
    title: "The code of an error is HTTP_ and its status",
    wrap: onCrmError(errorStatuses, (body, { status }) => edit(body, "error/code", () => `HTTP_${status}`)),
  }),
  structural(
    "malformed-bodies-are-invalid-json",
    "The code of a 400 is INVALID_JSON",
    calling(400, "INVALID_JSON"),
  ),
  structural(
    "missing-credentials-are-unauthorized",
    "The code of a 401 is UNAUTHORIZED",
    calling(401, "UNAUTHORIZED"),
  ),
  structural(
    "missing-permission-is-access-denied",
    "The code of a 403 is ACCESS_DENIED",
    calling(403, "ACCESS_DENIED"),
  ),
  structural(
    "unknown-contacts-have-their-own-code",
    "The code for an unknown contact is CONTACT_NOT_FOUND",
    calling(404, "CONTACT_NOT_FOUND", ["getContact"]),
  ),
  structural("conflicts-are-duplicates", "The code of a 409 is DUPLICATE", calling(409, "DUPLICATE")),
  structural(
    "rule-violations-are-unprocessable",
    "The code of a 422 is UNPROCESSABLE",
    calling(422, "UNPROCESSABLE"),
  ),
  structural(
    "spent-hours-are-too-many-requests",
    "The code of a 429 is TOO_MANY_REQUESTS",
    calling(429, "TOO_MANY_REQUESTS"),
  ),
  defineFault({
    id: "unknown-note-types-are-bad-requests",
    fact: "CRM-43",
    grade: "behavioural",
    title: "The code for an unknown note type is that of a 400, its status 422",
    wrap: calling(422, "BAD_REQUEST", ["replaceContactNote"]),
  }),
  defineFault({
    id: "webhooks-forbid-as-if-unauthenticated",
    fact: "CRM-43",
    grade: "behavioural",
    title: "The code of a 403 is that of a 401 in the read of webhooks",
    wrap: calling(403, "UNAUTHENTICATED", ["getWebhook"]),
  }),
];
