import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { json } from "./support/answers.ts";
import { objectOf } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onAnswer, onRequestBody, parse } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

const operation = "setGroupMembers";

const membersIn = ({ body }: Incoming): readonly unknown[] | undefined => {
  const { members } = objectOf(parse(body));
  return Array.isArray(members) ? members : undefined;
};

/** Sets other members than those that were sent. */
const setting = (change: (members: readonly unknown[]) => readonly unknown[]): Wrap =>
  onRequestBody(operation, (body) => {
    const { members } = objectOf(body);
    return Array.isArray(members) ? { ...objectOf(body), members: change(members) } : body;
  });

/** Sets the members with what is remembered of those before, for each group. */
const remembering =
  (change: (members: readonly unknown[], before: readonly unknown[]) => readonly unknown[]): Wrap =>
  (next) => {
    const kept = new Map<string | undefined, readonly unknown[]>();
    return async (incoming) => {
      const sent = membersIn(incoming);
      if (incoming.operation !== operation || sent === undefined) return next(incoming);
      const group = incoming.path["id"];
      const members = [...new Set(change(sent, kept.get(group) ?? []))];
      const outgoing = await next({ ...incoming, body: JSON.stringify({ members }) });
      if (outgoing.status < 300) kept.set(group, members);
      return outgoing;
    };
  };

export const faults: readonly Fault[] = [
  defineFault({
    id: "members-cannot-be-set",
    fact: "VOL-06",
    grade: "gross",
    title: "Setting members fails",
    wrap: answering([operation], always, () => json(500, { message: "Something went wrong." })),
  }),
  defineFault({
    id: "members-are-added",
    fact: "VOL-06",
    grade: "gross",
    title: "Members are added to those who are there",
    wrap: remembering((members, before) => [...before, ...members]),
  }),
  defineFault({
    id: "invalid-members-get-400",
    fact: "VOL-06",
    grade: "structural",
    title: "Invalid members get 400 in place of 422",
    wrap: onAnswer(operation, (outgoing) =>
      outgoing.status === 422 ? { ...outgoing, status: 400 } : outgoing,
    ),
  }),
  defineFault({
    id: "invalid-members-are-nobody",
    fact: "VOL-06",
    grade: "structural",
    title: "Members that are no list count as an empty one",
    wrap: onRequestBody(operation, (body) =>
      Array.isArray(objectOf(body)["members"]) ? body : { ...objectOf(body), members: [] },
    ),
  }),
  defineFault({
    id: "members-are-only-added-in-the-store",
    fact: "VOL-06",
    grade: "behavioural",
    title: "Setting members answers those that were sent, and keeps the others all the same",
    wrap: (next, surroundings) => {
      const adding = remembering((members, before) => [...before, ...members])(next, surroundings);
      return async (incoming) => {
        const outgoing = await adding(incoming);
        return incoming.operation === operation && outgoing.status < 300
          ? json(200, { data: { id: Number(incoming.path["id"]), members: membersIn(incoming) } })
          : outgoing;
      };
    },
  }),
  defineFault({
    id: "first-member-stays",
    fact: "VOL-06",
    grade: "behavioural",
    title: "Whoever was a member first cannot be left out",
    wrap: remembering((members, before) => [...before.slice(0, 1), ...members]),
  }),
  defineFault({
    id: "last-member-is-lost",
    fact: "VOL-06",
    grade: "behavioural",
    title: "The last of the members that are set is not stored",
    wrap: setting((members) => members.slice(0, -1)),
  }),
  defineFault({
    id: "earlier-members-stay",
    fact: "VOL-06",
    grade: "behavioural",
    title: "Those who were in the group before the first call stay in it",
    wrap: (next) => {
      const before = new Map<string | undefined, readonly unknown[]>();
      return async (incoming) => {
        const sent = membersIn(incoming);
        if (incoming.operation !== operation || sent === undefined) return next(incoming);
        const group = incoming.path["id"];
        const read = await next({ ...incoming, method: "GET", operation: undefined, body: undefined });
        const { data } = objectOf(parse(read.body));
        const ids = (Array.isArray(data) ? data : []).map((one) => objectOf(one)["id"]);
        if (!before.has(group) && read.status === 200) before.set(group, ids);
        const members = [...new Set([...(before.get(group) ?? []), ...sent])];
        return next({ ...incoming, body: JSON.stringify({ members }) });
      };
    },
  }),
  defineFault({
    id: "a-smaller-group-is-not-set",
    fact: "VOL-06",
    grade: "behavioural",
    title: "Setting members compares their number alone and changes nothing when fewer are sent",
    wrap: remembering((members, before) => (members.length < before.length ? before : members)),
  }),
  defineFault({
    id: "invalid-members-empty-the-group",
    fact: "VOL-06",
    grade: "behavioural",
    title: "Invalid members get 422 after the members before were removed",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation === operation && outgoing.status === 422)
        await next({ ...incoming, body: JSON.stringify({ members: [] }) });
      return outgoing;
    },
  }),
  defineFault({
    id: "a-single-member-gets-company",
    fact: "VOL-06",
    grade: "behavioural",
    title: "A group is never left to one member: whoever was first in it stays",
    wrap: onRequestBody("setGroupMembers", (body) => {
      const { members } = objectOf(body);
      return Array.isArray(members) && members.length === 1
        ? { ...objectOf(body), members: [...members, Number(members[0]) + 1] }
        : body;
    }),
  }),
];
