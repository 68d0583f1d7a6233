import { faultsOf } from "./fault.ts";
import { isSuccess, message, parse, withJson } from "./support/answers.ts";
import { justCreated, losing, renaming, showing } from "./support/created.ts";
import { latin1, objectOf, plus, property, put } from "./support/edit.ts";
import { also, answering, instead, onAnswer, onField, onSent, onSentField, sending } from "./support/rows.ts";
import { sentBody } from "./support/requests.ts";
import { mixingOverlaps } from "./support/rules.ts";

const user = "createUser";

export const faults = faultsOf("VOL-03", {
  gross: {
    "no-user-is-created": answering("createUser", message(500, "Something went wrong.")),
    "valid-user-is-refused": [
      "Creating a user is refused for want of a field that nobody states",
      answering("createUser", message(422, "The phone is required.")),
    ],
  },
  behavioural: {
    "a-created-user-is-read-once": [
      "A user who was created can be read once",
      losing("users", ({ reads }) => reads > 1),
      { alsoBreaks: { "VOL-02": "A user who was read is not found any more." } },
    ],
    "a-created-user-makes-room-for-the-next": [
      "A user who was created is gone once another one is created",
      losing("users", ({ next }) => next.length > 0),
      { alsoBreaks: { "VOL-02": "A user who was read is not found any more." } },
    ],
    "a-created-user-takes-the-name-of-the-next": renaming("users", ({ next }) => next.at(-1)),
    "a-created-user-takes-the-name-of-one-who-was-refused": renaming("users", ({ refused }) =>
      refused.at(-1),
    ),
    "users-created-at-once-share-a-name": mixingOverlaps("createUser", ({ last_name = "" }) => ({
      last_name,
    })),
    "created-users-are-stored-twice": onAnswer(
      "createUser",
      also(sending((body) => ({ ...objectOf(body), email: undefined }))),
    ),
    "a-created-user-loses-the-address-later": showing("users", "email", null, ({ reads }) => reads > 1),
    "created-user-is-not-stored": onField("createUser", "data/id", plus(5000)),
    "created-user-is-another": onField(user, "data/id", plus(-1)),
    "created-user-waits-for-approval": instead(
      "getUser",
      message(404, "There is no such user."),
      justCreated(),
    ),
    "names-of-a-created-user-are-swapped": onSent(user, (body) => {
      const { first_name, last_name, ...rest } = objectOf(body);
      return { ...rest, first_name: last_name, last_name: first_name };
    }),
    "created-user-loses-all-fields": instead(user, async (incoming, here) => {
      const outgoing = await here.next({
        ...incoming,
        body: JSON.stringify({ first_name: "", last_name: "" }),
      });
      const stored = parse(outgoing.body);
      const data = { ...sentBody(incoming), id: property(property(stored, "data"), "id") };
      return isSuccess(outgoing) ? withJson(outgoing, put(stored, "data", data)) : outgoing;
    }),
    "names-of-a-created-user-lose-accents": [
      "Names of users are stored in ASCII",
      onSentField(user, "last_name", (name) =>
        String(name)
          .normalize("NFD")
          .replaceAll(/[^\0-\x7f]/g, ""),
      ),
    ],
    "names-of-a-created-user-are-read-as-latin-1": [
      "Names of users come back as mojibake",
      onSentField(user, "first_name", latin1),
    ],
    "the-address-of-a-created-user-is-lost": showing("users", "email", null),
    "created-users-share-an-address": [
      "Creating a user answers with the e-mail address that was sent, and stores the organization's own",
      showing("users", "email", "office@organization.example"),
    ],
    "the-last-name-of-a-created-user-is-empty": showing("users", "last_name", ""),
  },
});
