import { defineFault, type Fault } from "./fault.ts";
import { empty, json } from "./support/answers.ts";
import { edit } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onRequest, onSuccess } from "./support/wrappers.ts";

const notFound = () => json(404, { message: "There is no such user." });

export const faults: readonly Fault[] = [
  defineFault({
    id: "no-user-is-found",
    fact: "VOL-02",
    grade: "gross",
    title: "No user can be read by id",
    drags: { "VOL-03": "Nor can one that was just created." },
    wrap: answering(["getUser"], always, notFound),
  }),
  defineFault({
    id: "user-is-read-without-a-body",
    fact: "VOL-02",
    grade: "gross",
    title: "A single user is a 204",
    wrap: answering(["getUser"], always, () => empty(204)),
  }),
  defineFault({
    id: "users-beyond-nine-are-not-found",
    fact: "VOL-02",
    grade: "structural",
    title: "The route of a single user takes ids of one digit",
    drags: { "VOL-03": "A new user has an id of two digits." },
    wrap: answering(["getUser"], ({ path }) => (path["id"]?.length ?? 0) > 1, notFound),
  }),
  defineFault({
    id: "another-user-is-read",
    fact: "VOL-02",
    grade: "behavioural",
    title: "Reading a user by id answers the one after",
    drags: { "VOL-03": "There is none after the one that was just created." },
    wrap: onRequest("getUser", (incoming) => {
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/\d+$/, (id) => String(Number(id) + 1));
      return { ...incoming, url };
    }),
  }),
  defineFault({
    id: "the-first-user-is-always-read",
    fact: "VOL-02",
    grade: "behavioural",
    title: "Reading a user passes over the id and answers the caller",
    drags: { "VOL-03": "Reading a new user answers the caller as well." },
    wrap: onRequest("getUser", (incoming) => {
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/[^/]+$/, "1");
      return { ...incoming, url };
    }),
  }),
  defineFault({
    id: "an-unknown-user-is-some-other",
    fact: "VOL-02",
    grade: "behavioural",
    title: "A user who is not there is answered with the first one",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== "getUser" || outgoing.status !== 404) return outgoing;
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/[^/]+$/, "1");
      return next({ ...incoming, url });
    },
    drags: { "GEN-05": "A user of another organization is not there either." },
  }),
  defineFault({
    id: "user-carries-the-id-of-the-account",
    fact: "VOL-02",
    grade: "behavioural",
    title: "The id in a single user is that of the account, not that of the user",
    drags: { "VOL-03": "The user that was created is shown under another id." },
    wrap: onSuccess("getUser", (body) => edit(body, "data/id", (id) => Number(id) + 1000)),
  }),
];
