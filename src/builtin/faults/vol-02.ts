import { faultsOf } from "./fault.ts";
import { empty, message } from "./support/answers.ts";
import { askingFor, askingForNext, onPathId } from "./support/requests.ts";
import { enlarged, droppingPaths } from "./support/edit.ts";
import { again, answering, bodiless, onAnswer, onBody, onField, onRequest, status } from "./support/rows.ts";
import { after, afterOverlaps, besideOthers, everAfter, every, repeated } from "./support/rules.ts";

const notFound = message(404, "There is no such user.");

export const faults = faultsOf("VOL-02", {
  gross: {
    "no-user-is-found": [
      "No user can be read by id",
      answering("getUser", notFound),
      { alsoBreaks: { "VOL-03": "Nor can one that was just created." } },
    ],
    "user-is-read-without-a-body": ["A single user is a 204", answering("getUser", empty(204))],
  },
  structural: {
    "users-beyond-nine-are-not-found": [
      "The route of a single user takes ids of one digit",
      answering("getUser", notFound, ({ path }) => (path["id"]?.length ?? 0) > 1),
      { alsoBreaks: { "VOL-03": "A new user has an id of two digits." } },
    ],
  },
  behavioural: {
    "users-are-empty-once-members-overlapped": [
      "Once the members of a group were set twice at once, a user is answered with 200 and nothing",
      afterOverlaps("setGroupMembers", "getUser", bodiless),
    ],
    "a-user-is-gone-after-an-unknown-one": [
      "After an id that no user has, the next user is not found either",
      onAnswer("getUser", notFound, after("getUser", 404)),
      { alsoBreaks: { "VOL-03": "The user that is not found may be one just created." } },
    ],
    "users-read-before-have-no-content": [
      "A user that was read before is answered with 204",
      onAnswer("getUser", status(204), repeated),
    ],
    "users-are-lost-after-a-write": [
      "Once a group was updated, users are not found",
      onAnswer("getUser", message(404, "Not found."), everAfter("updateGroup")),
      { alsoBreaks: { "VOL-03": "So is a user that was created." } },
    ],
    "another-user-is-read": [
      "Reading a user by id answers the one after",
      onRequest("getUser", askingForNext),
      { alsoBreaks: { "VOL-03": "There is none after the one that was just created." } },
    ],
    "the-first-user-is-always-read": [
      "Reading a user passes over the id and answers the caller",
      onRequest("getUser", askingFor("1")),
      { alsoBreaks: { "VOL-03": "Reading a new user answers the caller as well." } },
    ],
    "an-unknown-user-is-some-other": [
      "A user who is not there is answered with the first one",
      onAnswer("getUser", again(askingFor("1")), 404),
      { alsoBreaks: { "GEN-05": "A user of another organization is not there either." } },
    ],
    "user-carries-the-id-of-the-account": [
      "The id in a single user is that of the account, not that of the user",
      onField("getUser", "data/id", enlarged(1000)),
      { alsoBreaks: { "VOL-03": "The user that was created is shown under another id." } },
    ],
    "letters-behind-a-user-id-are-passed-over": [
      "A user id is read as far as it is a number",
      onPathId("/volunteer/v1/users/", (id) => String(Number.parseInt(id, 10) || id)),
    ],
    "a-user-loses-the-address-for-once": [
      "Every fifth read of a user is without the e-mail address",
      onBody("getUser", droppingPaths("data/email"), every(5)),
      { alsoBreaks: { "VOL-03": "A user that was created loses the address as well." } },
    ],
    "user-ids-end-at-a-nul": [
      "What follows a NUL in the id of a user is passed over",
      onPathId("/volunteer/v1/users/", (id) => id.replace(/\0.*$/, "")),
    ],
    "a-user-is-lost-beside-an-update": [
      "A user is not found while something is updated",
      besideOthers("volunteer", (incoming, { all }, next) =>
        incoming.operation === "getUser" && all.some(({ method }) => method === "PUT")
          ? notFound
          : next(incoming),
      ),
    ],
  },
});
