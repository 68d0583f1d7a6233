import { faultsOf } from "./fault.ts";
import { errorStatuses } from "./support/answers.ts";
import { asArray, objectOf, property, renamed, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

/** Without the root key it is one of the other bodies that some endpoints still return (U-24). */
const lacksRoot = { severity: "warning" } as const;

export const faults = faultsOf("CRM-40", {
  gross: {
    "error-envelopes-have-a-capital": [
      "The root of an error body is spelt Error",
      onBody("crm", renamed("error", "Error"), errorStatuses),
      lacksRoot,
    ],
    "error-envelopes-have-a-plural-root": [
      "The root of an error body is called errors",
      onBody("crm", renamed("error", "errors"), errorStatuses),
      lacksRoot,
    ],
    "errors-without-an-envelope": [
      "code, message and details of a 400, 404 or 422 are at the root",
      onBody("crm", (body) => property(body, "error"), [400, 404, 422]),
      lacksRoot,
    ],
    "error-codes-are-words": [
      "An error's code is spelt in camelCase",
      onField(
        "crm",
        "error/code",
        (code) =>
          String(code)
            .toLowerCase()
            .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        errorStatuses,
      ),
      { alsoBreaks: { "CRM-43": "The code of a status is stated with its spelling." } },
    ],
  },
  structural: {
    "errors-without-a-message": ["A 404 has no message", onBody("crm", droppingPaths("error/message"), 404)],
    "error-messages-by-language": [
      "The message of a 422 is an object with a text for each language",
      onField("crm", "error/message", (en) => ({ en }), 422),
    ],
    "error-details-are-a-map": [
      "details of a 422 is an object from field to message",
      onField(
        "crm",
        "error/details",
        (details) =>
          Object.fromEntries(
            asArray(details).map((one) => [String(property(one, "field")), property(one, "message")]),
          ),
        422,
      ),
    ],
    "error-is-the-code-alone": [
      "error of a 403 is the code, and message is beside it",
      onBody(
        "crm",
        (body) => {
          const { code, message } = objectOf(property(body, "error"));
          return { error: code, message };
        },
        403,
      ),
    ],
  },
  behavioural: {
    "error-codes-are-the-status-of-malformed-bodies": [
      "code is the number of the status where the body was not parsed",
      onField("crm", "error/code", 400, 400),
    ],
  },
});
