import { afterOverlaps, afterwards } from "./support/over-time.ts";
import { afterWrites, onRepeat, withStatus, onCount } from "./support/later.ts";
import { faultsOf } from "./fault.ts";
import { empty, json } from "./support/answers.ts";
import { edit, drop } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onRequest, onSuccess, withJson, parse } from "./support/wrappers.ts";
import { onPathId } from "./support/path-ids.ts";

const notFound = () => json(404, { message: "There is no such user." });

export const faults = faultsOf("VOL-02", {
  gross: {
    "no-user-is-found": [
      "No user can be read by id",
      answering(["getUser"], always, notFound),
      { alsoBreaks: { "VOL-03": "Nor can one that was just created." } },
    ],
    "user-is-read-without-a-body": [
      "A single user is a 204",
      answering(["getUser"], always, () => empty(204)),
    ],
  },
  structural: {
    "users-beyond-nine-are-not-found": [
      "The route of a single user takes ids of one digit",
      answering(["getUser"], ({ path }) => (path["id"]?.length ?? 0) > 1, notFound),
      { alsoBreaks: { "VOL-03": "A new user has an id of two digits." } },
    ],
  },
  behavioural: {
    "users-are-empty-once-members-overlapped": [
      "Once the members of a group were set twice at once, a user is answered with 200 and nothing",
      afterOverlaps(["setGroupMembers"], ["getUser"], (outgoing) => ({ ...outgoing, body: "" })),
    ],
    "a-user-is-gone-after-an-unknown-one": [
      "After an id that no user has, the next user is not found either",
      afterwards(
        (incoming, { status }) => incoming.operation === "getUser" && status === 404,
        ["getUser"],
        notFound,
      ),
      { alsoBreaks: { "VOL-03": "The user that is not found may be one just created." } },
    ],
    "users-read-before-have-no-content": [
      "A user that was read before is answered with 204",
      onRepeat(["getUser"], withStatus(204)),
    ],
    "users-are-lost-after-a-write": [
      "Once a group was updated, users are not found",
      afterWrites(["getUser"], ["updateGroup"], () => json(404, { message: "Not found." })),
      { alsoBreaks: { "VOL-03": "So is a user that was created." } },
    ],
    "another-user-is-read": [
      "Reading a user by id answers the one after",
      onRequest("getUser", (incoming) => {
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/\d+$/, (id) => String(Number(id) + 1));
        return { ...incoming, url };
      }),
      { alsoBreaks: { "VOL-03": "There is none after the one that was just created." } },
    ],
    "the-first-user-is-always-read": [
      "Reading a user passes over the id and answers the caller",
      onRequest("getUser", (incoming) => {
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/[^/]+$/, "1");
        return { ...incoming, url };
      }),
      { alsoBreaks: { "VOL-03": "Reading a new user answers the caller as well." } },
    ],
    "an-unknown-user-is-some-other": [
      "A user who is not there is answered with the first one",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== "getUser" || outgoing.status !== 404) return outgoing;
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/[^/]+$/, "1");
        return next({ ...incoming, url });
      },
      { alsoBreaks: { "GEN-05": "A user of another organization is not there either." } },
    ],
    "user-carries-the-id-of-the-account": [
      "The id in a single user is that of the account, not that of the user",
      onSuccess("getUser", (body) => edit(body, "data/id", (id) => Number(id) + 1000)),
      { alsoBreaks: { "VOL-03": "The user that was created is shown under another id." } },
    ],

    "letters-behind-a-user-id-are-passed-over": [
      "A user id is read as far as it is a number",
      onPathId("/volunteer/v1/users/", (id) => {
        const number = Number.parseInt(id, 10);
        return Number.isNaN(number) ? id : String(number);
      }),
    ],
    "a-user-loses-the-address-for-once": [
      "Every fifth read of a user is without the e-mail address",
      onCount(
        ["getUser"],
        (count) => count % 5 === 0,
        (outgoing) => withJson(outgoing, drop(parse(outgoing.body), "data/email")),
      ),
    ],
    "user-ids-end-at-a-nul": [
      "What follows a NUL in the id of a user is passed over",
      onPathId("/volunteer/v1/users/", (id) => id.replace(/\0.*$/, "")),
    ],
  },
});
