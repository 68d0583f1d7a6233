import { listWithout, onCreated, unchanged } from "./support/created.ts";
import { faultsOf } from "./fault.ts";
import { empty, json } from "./support/answers.ts";
import { drop, edit, property, put, rename } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onSuccess, withJson, parse } from "./support/wrappers.ts";
import { afterWrites, onRepeat, withStatus } from "./support/later.ts";
import { afterwards, refusalOf } from "./support/over-time.ts";

export const faults = faultsOf("VOL-01", {
  gross: {
    "user-list-has-no-meta": [
      "The total of users is beside them, without meta",
      onSuccess("listUsers", (body) =>
        put(drop(body, "meta"), "total", property(property(body, "meta"), "total")),
      ),
    ],
    "user-list-is-a-bare-array": [
      "The list of users is an array",
      onSuccess("listUsers", (body) => property(body, "data")),
    ],
    "user-list-is-empty": ["The list of users is a 204", answering(["listUsers"], always, () => empty(204))],
  },
  structural: {
    "user-total-is-text": [
      "meta.total is a string",
      onSuccess("listUsers", (body) => edit(body, "meta/total", String)),
    ],
    "user-total-is-called-total-count": [
      "meta counts in total_count",
      onSuccess("listUsers", (body) => rename(body, "meta/total", "total_count")),
    ],
    "user-list-refuses-per-page": [
      "per_page is refused as unknown",
      answering(
        ["listUsers"],
        ({ url }) => url.searchParams.has("per_page"),
        () => json(400, { message: "per_page is not known." }),
      ),
    ],
  },
  behavioural: {
    "the-list-of-users-lags-one-creation": [
      "The user created last is not on the list until another one is created",
      onCreated(
        "users",
        unchanged,
        listWithout(({ next }) => next.length === 0),
      ),
    ],
    "created-users-leave-the-list-after-a-refusal": [
      "After a creation that was refused the list is without those created before",
      onCreated(
        "users",
        unchanged,
        listWithout(({ refused }) => refused.length > 0),
      ),
    ],
    "created-users-leave-the-list-once-they-were-read": [
      "A user who was created leaves the list at the second read",
      onCreated(
        "users",
        unchanged,
        listWithout(({ reads }) => reads > 1),
      ),
    ],
    "the-list-fails-after-a-forbidden-read": [
      "The list of users cannot be read right after a token without the permission has asked for it",
      afterwards(
        (incoming, { status }) => incoming.operation === "listUsers" && status === 403,
        ["listUsers"],
        () => json(404, { message: "There is nothing here." }),
      ),
    ],
    "user-lists-are-empty-answers-after-a-write": [
      "Once a group was updated, the list of users is answered with 200 and nothing",
      afterWrites(["listUsers"], ["updateGroup"], (outgoing) => ({ ...outgoing, body: "" })),
    ],
    "user-lists-asked-for-before-are-not-modified": [
      "A list of users that was asked for before is answered with 304",
      onRepeat(["listUsers"], withStatus(304)),
    ],
    "user-total-is-null-with-per-page": [
      "meta.total is null where per_page was given",
      onSuccess("listUsers", (body, { url }) =>
        url.searchParams.has("per_page") ? put(body, "meta/total", null) : body,
      ),
    ],
    "user-meta-is-wrapped-in-an-array-for-small-pages": [
      "meta of a page of one user is an array, as its converter has it",
      onSuccess("listUsers", (body, { url }) =>
        url.searchParams.get("per_page") === "1" ? edit(body, "meta", (meta) => [meta]) : body,
      ),
    ],
    "the-list-of-users-is-empty-after-an-unknown-user": [
      "After an id that no user has, the next list holds nobody, and counts them all the same",
      afterwards(refusalOf("getUser"), ["listUsers"], (outgoing) =>
        withJson(
          outgoing,
          edit(parse(outgoing.body), "data", () => []),
        ),
      ),
    ],
  },
});
