import { faultsOf } from "./fault.ts";
import { onSuccess } from "./support/wrappers.ts";
import { onCount, afterWrites, withStatus } from "./support/later.ts";
import { afterwards } from "./support/over-time.ts";
import { crmError } from "./support/answers.ts";

const types = "listContactMethodTypes";

const namesIn = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : []);

export const faults = faultsOf("CRM-23", {
  gross: {
    "contact-method-types-have-ids": [
      "The types are objects with id and name",
      onSuccess(types, (body) => namesIn(body).map((name, index) => ({ id: index + 1, name }))),
    ],
    "contact-method-types-in-an-envelope": [
      "The types are wrapped in list and total",
      onSuccess(types, (body) => ({ list: body, total: namesIn(body).length })),
    ],
    "contact-method-types-are-a-map": [
      "The types are an object from id to name",
      onSuccess(types, (body) => ({ ...namesIn(body) })),
    ],
  },
  structural: {
    "contact-method-types-are-one-text": [
      "The types are one string, separated by commas",
      onSuccess(types, (body) => namesIn(body).join(", ")),
    ],
    "contact-method-types-hold-a-null": [
      "A type that was deleted is null among the others",
      onSuccess(types, (body) => [...namesIn(body), null]),
    ],
    "contact-method-types-hold-a-number": [
      "A type whose name is made of digits is written as a number",
      onSuccess(types, (body) => [...namesIn(body), 24]),
    ],
  },
  behavioural: {
    "types-fail-after-a-forbidden-read": [
      "The types of contact methods cannot be read right after a key without permission has asked for them",
      afterwards(
        (incoming, { status }) => incoming.operation === types && status === 403,
        [types],
        () => crmError(404, "NOT_FOUND", "There are no types."),
      ),
    ],
    "contact-method-types-run-out": [
      "From the sixth time on the list of types has no content",
      onCount(["listContactMethodTypes"], (count) => count > 5, withStatus(204)),
      {
        alsoBreaks: {
          "CRM-05": "No type is known any more.",
          "CRM-35": "Tokens are tried by it.",
          "CRM-48": "The limit is counted by it.",
        },
      },
    ],
    "contact-method-types-are-an-empty-answer-after-a-write": [
      "Once a note was replaced, the list of types is answered with 200 and nothing",
      afterWrites(["listContactMethodTypes"], ["replaceContactNote"], (outgoing) => ({
        ...outgoing,
        body: "",
      })),
    ],
  },
});
