import { defineFault, type Fault } from "./fault.ts";
import { errorStatuses, onCrmError } from "./support/answers.ts";
import { drop, edit, objectOf, property, rename } from "./support/edit.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "error-envelopes-have-a-capital",
    fact: "CRM-40",
    grade: "gross",
    title: "The root of an error body is spelt Error",
    wrap: onCrmError(errorStatuses, (body) => rename(body, "error", "Error")),
  }),
  defineFault({
    id: "error-envelopes-have-a-plural-root",
    fact: "CRM-40",
    grade: "gross",
    title: "The root of an error body is called errors",
    wrap: onCrmError(errorStatuses, (body) => rename(body, "error", "errors")),
  }),
  defineFault({
    id: "errors-without-an-envelope",
    fact: "CRM-40",
    grade: "gross",
    title: "code, message and details of a 400, 404 or 422 stand at the root",
    wrap: onCrmError([400, 404, 422], (body) => property(body, "error")),
  }),
  defineFault({
    id: "error-codes-are-words",
    fact: "CRM-40",
    grade: "gross",
    title: "An error's code is spelt in camelCase",
    drags: { "CRM-43": "The code of a status is stated with its spelling." },
    wrap: onCrmError(errorStatuses, (body) =>
      edit(body, "error/code", (code) =>
        String(code)
          .toLowerCase()
          .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      ),
    ),
  }),
  defineFault({
    id: "errors-without-a-message",
    fact: "CRM-40",
    grade: "structural",
    title: "A 404 has no message",
    wrap: onCrmError([404], (body) => drop(body, "error/message")),
  }),
  defineFault({
    id: "error-messages-by-language",
    fact: "CRM-40",
    grade: "structural",
    title: "The message of a 422 is an object with a text for each language",
    wrap: onCrmError([422], (body) => edit(body, "error/message", (en) => ({ en }))),
  }),
  defineFault({
    id: "error-details-are-a-map",
    fact: "CRM-40",
    grade: "structural",
    title: "details of a 422 is an object from field to message",
    wrap: onCrmError([422], (body) =>
      edit(body, "error/details", (details) =>
        Object.fromEntries(
          (Array.isArray(details) ? details : []).map((one: unknown) => [
            String(property(one, "field")),
            property(one, "message"),
          ]),
        ),
      ),
    ),
  }),
  defineFault({
    id: "error-is-the-code-alone",
    fact: "CRM-40",
    grade: "structural",
    title: "error of a 403 is the code, and message stands beside it",
    wrap: onCrmError([403], (body) => {
      const error = objectOf(property(body, "error"));
      return { error: error["code"], message: error["message"] };
    }),
  }),
  defineFault({
    id: "error-codes-are-the-status-of-malformed-bodies",
    fact: "CRM-40",
    grade: "behavioural",
    title: "code is the number of the status where the body was not parsed",
    wrap: onCrmError([400], (body, { status }) => edit(body, "error/code", () => status)),
  }),
];
