import type { ActiveExamples } from "../kit/example.ts";
import { readingIds } from "../kit/reading-ids.ts";

const reading = readingIds("troublesome-contact-ids-find-nothing");

export const examples: ActiveExamples = {
  passes: [reading((id) => id)],
  otherwise: [
    { assumes: "what is not an id is not found", ...reading((id) => id, { status: 400 }) },
    { assumes: "nothing is found without a word", ...reading((id) => id, { status: 204 }) },
    { assumes: "a success shows a contact", ...reading((id) => id, { body: { data: null } }) },
  ],
  fails: [
    {
      what: "letters behind a contact's id are passed over",
      blames: "CRM-22",
      ...reading((id) => String(Number.parseInt(id, 10))),
      says: "a read by an id with letters behind it answers the record without it",
    },
    {
      what: "an id that is too wide is a server fault",
      blames: "CRM-22",
      answers: {
        ...reading((id) => id).answers,
        "getContact by an id that is 2^64 too large": { status: 500 },
        "getContact by an id that is 2^64 too large again": { status: 500 },
      },
      says: "a read by an id that is 2^64 too large fails",
    },
    {
      what: "what follows a NUL in a contact's id is passed over",
      blames: "CRM-22",
      ...reading((id) => id.replace(/\0.*$/, "")),
      says: "a read by an id with a NUL behind it answers the record without it",
    },
  ],
};
