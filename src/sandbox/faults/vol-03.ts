import { defineFault, type Fault, type Outgoing } from "./fault.ts";
import { json } from "./support/answers.ts";
import { edit, objectOf, property, put } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onRequestBody, onSuccess, parse, withJson } from "./support/wrappers.ts";

const idIn = (outgoing: Outgoing): unknown => property(property(parse(outgoing.body), "data"), "id");

export const faults: readonly Fault[] = [
  defineFault({
    id: "no-user-is-created",
    fact: "VOL-03",
    grade: "gross",
    title: "Creating a user fails",
    wrap: answering(["createUser"], always, () => json(500, { message: "Something went wrong." })),
  }),
  defineFault({
    id: "valid-user-is-refused",
    fact: "VOL-03",
    grade: "gross",
    title: "Creating a user is refused for want of a field that nobody states",
    wrap: answering(["createUser"], always, () => json(422, { message: "The phone is required." })),
  }),
  defineFault({
    id: "created-user-is-not-stored",
    fact: "VOL-03",
    grade: "behavioural",
    title: "Creating a user answers with an id under which nobody is found",
    wrap: onSuccess("createUser", (body) => edit(body, "data/id", (id) => Number(id) + 5000)),
  }),
  defineFault({
    id: "created-user-is-another",
    fact: "VOL-03",
    grade: "behavioural",
    title: "Creating a user answers with the id of the one before",
    wrap: onSuccess("createUser", (body) => edit(body, "data/id", (id) => Number(id) - 1)),
  }),
  defineFault({
    id: "created-user-waits-for-approval",
    fact: "VOL-03",
    grade: "behavioural",
    title: "A user who was created cannot be read until somebody approves",
    wrap: (next) => {
      const waiting = new Set<string>();
      return async (incoming) => {
        if (incoming.operation === "getUser" && waiting.has(incoming.path["id"] ?? ""))
          return json(404, { message: "There is no such user." });
        const outgoing = await next(incoming);
        if (incoming.operation === "createUser" && outgoing.status < 300) waiting.add(String(idIn(outgoing)));
        return outgoing;
      };
    },
  }),
  defineFault({
    id: "names-of-a-created-user-are-swapped",
    fact: "VOL-03",
    grade: "behavioural",
    title: "Creating a user stores the last name as the first",
    wrap: onRequestBody("createUser", (body) => {
      const { first_name: first, last_name: last, ...rest } = objectOf(body);
      return { ...rest, first_name: last, last_name: first };
    }),
  }),
  defineFault({
    id: "created-user-loses-all-fields",
    fact: "VOL-03",
    grade: "behavioural",
    title: "Creating a user stores a person without a name",
    wrap: (next) => async (incoming) => {
      if (incoming.operation !== "createUser") return next(incoming);
      const outgoing = await next({ ...incoming, body: JSON.stringify({ first_name: "", last_name: "" }) });
      const body = parse(outgoing.body);
      return outgoing.status < 300
        ? withJson(outgoing, put(body, "data", { ...objectOf(parse(incoming.body)), id: idIn(outgoing) }))
        : outgoing;
    },
  }),
];
