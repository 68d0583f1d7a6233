import type { ActiveExamples } from "../kit/example.ts";
import { readingIds } from "../kit/reading-ids.ts";

const reading = readingIds("troublesome-user-ids-find-nothing");

export const examples: ActiveExamples = {
  pass: reading((id) => id),
  otherwise: { "what is not an id is not found": reading((id) => id, { status: 400 }) },
  fails: {
    "VOL-02: ids of users are 32 bits wide": {
      ...reading((id) => (/^\d+$/.test(id) ? String(BigInt.asUintN(32, BigInt(id))) : id)),
      says: "a read by an id that is 2^32 too large answers the record without it",
    },
  },
};
