import { faultsOf } from "./fault.ts";
import { errorStatuses, onCrmError } from "./support/answers.ts";
import { drop, edit, objectOf, property, rename } from "./support/edit.ts";

export const faults = faultsOf("CRM-40", {
  gross: {
    "error-envelopes-have-a-capital": [
      "The root of an error body is spelt Error",
      onCrmError(errorStatuses, (body) => rename(body, "error", "Error")),
    ],
    "error-envelopes-have-a-plural-root": [
      "The root of an error body is called errors",
      onCrmError(errorStatuses, (body) => rename(body, "error", "errors")),
    ],
    "errors-without-an-envelope": [
      "code, message and details of a 400, 404 or 422 are at the root",
      onCrmError([400, 404, 422], (body) => property(body, "error")),
    ],
    "error-codes-are-words": [
      "An error's code is spelt in camelCase",
      onCrmError(errorStatuses, (body) =>
        edit(body, "error/code", (code) =>
          String(code)
            .toLowerCase()
            .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        ),
      ),
      { alsoBreaks: { "CRM-43": "The code of a status is stated with its spelling." } },
    ],
  },
  structural: {
    "errors-without-a-message": [
      "A 404 has no message",
      onCrmError([404], (body) => drop(body, "error/message")),
    ],
    "error-messages-by-language": [
      "The message of a 422 is an object with a text for each language",
      onCrmError([422], (body) => edit(body, "error/message", (en) => ({ en }))),
    ],
    "error-details-are-a-map": [
      "details of a 422 is an object from field to message",
      onCrmError([422], (body) =>
        edit(body, "error/details", (details) =>
          Object.fromEntries(
            (Array.isArray(details) ? details : []).map((one: unknown) => [
              String(property(one, "field")),
              property(one, "message"),
            ]),
          ),
        ),
      ),
    ],
    "error-is-the-code-alone": [
      "error of a 403 is the code, and message is beside it",
      onCrmError([403], (body) => {
        const error = objectOf(property(body, "error"));
        return { error: error["code"], message: error["message"] };
      }),
    ],
  },
  behavioural: {
    "error-codes-are-the-status-of-malformed-bodies": [
      "code is the number of the status where the body was not parsed",
      onCrmError([400], (body, { status }) => edit(body, "error/code", () => status)),
    ],
  },
});
