import { answeredBy } from "../../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample, ConversationExample, Family } from "../../kit/example.ts";

const record = (operation: string, id: string): AnswerExample =>
  operation === "getUser" ? { body: { data: { id: Number(id) } } } : { body: { id: Number(id) } };

/** A target whose only record is the one with the id 1, and that reads ids in its own way, asked by a check. */
const readingIds =
  (check: string) =>
  (
    read: (id: string) => string,
    missing: AnswerExample = { status: 404 },
  ): Pick<ConversationExample, "answers"> => ({
    answers: answeredBy(check, ({ operation, path = {} }) => {
      const id = read(String(Object.values(path)[0]));
      return id === "1" ? record(operation, id) : missing;
    }),
  });

const readingContacts = readingIds("troublesome-contact-ids-find-nothing");
const readingWebhooks = readingIds("troublesome-webhook-ids-find-nothing");
const readingUsers = readingIds("troublesome-user-ids-find-nothing");

export const active: Family<ActiveExamples> = {
  "contact-is-read-by-id": {
    pass: { known: { body: { id: 1 } }, unknown: 404, "bad credential": 401 },
    otherwise: {
      "a contact has every field of its model": { known: { body: { id: 1, name: "Ada" } } },
      "a refusal is in the canonical envelope": {
        "bad credential": { text: "Authorization has been denied for this request." },
      },
    },
    fails: {
      "CRM-22: An id that no contact has gets 204": { unknown: 204 },
      "CRM-22: A token that is none gets 404 from the read by id": { "bad credential": 404 },
    },
  },
  "webhook-is-read-by-id": {
    pass: { known: { body: { id: 1 } }, unknown: 404 },
    otherwise: {
      "a webhook that there is not is not found": { unknown: 403 },
      "a webhook is nothing but its id": { known: { body: { id: 1, secret: null, links: { id: 2 } } } },
    },
    fails: {
      "CRM-25: Reading a webhook answers 204": { known: 204 },
      "CRM-25: Reading a webhook answers an array with the one webhook": { known: { body: [{ id: 1 }] } },
      "CRM-25: An id that no webhook has is answered with an empty one": { unknown: 200 },
    },
  },
  "user-is-read-by-id": {
    pass: {
      known: { body: {} },
      list: { body: { data: [{ id: 1 }, {}, { id: 8 }, { id: 14 }] } },
      "listed 0": { body: { data: { id: 1 } } },
      "listed 1": { body: { data: { id: 14 } } },
      "listed 2": { body: { data: { id: 8 } } },
      unknown: 404,
    },
    otherwise: {
      "a user who was listed is there until the read": {
        isUnjudged: true,
        answers: { "listed 1": 404, "list again": { body: { data: [{ id: 1 }] } } },
      },
      "a page for everybody is taken": {
        list: { body: { data: [{ id: 1 }, { id: 8 }, { id: 14 }], meta: { total: 20 } } },
        "list of all": 422,
      },
      "a number has all digits of an id": {
        list: { body: { data: [{ id: 1 }, { id: 2 ** 53 }, { id: 8 }, { id: 14 }] } },
      },
      "who may list a user may read the user": { "listed 1": 403 },
      "an unknown user is nothing": { unknown: 204 },
      "an unknown user is null": { unknown: { status: 200, body: { data: null } } },
    },
    fails: {
      "VOL-02: No user can be read by id": { known: 404 },
      "VOL-02: An unknown user is another user": { unknown: { status: 200, body: { data: { id: 8 } } } },
      "VOL-02: The user on the last page cannot be read": {
        list: { body: { data: [{ id: 1 }, { id: 8 }], meta: { total: 3 } } },
        "list of all": { body: { data: [{ id: 1 }, { id: 8 }, { id: 14 }], meta: { total: 3 } } },
        "listed 1": 404,
      },
      "VOL-02: A user with an accent in the name is not found": {
        list: { body: { data: [{ id: 1 }, { id: 2, full_name: "Zoë" }, { id: 8 }] } },
        "listed 1": 404,
        "listed 2": { body: { data: { id: 8 } } },
      },
      "VOL-02: Reading a user passes over the id and answers the caller": { "listed 1": { "/data/id": 1 } },
    },
  },
  "troublesome-contact-ids-find-nothing": {
    pass: readingContacts((id) => id),
    otherwise: {
      "what is not an id is not found": readingContacts((id) => id, { status: 400 }),
      "nothing is found without a word": readingContacts((id) => id, { status: 204 }),
      "a success shows a contact": readingContacts((id) => id, { body: { data: null } }),
    },
    fails: {
      "CRM-22: letters behind a contact's id are passed over": {
        ...readingContacts((id) => String(Number.parseInt(id, 10))),
        says: "a read by an id with letters behind it answers the record without it",
      },
      "CRM-22: no id is the first contact": {
        ...readingContacts((id) => (id === "0" ? "1" : id)),
        says: "a read by an id of zero answers the record without it",
      },
      "CRM-22: an id that is too wide is a server fault": {
        answers: {
          ...readingContacts((id) => id).answers,
          "getContact by an id that is 2^64 too large": 500,
          "getContact by an id that is 2^64 too large again": 500,
        },
        says: "a read by an id that is 2^64 too large fails",
      },
      "CRM-22: what follows a NUL in a contact's id is passed over": {
        ...readingContacts((id) => id.replace(/\0.*$/, "")),
        says: "a read by an id with a NUL behind it answers the record without it",
      },
    },
  },
  "troublesome-webhook-ids-find-nothing": {
    pass: readingWebhooks((id) => id),
    otherwise: { "what is not an id is not found": readingWebhooks((id) => id, { status: 400 }) },
    fails: {
      "CRM-25: the sign of a webhook's id is passed over": readingWebhooks((id) => id.replace("-", "")),
    },
  },
  "troublesome-user-ids-find-nothing": {
    pass: readingUsers((id) => id),
    otherwise: { "what is not an id is not found": readingUsers((id) => id, { status: 400 }) },
    fails: {
      "VOL-02: ids of users are 32 bits wide": {
        ...readingUsers((id) => (/^\d+$/.test(id) ? String(BigInt.asUintN(32, BigInt(id))) : id)),
        says: "a read by an id that is 2^32 too large answers the record without it",
      },
    },
  },
};
