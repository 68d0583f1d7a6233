import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { json } from "./support/answers.ts";
import { objectOf } from "./support/edit.ts";
import { always, answering } from "./support/refusing.ts";
import { onAnswer, onRequestBody, parse } from "./support/wrappers.ts";
import { onRepetition, storingRefused } from "./support/over-time.ts";

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

export const faults = faultsOf("VOL-06", {
  gross: {
    "members-cannot-be-set": [
      "Setting members fails",
      answering([operation], always, () => json(500, { message: "Something went wrong." })),
    ],
    "members-are-added": [
      "Members are added to those who are there",
      remembering((members, before) => [...before, ...members]),
    ],
  },
  structural: {
    "invalid-members-get-400": [
      "Invalid members get 400 in place of 422",
      onAnswer(operation, (outgoing) => (outgoing.status === 422 ? { ...outgoing, status: 400 } : outgoing)),
    ],
    "invalid-members-are-nobody": [
      "Members that are no list count as an empty one",
      onRequestBody(operation, (body) =>
        Array.isArray(objectOf(body)["members"]) ? body : { ...objectOf(body), members: [] },
      ),
    ],
  },
  behavioural: {
    "no-members-change-nothing": [
      "Setting no members leaves those who are there",
      (next) => (incoming) =>
        incoming.operation === operation && membersIn(incoming)?.length === 0
          ? next({ ...incoming, method: "GET", operation: undefined, body: undefined })
          : next(incoming),
    ],
    "members-are-merged-from-the-eighth-time-on": [
      "From the eighth call on members are added to those who are there",
      (next, surroundings) => {
        const adding = remembering((members, before) => [...before, ...members])(next, surroundings);
        let count = 0;
        return (incoming) => {
          count += incoming.operation === operation ? 1 : 0;
          return count < 8 ? next(incoming) : adding(incoming);
        };
      },
    ],
    "refused-members-are-set": [
      "Members that are set without a token are refused and stored",
      storingRefused([operation], [401]),
    ],
    "overlapping-members-are-united": [
      "Of two sets of members under way at once, the second one is added to the first",
      (next) => {
        const underWay: (readonly unknown[])[] = [];
        return async (incoming) => {
          const sent = membersIn(incoming);
          if (incoming.operation !== operation || sent === undefined) return next(incoming);
          const members = [...new Set([...underWay.flat(), ...sent])];
          underWay.push(sent);
          // Long enough for another one to come meanwhile.
          await new Promise((resolve) => setImmediate(resolve));
          underWay.splice(underWay.indexOf(sent), 1);
          return next({ ...incoming, body: JSON.stringify({ members }) });
        };
      },
    ],
    "the-same-members-twice-are-invalid": [
      "Setting the same members twice is refused as invalid",
      onRepetition(operation, () => json(422, { message: "They are members already.", errors: {} })),
    ],
    "members-are-only-added-in-the-store": [
      "Setting members answers those that were sent, and keeps the others all the same",
      (next, surroundings) => {
        const adding = remembering((members, before) => [...before, ...members])(next, surroundings);
        return async (incoming) => {
          const outgoing = await adding(incoming);
          return incoming.operation === operation && outgoing.status < 300
            ? json(200, { data: { id: Number(incoming.path["id"]), members: membersIn(incoming) } })
            : outgoing;
        };
      },
    ],
    "first-member-stays": [
      "Whoever was a member first cannot be left out",
      remembering((members, before) => [...before.slice(0, 1), ...members]),
    ],
    "last-member-is-lost": [
      "The last of the members that are set is not stored",
      setting((members) => members.slice(0, -1)),
    ],
    "earlier-members-stay": [
      "Those who were in the group before the first call stay in it",
      (next) => {
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
    ],
    "a-smaller-group-is-not-set": [
      "Setting members compares their number alone and changes nothing when fewer are sent",
      remembering((members, before) => (members.length < before.length ? before : members)),
    ],
    "invalid-members-empty-the-group": [
      "Invalid members get 422 after the members before were removed",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation === operation && outgoing.status === 422)
          await next({ ...incoming, body: JSON.stringify({ members: [] }) });
        return outgoing;
      },
    ],
    "a-single-member-gets-company": [
      "A group is never left to one member: whoever was first in it stays",
      onRequestBody("setGroupMembers", (body) => {
        const { members } = objectOf(body);
        return Array.isArray(members) && members.length === 1
          ? { ...objectOf(body), members: [...members, Number(members[0]) + 1] }
          : body;
      }),
    ],
    "members-are-set-but-for-the-unknown": [
      "Members of whom one is unknown get 422, and the others are set all the same",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        const { members } = objectOf(parse(incoming.body));
        if (incoming.operation !== operation || outgoing.status !== 422 || !Array.isArray(members))
          return outgoing;
        const known = members.filter((id) => Number(id) < 1_000_000);
        if (known.length > 0) await next({ ...incoming, body: JSON.stringify({ members: known }) });
        return outgoing;
      },
    ],
  },
});
