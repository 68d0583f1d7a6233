import { lost, onCreated, withNames } from "./support/created.ts";
import { mixingOverlaps } from "./support/over-time.ts";
import { faultsOf, type Outgoing } from "./fault.ts";
import { json } from "./support/answers.ts";
import { edit, objectOf, property, put } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onRequestBody, onSuccess, parse, withJson } from "./support/wrappers.ts";

const idIn = (outgoing: Outgoing): unknown => property(property(parse(outgoing.body), "data"), "id");

export const faults = faultsOf("VOL-03", {
  gross: {
    "no-user-is-created": [
      "Creating a user fails",
      answering(["createUser"], always, () => json(500, { message: "Something went wrong." })),
    ],
    "valid-user-is-refused": [
      "Creating a user is refused for want of a field that nobody states",
      answering(["createUser"], always, () => json(422, { message: "The phone is required." })),
    ],
  },
  behavioural: {
    "a-created-user-is-read-once": [
      "A user who was created can be read once",
      onCreated("users", (outgoing, { reads }) => (reads > 1 ? lost() : outgoing)),
      { alsoBreaks: { "VOL-02": "A user who was read is not found any more." } },
    ],
    "a-created-user-makes-room-for-the-next": [
      "A user who was created is gone once another one is created",
      onCreated("users", (outgoing, { next }) => (next.length > 0 ? lost() : outgoing)),
      { alsoBreaks: { "VOL-02": "A user who was read is not found any more." } },
    ],
    "a-created-user-takes-the-name-of-the-next": [
      "A user who was created is shown with the first name of the one created afterwards",
      onCreated("users", (outgoing, { next }) => withNames(outgoing, next.at(-1))),
    ],
    "a-created-user-takes-the-name-of-one-who-was-refused": [
      "A creation that is refused renames the user created before",
      onCreated("users", (outgoing, { refused }) => withNames(outgoing, refused.at(-1))),
    ],
    "users-created-at-once-share-a-name": [
      "Of two users who are created at once the second one takes the last name of the first",
      mixingOverlaps("createUser", ({ last_name = "" }) => ({ last_name })),
    ],
    "created-user-is-not-stored": [
      "Creating a user answers with an id under which nobody is found",
      onSuccess("createUser", (body) => edit(body, "data/id", (id) => Number(id) + 5000)),
    ],
    "created-user-is-another": [
      "Creating a user answers with the id of the one before",
      onSuccess("createUser", (body) => edit(body, "data/id", (id) => Number(id) - 1)),
    ],
    "created-user-waits-for-approval": [
      "A user who was created cannot be read until somebody approves",
      (next) => {
        const waiting = new Set<string>();
        return async (incoming) => {
          if (incoming.operation === "getUser" && waiting.has(incoming.path["id"] ?? ""))
            return json(404, { message: "There is no such user." });
          const outgoing = await next(incoming);
          if (incoming.operation === "createUser" && outgoing.status < 300)
            waiting.add(String(idIn(outgoing)));
          return outgoing;
        };
      },
    ],
    "names-of-a-created-user-are-swapped": [
      "Creating a user stores the last name as the first",
      onRequestBody("createUser", (body) => {
        const { first_name: first, last_name: last, ...rest } = objectOf(body);
        return { ...rest, first_name: last, last_name: first };
      }),
    ],
    "created-user-loses-all-fields": [
      "Creating a user stores a person without a name",
      (next) => async (incoming) => {
        if (incoming.operation !== "createUser") return next(incoming);
        const outgoing = await next({ ...incoming, body: JSON.stringify({ first_name: "", last_name: "" }) });
        const body = parse(outgoing.body);
        return outgoing.status < 300
          ? withJson(outgoing, put(body, "data", { ...objectOf(parse(incoming.body)), id: idIn(outgoing) }))
          : outgoing;
      },
    ],

    "names-of-a-created-user-lose-accents": [
      "Names of users are stored in ASCII",
      onRequestBody("createUser", (body) =>
        edit(body, "last_name", (name) =>
          String(name)
            .normalize("NFD")
            .replaceAll(/[^\0-\x7f]/g, ""),
        ),
      ),
    ],
    "names-of-a-created-user-are-read-as-latin-1": [
      "Names of users come back as mojibake",
      onRequestBody("createUser", (body) =>
        edit(body, "first_name", (name) => Buffer.from(String(name), "utf8").toString("latin1")),
      ),
    ],
    "the-address-of-a-created-user-is-lost": [
      "Creating a user answers with the e-mail address, and the user is read without",
      onCreated("users", (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "data/email", () => null),
        ),
      ),
    ],
    "created-users-share-an-address": [
      "Creating a user answers with the e-mail address that was sent, and stores the organization's own",
      onCreated("users", (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "data/email", () => "office@organization.example"),
        ),
      ),
    ],
    "the-last-name-of-a-created-user-is-empty": [
      "Creating a user answers with both names, and one of them is read back",
      onCreated("users", (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "data/last_name", () => ""),
        ),
      ),
    ],
  },
});
