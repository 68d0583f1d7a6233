import { faultsOf } from "./fault.ts";
import { isGoodAnswer, message, parse, withJson } from "./support/answers.ts";
import { justCreated, losing, renaming, showing } from "./support/created.ts";
import { latin1, objectOf, enlarged, property, put, replaced } from "./support/edit.ts";
import { also, answering, instead, onAnswer, onField, onSent, onSentField, sending } from "./support/rows.ts";
import { sentBody } from "./support/requests.ts";
import { mixingOverlaps } from "./support/rules.ts";

const user = "createUser";

export const faults = faultsOf("VOL-03", {
  gross: {
    "no-user-is-created": [
      "Creating a user fails",
      answering("createUser", message(500, "Something went wrong.")),
    ],
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
    "a-created-user-takes-the-name-of-the-next": [
      "A user who was created is shown with the first name of the one created afterwards",
      renaming("users", ({ next }) => next.at(-1)),
    ],
    "a-created-user-takes-the-name-of-one-who-was-refused": [
      "A creation that is refused renames the user created before",
      renaming("users", ({ refused }) => refused.at(-1)),
    ],
    "users-created-at-once-share-a-name": [
      "Of two users who are created at once the second one takes the last name of the first",
      mixingOverlaps("createUser", ({ last_name = "" }) => ({ last_name })),
    ],
    "created-users-are-stored-twice": [
      "Each creation of a user stores another one of the same name",
      onAnswer("createUser", also(sending((body) => ({ ...objectOf(body), email: undefined })))),
    ],
    "a-created-user-loses-the-address-later": [
      "A user who was created is read with the e-mail address once, and without it afterwards",
      showing("users", "email", null, ({ reads }) => reads > 1),
    ],
    "created-user-is-not-stored": [
      "Creating a user answers with an id under which nobody is found",
      onField("createUser", "data/id", enlarged(5000)),
    ],
    "created-user-is-another": [
      "Creating a user answers with the id of the one before",
      onField(user, "data/id", enlarged(-1)),
      { alsoBreaks: { "GEN-05": "The user before may be another organization's, who can read it." } },
    ],
    "created-user-waits-for-approval": [
      "A user who was created cannot be read until somebody approves",
      instead("getUser", message(404, "There is no such user."), justCreated()),
    ],
    "names-of-a-created-user-are-swapped": [
      "Creating a user stores the last name as the first",
      onSent(user, (body) => {
        const { first_name, last_name, ...rest } = objectOf(body);
        return { ...rest, first_name: last_name, last_name: first_name };
      }),
    ],
    "created-user-loses-all-fields": [
      "Creating a user stores a person without a name",
      instead(user, async (incoming, here) => {
        const outgoing = await here.next({
          ...incoming,
          body: JSON.stringify({ first_name: "", last_name: "" }),
        });
        const stored = parse(outgoing.body);
        const data = { ...sentBody(incoming), id: property(property(stored, "data"), "id") };
        return isGoodAnswer(outgoing) ? withJson(outgoing, put(stored, "data", data)) : outgoing;
      }),
    ],
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
    "the-address-of-a-created-user-is-lost": [
      "Creating a user answers with the e-mail address, and the user is read without",
      showing("users", "email", null),
    ],
    "created-users-share-an-address": [
      "Creating a user answers with the e-mail address that was sent, and stores the organization's own",
      showing("users", "email", "office@organization.example"),
    ],
    "the-last-name-of-a-created-user-is-empty": [
      "Creating a user answers with both names, and one of them is read back",
      showing("users", "last_name", ""),
    ],
    "names-of-a-created-user-are-numbers": [
      "A name of digits loses the zeros in front",
      onSentField(user, ["first_name", "last_name"], replaced(/^0+(?=\d+$)/, "")),
    ],
  },
});
