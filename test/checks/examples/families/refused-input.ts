import type { ActiveExamples, Family } from "../../kit/example.ts";

export const active: Family<ActiveExamples> = {
  "bad-input-is-refused": {
    pass: {
      "addEventContact with a body without its required field": 422,
      "addEventContact with true for an integer": 422,
      "addEventContact with an unknown id": 404,
      "replaceContactNote with an unknown id": 404,
      "*": 400,
    },
    otherwise: {
      "a run may name records that nobody has declared": {
        isLive: true,
        answers: { "addEventContact with an unknown id": 403 },
      },
      "a refusal is in the canonical envelope": {
        "addEventContact with malformed JSON cut off": { status: 400, text: "Bad Request" },
      },
    },
    fails: {
      "CRM-45: An event that there is not gets 403": { "addEventContact with an unknown id": 403 },
      "CRM-45: JSON that does not parse gets 500 from the replacement of a note": {
        "replaceContactNote with malformed JSON cut off": 500,
      },
      "CRM-45: The replacement of a note reads JSON with a comma too many": {
        "replaceContactNote with malformed JSON with a comma at the end": 200,
      },
      "CRM-45: True is the first individual": { "addEventContact with true for an integer": 200 },
      "CRM-45: Nothing at all is added to an event": { "addEventContact with an empty body": 500 },
      "CRM-45: A missing contactIndividualId gets 400": {
        "addEventContact with a body without its required field": 400,
      },
    },
  },
  "note-type-must-be-configured": {
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
      "CRM-11: Note types are compared as patterns": {
        "a note of a type that is a wildcard": 200,
      },
      "CRM-11: The type of a note without a text is not validated": {
        "a note with nothing but a type that is not configured": 200,
      },
    },
  },
  "malformed-query-is-refused": {
    pass: { seed: 1, answers: { "queryGifts with malformed JSON in single quotes": 400 } },
    otherwise: {
      "what cannot be read is refused with 400": { "queryGifts with malformed JSON in single quotes": 404 },
    },
    fails: {
      "DON-20: Malformed JSON in a query ends in an error of the server": {
        "queryGifts with malformed JSON in single quotes": 500,
      },
    },
  },
  "malformed-replacement-is-refused": {
    pass: { "*": 400 },
    otherwise: {
      "what cannot be read is refused with 400": { "*": 404 },
      "a replacement is taken as it is declared": { "*": { status: 400, text: "Bad Request" } },
    },
    fails: {
      "DON-20: A replacement that cannot be read is answered with 200 and changes nothing": {
        "replaceProject with malformed JSON cut off": 200,
      },
    },
  },
};
