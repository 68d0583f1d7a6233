import { defineFault, type Fault } from "./fault.ts";
import { json } from "./support/answers.ts";
import { objectOf } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onAnswer, onRequestBody, parse } from "./support/wrappers.ts";

const named = (body: unknown): unknown => {
  const group = objectOf(body);
  const { name } = group;
  return typeof name === "string" && name.trim() !== "" ? group : { ...group, name: "Unnamed" };
};

export const faults: readonly Fault[] = [
  defineFault({
    id: "no-group-is-created",
    fact: "VOL-05",
    grade: "gross",
    title: "Creating a group fails",
    wrap: answering(["createGroup"], always, () => json(500, { message: "Something went wrong." })),
  }),
  defineFault({
    id: "invalid-group-gets-400",
    fact: "VOL-05",
    grade: "gross",
    title: "Invalid groups get 400 in place of 422",
    wrap: onAnswer(["createGroup", "updateGroup"], (outgoing) =>
      outgoing.status === 422 ? { ...outgoing, status: 400 } : outgoing,
    ),
  }),
  defineFault({
    id: "invalid-group-is-told-in-a-200",
    fact: "VOL-05",
    grade: "structural",
    title: "A new group that is invalid gets 200 with what is wrong",
    wrap: onAnswer("createGroup", (outgoing) =>
      outgoing.status === 422 ? { ...outgoing, status: 200 } : outgoing,
    ),
  }),
  defineFault({
    id: "group-update-is-not-validated",
    fact: "VOL-05",
    grade: "structural",
    title: "Updating a group takes whatever is sent",
    wrap: onRequestBody("updateGroup", named),
  }),
  defineFault({
    id: "invalid-group-update-fails",
    fact: "VOL-05",
    grade: "structural",
    title: "An invalid update of a group ends in an error of the server",
    wrap: onAnswer("updateGroup", (outgoing) =>
      outgoing.status === 422 ? json(500, { message: "Something went wrong." }) : outgoing,
    ),
  }),
  defineFault({
    id: "group-cannot-be-updated",
    fact: "VOL-05",
    grade: "structural",
    title: "Groups are updated with PATCH alone",
    wrap: answering(["updateGroup"], always, () => json(405, { message: "Use PATCH." })),
  }),
  defineFault({
    id: "invalid-group-update-is-stored",
    fact: "VOL-05",
    grade: "behavioural",
    title: "An invalid update of a group gets 422 after it was stored",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== "updateGroup" || outgoing.status !== 422) return outgoing;
      await next({ ...incoming, body: JSON.stringify(named(parse(incoming.body))) });
      return outgoing;
    },
  }),
  defineFault({
    id: "group-update-is-not-stored",
    fact: "VOL-05",
    grade: "behavioural",
    title: "Updating a group answers what was sent and stores nothing",
    wrap: (next) => async (incoming) => {
      if (incoming.operation !== "updateGroup" || incoming.headers.get("authorization") === null)
        return next(incoming);
      const outgoing = await next({ ...incoming, body: JSON.stringify({ name: "" }) });
      const sent = objectOf(parse(incoming.body));
      return outgoing.status === 422 && typeof sent["name"] === "string" && sent["name"] !== ""
        ? json(200, { data: { ...sent, id: Number(incoming.path["id"]) } })
        : outgoing;
    },
  }),
  defineFault({
    id: "group-update-makes-a-new-group",
    fact: "VOL-05",
    grade: "behavioural",
    title: "Updating a group creates another one",
    wrap: (next) => async (incoming) => {
      if (incoming.operation !== "updateGroup") return next(incoming);
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/\/[^/]+$/, "");
      return next({ ...incoming, url, method: "POST", operation: "createGroup" });
    },
  }),
];
