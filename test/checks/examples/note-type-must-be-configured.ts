import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 422, "valid input": 200 },
  otherwise: {
    "a type that nobody has configured is a broken rule (422)": { "*": 400 },
    "a type that nobody has configured is a broken rule, not something that is missing": { "*": 404 },
    "the configured type is taken": { isUnjudged: true, answers: { "valid input": 422 } },
  },
  fails: {
    "CRM-11: An unknown note type is refused as a duplicate": {
      "a note of a type that is not configured": 409,
    },
    "CRM-11: An unknown note type is refused by the database alone, as a 500": {
      "a note with nothing but a type that is not configured": 500,
    },
    "CRM-11: The type of a note without a text is not validated": {
      "a note with nothing but a type that is not configured": 200,
    },
  },
};
