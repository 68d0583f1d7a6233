import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 422 }, configured: {} } }],
  otherwise: [
    {
      assumes: "a type that nobody has configured is a broken rule (422)",
      answers: { "*": { status: 400 } },
    },
    {
      assumes: "a type that nobody has configured is a broken rule, not something that is missing",
      answers: { "*": { status: 404 } },
    },
    { assumes: "the configured type is taken", isUnjudged: true, answers: { configured: { status: 422 } } },
  ],
  fails: [
    {
      what: "An unknown note type is refused as a duplicate",
      blames: "CRM-11",
      answers: { "a note of a type that is not configured": { status: 409 } },
    },
    {
      what: "An unknown note type is refused by the database alone, as a 500",
      blames: "CRM-11",
      answers: { "a note with nothing but a type that is not configured": { status: 500 } },
    },
    {
      what: "The type of a note without a text is not validated",
      blames: "CRM-11",
      answers: { "a note with nothing but a type that is not configured": { status: 200 } },
    },
  ],
};
