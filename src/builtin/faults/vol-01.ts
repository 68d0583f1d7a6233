import { faultsOf } from "./fault.ts";
import { empty, message } from "./support/answers.ts";
import { leavingTheList } from "./support/created.ts";
import { inAList, objectOf, property, renamed, droppingPaths } from "./support/edit.ts";
import { answering, bodiless, onAnswer, onBody, onField, refusedStatuses, status } from "./support/rows.ts";
import { asksWith } from "./support/requests.ts";
import { after, everAfter, repeated } from "./support/rules.ts";

const users = "listUsers";

export const faults = faultsOf("VOL-01", {
  gross: {
    "user-list-has-no-meta": [
      "The total of users is beside them, without meta",
      onBody(users, (body) => ({
        ...objectOf(droppingPaths("meta")(body)),
        total: property(property(body, "meta"), "total"),
      })),
    ],
    "user-list-is-a-bare-array": [
      "The list of users is an array",
      onBody("listUsers", (body) => property(body, "data")),
    ],
    "user-list-is-empty": ["The list of users is a 204", answering("listUsers", empty(204))],
  },
  structural: {
    "user-total-is-text": ["meta.total is a string", onField("listUsers", "meta/total", String)],
    "user-total-is-called-total-count": [
      "meta counts in total_count",
      onBody("listUsers", renamed("meta/total", "total_count")),
    ],
    "user-list-refuses-per-page": [
      "per_page is refused as unknown",
      answering(users, message(400, "per_page is not known."), asksWith("per_page")),
    ],
  },
  behavioural: {
    "the-list-of-users-lags-one-creation": [
      "The user created last is not on the list until another one is created",
      leavingTheList(({ next }) => next.length === 0),
    ],
    "created-users-leave-the-list-after-a-refusal": [
      "After a creation that was refused the list is without those created before",
      leavingTheList(({ refused }) => refused.length > 0),
    ],
    "created-users-leave-the-list-once-they-were-read": [
      "A user who was created leaves the list at the second read",
      leavingTheList(({ reads }) => reads > 1),
    ],
    "the-list-fails-after-a-forbidden-read": [
      "The list of users cannot be read right after a token without the permission has asked for it",
      onAnswer(users, message(404, "There is nothing here."), after(users, 403)),
    ],
    "user-lists-are-empty-answers-after-a-write": [
      "Once a group was updated, the list of users is answered with 200 and nothing",
      onAnswer("listUsers", bodiless, everAfter("updateGroup")),
    ],
    "user-lists-asked-for-before-are-not-modified": [
      "A list of users that was asked for before is answered with 304",
      onAnswer("listUsers", status(304), repeated),
    ],
    "user-total-is-null-with-per-page": [
      "meta.total is null where per_page was given",
      onField(users, "meta/total", null, asksWith("per_page")),
    ],
    "user-meta-is-wrapped-in-an-array-for-small-pages": [
      "meta of a page of one user is an array, as its converter has it",
      onField(users, "meta", inAList, asksWith("per_page", "1")),
    ],
    "the-list-of-users-is-empty-after-an-unknown-user": [
      "After an id that no user has, the next list holds nobody, and counts them all the same",
      onField("listUsers", "data", [], after("getUser", refusedStatuses)),
    ],
  },
});
