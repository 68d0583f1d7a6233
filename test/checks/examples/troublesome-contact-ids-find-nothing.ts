import type { ActiveExamples } from "../kit/example.ts";
import { readingIds } from "../kit/reading-ids.ts";

const reading = readingIds("troublesome-contact-ids-find-nothing");

export const examples: ActiveExamples = {
  pass: reading((id) => id),
  otherwise: {
    "what is not an id is not found": reading((id) => id, { status: 400 }),
    "nothing is found without a word": reading((id) => id, { status: 204 }),
    "a success shows a contact": reading((id) => id, { body: { data: null } }),
  },
  fails: {
    "CRM-22: letters behind a contact's id are passed over": {
      ...reading((id) => String(Number.parseInt(id, 10))),
      says: "a read by an id with letters behind it answers the record without it",
    },
    "CRM-22: no id is the first contact": {
      ...reading((id) => (id === "0" ? "1" : id)),
      says: "a read by an id of zero answers the record without it",
    },
    "CRM-22: an id that is too wide is a server fault": {
      answers: {
        ...reading((id) => id).answers,
        "getContact by an id that is 2^64 too large": 500,
        "getContact by an id that is 2^64 too large again": 500,
      },
      says: "a read by an id that is 2^64 too large fails",
    },
    "CRM-22: what follows a NUL in a contact's id is passed over": {
      ...reading((id) => id.replace(/\0.*$/, "")),
      says: "a read by an id with a NUL behind it answers the record without it",
    },
  },
};
