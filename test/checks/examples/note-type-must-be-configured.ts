import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    { answers: { "*": { status: 422 }, configured: {} } },
    // Which status refuses it is not stated.
    { answers: { "*": { status: 400 }, configured: {} } },
    { answers: { "*": { status: 404 }, configured: {} } },
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
