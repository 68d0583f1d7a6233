import { type Fault, faultsOf } from "./fault.ts";
import { crmError, errorStatuses, parse, withJson } from "./support/answers.ts";
import { edit } from "./support/edit.ts";
import { type Of, onAnswer, onField } from "./support/rows.ts";
import { address, every } from "./support/rules.ts";

const calling = (status: number, code: string, of: Of = "crm"): Fault["wrap"] =>
  onField(of, "error/code", code, status);

export const faults = faultsOf("CRM-43", {
  gross: {
    "every-error-has-the-same-code": [
      "The code of every error is ERROR",
      onField("crm", "error/code", "ERROR", errorStatuses),
    ],
    "error-codes-hold-the-status": [
      "The code of an error is HTTP_ and its status",
      onAnswer(
        "crm",
        (outgoing) =>
          withJson(
            outgoing,
            edit(parse(outgoing.body), "error/code", () => `HTTP_${outgoing.status}`),
          ),
        errorStatuses,
      ),
    ],
  },
  structural: {
    "malformed-bodies-are-invalid-json": ["The code of a 400 is INVALID_JSON", calling(400, "INVALID_JSON")],
    "missing-credentials-are-unauthorized": [
      "The code of a 401 is UNAUTHORIZED",
      calling(401, "UNAUTHORIZED"),
    ],
    "missing-permission-is-access-denied": [
      "The code of a 403 is ACCESS_DENIED",
      calling(403, "ACCESS_DENIED"),
    ],
    "unknown-contacts-have-their-own-code": [
      "The code for an unknown contact is CONTACT_NOT_FOUND",
      calling(404, "CONTACT_NOT_FOUND", "getContact"),
    ],
    "conflicts-are-duplicates": ["The code of a 409 is DUPLICATE", calling(409, "DUPLICATE")],
    "rule-violations-are-unprocessable": [
      "The code of a 422 is UNPROCESSABLE",
      calling(422, "UNPROCESSABLE"),
    ],
    "spent-hours-are-too-many-requests": [
      "The code of a 429 is TOO_MANY_REQUESTS",
      calling(429, "TOO_MANY_REQUESTS"),
    ],
  },
  behavioural: {
    "unknown-webhooks-are-malformed-every-second-time": [
      "An unknown webhook gets 404 and 400 by turns, each with its own code",
      onAnswer("getWebhook", crmError(400, "The id is not known."), 404, every(2, address)),
    ],
    "unknown-note-types-are-bad-requests": [
      "The code for an unknown note type is that of a 400, its status 422",
      calling(422, "BAD_REQUEST", "replaceContactNote"),
    ],
    "webhooks-forbid-as-if-unauthenticated": [
      "The code of a 403 is that of a 401 in the read of webhooks",
      calling(403, "UNAUTHENTICATED", "getWebhook"),
    ],
  },
});
