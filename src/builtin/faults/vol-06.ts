import { type Fault, faultsOf, type FaultRequest } from "./fault.ts";
import { jsonAnswer, message, parse } from "./support/answers.ts";
import { justCreated } from "./support/created.ts";
import { asMain } from "./support/credentials.ts";
import { asArray, objectOf, property } from "./support/edit.ts";
import {
  also,
  answering,
  combinedFaults,
  onAnswer,
  onRequest,
  onSent,
  onSentField,
  status,
} from "./support/rows.ts";
import { sentBody } from "./support/requests.ts";
import { aMoment, besideOthers, sentTwice, startingAt, storing } from "./support/rules.ts";

const operation = "setGroupMembers";

type Members = readonly unknown[];

const membersIn = (incoming: FaultRequest): Members | undefined => {
  const { members } = sentBody(incoming);
  return Array.isArray(members) ? members : undefined;
};

const setting = (incoming: FaultRequest, members: Members): FaultRequest => ({
  ...incoming,
  body: JSON.stringify({ members: [...new Set(members)] }),
});

/** Sets the members from the sent and the remembered ones of each group. */
const remembering = (change: (members: Members, before: Members) => Members): Fault["wrap"] =>
  storing(operation, (sent, before) => {
    const { members } = sent;
    if (!Array.isArray(members)) return sent;
    return { members: [...new Set(change(members, asArray(before["members"])))] };
  });

const adding = remembering((members, before) => [...before, ...members]);

const reading = (incoming: FaultRequest): FaultRequest => ({
  ...incoming,
  method: "GET",
  operation: undefined,
  body: undefined,
});

const onMembers = (change: (members: Members) => Members): Fault["wrap"] =>
  onSentField(operation, "members", (members) => (Array.isArray(members) ? change(members) : members));

export const faults = faultsOf("VOL-06", {
  gross: {
    "members-cannot-be-set": [
      "Setting members fails",
      answering(operation, message(500, "Something went wrong.")),
    ],
    "members-are-added": ["Members are added to those who are there", adding],
  },
  structural: {
    "invalid-members-get-400": [
      "Invalid members get 400 in place of 422",
      onAnswer(operation, status(400), 422),
    ],
    "invalid-members-are-nobody": [
      "Members that are no list count as an empty one",
      onSent(operation, (body) =>
        Array.isArray(property(body, "members")) ? body : { ...objectOf(body), members: [] },
      ),
    ],
  },
  behavioural: {
    "created-groups-have-no-members": [
      "A group that was created can be read and updated, and its members cannot be set",
      answering(operation, message(404, "There is no such group."), justCreated(undefined, "createGroup")),
    ],
    "no-members-change-nothing": [
      "Setting no members leaves those who are there",
      onRequest(operation, reading, (incoming) => membersIn(incoming)?.length === 0),
    ],
    "members-are-merged-from-the-eighth-time-on": [
      "From the eighth call on members are added to those who are there",
      startingAt(8, operation, adding),
    ],
    "refused-members-are-set": [
      "Members that are set without a token are refused and stored",
      onAnswer(operation, also(asMain), 401),
    ],
    "overlapping-members-are-united": [
      "Of two sets of members under way at once, the second one is added to the first",
      (next) => {
        const underWay: Members[] = [];
        return async (incoming) => {
          const sent = membersIn(incoming);
          if (incoming.operation !== operation || sent === undefined) return next(incoming);
          const members = [...underWay.flat(), ...sent];
          underWay.push(sent);
          await aMoment();
          underWay.splice(underWay.indexOf(sent), 1);
          return next(setting(incoming, members));
        };
      },
    ],
    "the-same-members-twice-are-invalid": [
      "Setting the same members twice is refused as invalid",
      onAnswer(operation, jsonAnswer(422, { message: "They are members already.", errors: {} }), sentTwice),
    ],
    "members-are-only-added-in-the-store": [
      "Setting members answers those that were sent, and keeps the others all the same",
      combinedFaults(
        onAnswer(operation, (_outgoing, incoming) =>
          jsonAnswer(200, { data: { id: Number(incoming.path["id"]), members: membersIn(incoming) } }),
        ),
        adding,
      ),
    ],
    "first-member-stays": [
      "Whoever was a member first cannot be left out",
      remembering((members, before) => [...before.slice(0, 1), ...members]),
    ],
    "last-member-is-lost": [
      "The last of the members that are set is not stored",
      onMembers((members) => members.slice(0, -1)),
    ],
    "earlier-members-stay": [
      "Those who were in the group before the first call stay in it",
      (next) => {
        const before = new Map<string | undefined, Members>();
        return async (incoming) => {
          const sent = membersIn(incoming);
          if (incoming.operation !== operation || sent === undefined) return next(incoming);
          const group = incoming.path["id"];
          const read = await next(reading(incoming));
          const { data } = objectOf(parse(read.body));
          const ids = asArray(data).map((one) => property(one, "id"));
          if (!before.has(group) && read.status === 200) before.set(group, ids);
          return next(setting(incoming, [...(before.get(group) ?? []), ...sent]));
        };
      },
    ],
    "a-smaller-group-is-not-set": [
      "Setting members compares their number alone and changes nothing when fewer are sent",
      remembering((members, before) => (members.length < before.length ? before : members)),
    ],
    "invalid-members-empty-the-group": [
      "Invalid members get 422 after the members before were removed",
      onAnswer(
        operation,
        also((incoming) => setting(incoming, [])),
        422,
      ),
    ],
    "a-single-member-gets-company": [
      "A group is never left to one member: whoever was first in it stays",
      onMembers((members) => (members.length === 1 ? [...members, Number(members[0]) + 1] : members)),
    ],
    "members-are-set-but-for-the-unknown": [
      "Members of whom one is unknown get 422, and the others are set all the same",
      onAnswer(
        operation,
        also((incoming) =>
          setting(
            incoming,
            (membersIn(incoming) ?? []).filter((id) => Number(id) < 1_000_000),
          ),
        ),
        422,
        (incoming) => membersIn(incoming)?.some((id) => Number(id) < 1_000_000) === true,
      ),
    ],
    "members-are-lost-beside-an-update": [
      "Members that are set while the group is updated are lost",
      besideOthers([operation, "updateGroup"], async (incoming, { earlier }, next) => {
        const outgoing = await next(incoming);
        const other = earlier.find((one) => one.operation !== incoming.operation);
        const set = [incoming, other].find((one) => one?.operation === operation);
        if (other !== undefined && set !== undefined) await next(setting(set, []));
        return outgoing;
      }),
    ],
  },
});
