import { troublesomeIdsFindNothing } from "../../../src/checks/troublesome-ids-find-nothing.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

const record = (operation: string, id: string): AnswerExample =>
  operation === "getUser" ? { body: { data: { id: Number(id) } } } : { body: { id: Number(id) } };

/** A target whose only records are those with the id 1, and that reads ids in its own way. */
const reading = (
  read: (id: string, operation: string) => string,
  missing: AnswerExample = { status: 404 },
) => ({
  answers: answeredBy(troublesomeIdsFindNothing, ({ operation, path = {} }) => {
    const id = read(String(Object.values(path)[0]), operation);
    return id === "1" ? record(operation, id) : missing;
  }),
});

const of = (wanted: string, read: (id: string) => string) =>
  reading((id, operation) => (operation === wanted ? read(id) : id));

export const examples: ActiveExamples = {
  passes: [
    reading((id) => id),
    reading((id) => id, { status: 400 }),
    reading((id) => id, { status: 204 }),
    // Another record altogether is judged elsewhere.
    reading((id) => id, { body: { data: null } }),
  ],
  fails: [
    {
      what: "letters behind a contact's id are passed over",
      blames: "CRM-22",
      ...of("getContact", (id) => String(Number.parseInt(id, 10))),
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
      what: "the sign of a webhook's id is passed over",
      blames: "CRM-25",
      ...of("getWebhook", (id) => id.replace("-", "")),
    },
    {
      what: "ids of users are 32 bits wide",
      blames: "VOL-02",
      ...of("getUser", (id) => (/^\d+$/.test(id) ? String(BigInt.asUintN(32, BigInt(id))) : id)),
      says: "a read by an id that is 2^32 too large answers the record without it",
    },
  ],
};
