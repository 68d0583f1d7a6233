import { isObject, type JsonObject } from "../../../src/checks/support/json.ts";
import { isSecret } from "../../../src/core/model/secret.ts";
import type { AnyCall } from "../../../src/core/model/exchange.ts";
import { answeredBy } from "../kit/answered-by.ts";
import type { ActiveExamples, AnswerExample } from "../kit/example.ts";

type Organization = "this" | "other";

const callerOf = ({ authorization }: AnyCall): Organization =>
  authorization.kind === "secret" && authorization.secret.name.includes("otherOrganization")
    ? "other"
    : "this";

const idOf = (call: AnyCall): string => {
  const id = call.path?.["id"];
  return isSecret(id) ? (id.kind === "learnt" ? id.value : "") : String(id);
};

/** What a target lets pass. */
interface Gaps {
  readonly writes?: (operation: string) => boolean;
  /** Refuses what it does all the same. */
  readonly isRefused?: boolean;
  readonly foreigners?: "refused" | "passed over" | "taken";
  readonly reads?: boolean;
  /** Whether anybody reads what a configured path leads to. */
  readonly readsBack?: (path: string) => boolean;
  readonly list?: "shared" | "counting all" | "of a few";
  /** Each answer numbers what it shows. */
  readonly isNumbering?: boolean;
}

/** Groups and projects 1 belong to this organization, those with 4 to the other; each new user to who made it. */
const targetWith = ({
  writes = () => false,
  isRefused = false,
  foreigners = "refused",
  reads = false,
  readsBack = () => false,
  list,
  isNumbering = false,
}: Gaps) => {
  const fields: Record<string, JsonObject> = {};
  const members: Record<string, readonly unknown[]> = { "1": [2, 3], "4": [43, 44] };
  const users = new Map<string, Organization>();
  let answered = 0;
  const ownerOf = (id: string): Organization => (id === "1" ? "this" : "other");

  const write = (call: AnyCall): AnswerExample => {
    const id = idOf(call);
    const isOwn = ownerOf(id) === callerOf(call);
    if (!isOwn && !writes(call.operation)) return { status: 404 };
    const sent = call.body?.kind === "json" && isObject(call.body.value) ? call.body.value : {};
    const { members: wanted, ...rest } = sent;
    if (Array.isArray(wanted)) {
      const own = wanted.filter((one) => one !== 44);
      if (own.length < wanted.length && foreigners === "refused") return { status: 422 };
      members[id] = foreigners === "taken" ? wanted : own;
    } else fields[`${call.operation} ${id}`] = rest;
    return isOwn || !isRefused ? { body: { data: { id: Number(id) } } } : { status: 404 };
  };

  const read = (call: AnyCall): AnswerExample => {
    const id = idOf(call);
    if (call.at !== undefined && ownerOf(id) !== callerOf(call) && !readsBack(call.at))
      return { status: 404 };
    if (call.at?.endsWith("/members") === true) {
      const number = isNumbering ? { externalId: (answered += 1) } : {};
      return { body: { data: (members[id] ?? []).map((one) => ({ id: one, ...number })) } };
    }
    if (call.at !== undefined) {
      const operation = call.at.includes("groups") ? "updateGroup" : "updateProject";
      return { body: { data: { id: Number(id), name: "As it was", ...fields[`${operation} ${id}`] } } };
    }
    const owner = users.get(id);
    const isOwn = owner === callerOf(call);
    if (owner === undefined || (!isOwn && !reads)) return { status: 404 };
    // What others are shown comes another way, with ids as text.
    return { body: { data: { id: isOwn ? Number(id) : id, first_name: `Somebody of ${owner}` } } };
  };

  const usersFor = (call: AnyCall): AnswerExample => {
    const of = list === "shared" ? "all" : callerOf(call);
    const foreign = [...users.values()].filter((owner) => owner !== callerOf(call)).length;
    const more = { "counting all": foreign, "of a few": 7, shared: 0 };
    return {
      body: {
        data: [
          { id: 1, name: of },
          { id: 2, name: of },
        ],
        meta: { total: 2 + (list === undefined ? 0 : more[list]) },
      },
    };
  };

  const create = (call: AnyCall): AnswerExample => {
    const id = String(100 + users.size);
    users.set(id, callerOf(call));
    return { status: 201, body: { data: { id: Number(id) } } };
  };

  return {
    answers: answeredBy("volunteer-writes-stay-in-their-organization", (call) => {
      switch (call.operation) {
        case "listUsers":
          return usersFor(call);
        case "createUser":
          return create(call);
        case "getUser":
          return read(call);
        default:
          return write(call);
      }
    }),
  };
};

export const examples: ActiveExamples = {
  pass: targetWith({}),
  otherwise: {
    "a member of another organization is refused": targetWith({ foreigners: "passed over" }),
    "everybody is on one page": targetWith({ list: "of a few" }),
    "a group shows nothing but its members": targetWith({ isNumbering: true }),
  },
  fails: {
    "GEN-05: any token updates any project": {
      ...targetWith({ writes: (operation) => operation === "updateProject" }),
      says: "a credential of the other organization has changed the project of this organization",
    },
    "GEN-05: another organization's members are set before the token is refused": {
      ...targetWith({ writes: (operation) => operation === "setGroupMembers", isRefused: true }),
      says: "a credential of the other organization has changed the members of this organization",
    },
    "GEN-05: members are read by anybody who knows the group's number": {
      ...targetWith({ readsBack: (path) => path.endsWith("/members") }),
      says: "a credential of the other organization reads the members of this organization",
    },
    "GEN-05: users of others become members": {
      ...targetWith({ foreigners: "taken" }),
      says: "a user of another organization is taken as a member",
    },
    "GEN-05: new users are open to everybody": {
      ...targetWith({ reads: true }),
      says: "a user just created in this organization is read by the other organization",
    },
    "GEN-05 /meta/total: one count for all": {
      ...targetWith({ list: "counting all" }),
      says: "a user just created in this organization counts in the total of the other organization",
    },
    "GEN-05: one list for all": {
      ...targetWith({ list: "shared" }),
      says: "listUsers shows the same records to two organizations",
    },
  },
};
