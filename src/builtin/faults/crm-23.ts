import { faultsOf } from "./fault.ts";
import { crmError } from "./support/answers.ts";
import { asArray } from "./support/edit.ts";
import { bodiless, onAnswer, onBody, status } from "./support/rows.ts";
import { after, everAfter, from } from "./support/rules.ts";

const types = "listContactMethodTypes";

export const faults = faultsOf("CRM-23", {
  gross: {
    "contact-method-types-have-ids": [
      "The types are objects with id and name",
      onBody(types, (body) => asArray(body).map((name, index) => ({ id: index + 1, name }))),
    ],
    "contact-method-types-in-an-envelope": [
      "The types are wrapped in list and total",
      onBody(types, (body) => ({ list: body, total: asArray(body).length })),
    ],
    "contact-method-types-are-a-map": [
      "The types are an object from id to name",
      onBody(types, (body) => ({ ...asArray(body) })),
    ],
  },
  structural: {
    "contact-method-types-are-one-text": [
      "The types are one string, separated by commas",
      onBody(types, (body) => asArray(body).join(", ")),
    ],
    "contact-method-types-hold-a-null": [
      "A type that was deleted is null among the others",
      onBody(types, (body) => [...asArray(body), null]),
    ],
    "contact-method-types-hold-a-number": [
      "A type whose name is made of digits is written as a number",
      onBody(types, (body) => [...asArray(body), 24]),
    ],
  },
  behavioural: {
    "types-fail-after-a-forbidden-read": [
      "The types of contact methods cannot be read right after a key without permission has asked for them",
      onAnswer(types, crmError(404, "There are no types."), after(types, 403)),
    ],
    "contact-method-types-run-out": [
      "From the sixth time on the list of types has no content",
      onAnswer("listContactMethodTypes", status(204), from(6)),
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
      onAnswer("listContactMethodTypes", bodiless, everAfter("replaceContactNote")),
    ],
  },
});
