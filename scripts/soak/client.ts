import { isDeepStrictEqual } from "node:util";
import { valueAtPointer } from "../../src/core/formats/json-pointer.ts";
import type { Random } from "../../src/serving/random.ts";
import type { Caller } from "./caller.ts";
import { idOf, type Survey } from "./survey.ts";
import type { Tally } from "./tally.ts";
import { markOf, recordsIn, type OrganizationId, type Witness } from "./witness.ts";

/** An account of the organization, for the token endpoint. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface ClientParts {
  readonly call: Caller;
  readonly organization: OrganizationId;
  readonly own: Survey;
  readonly foreign: Survey;
  /** A record of the donation interface that nobody else replaces; undefined if none is left. */
  readonly replaceable: Survey["replaceable"][number] | undefined;
  readonly account: Account | undefined;
  readonly witness: Witness;
  readonly tally: Tally;
  readonly random: Random;
  /** Distinguishes this client's texts from all others. */
  readonly number: number;
}

/** A client that owns some records, and performs one step after another. */
export interface Client {
  /** One read or one write of its own records. */
  step(): Promise<void>;
  /** Reads its records again and compares them with its last writes. */
  verify(): Promise<void>;
}

/** A record that only this client writes. */
interface Owned {
  write(): Promise<void>;
  read(): Promise<void>;
}

/** Creates a client with its own records. */
export const createClient = async (parts: ClientParts): Promise<Client> => {
  const owned: Owned[] = [
    await ownNote(parts),
    await ownGroup(parts),
    await ownVolunteerProject(parts),
    await ownUser(parts),
    ...(parts.replaceable === undefined ? [] : [ownReplaceable(parts, parts.replaceable)]),
  ];
  const { random } = parts;
  const reads = readsOf(parts);
  const pickOwned = (): Owned => owned[random.integer(0, owned.length - 1)] ?? reads;
  return {
    step: async () => {
      if (random.chance(0.5)) return reads.read();
      return random.chance(0.6) ? pickOwned().write() : pickOwned().read();
    },
    verify: async () => {
      for (const record of owned) await record.read();
    },
  };
};

/** A unique text for each client and write. */
const createTexts = ({ organization, number }: ClientParts): (() => string) => {
  let written = 0;
  return () => {
    written += 1;
    return `${markOf(organization)}${number}-${written}`;
  };
};

/** Whether a record contains what was written, besides the server's own properties. */
const compare = ({ tally }: ClientParts, name: string, record: unknown, written: object): void => {
  for (const [key, value] of Object.entries(written))
    if (!isDeepStrictEqual(valueAtPointer(record, `/${key}`), value))
      tally.fail(`${name} lost an update of ${key}`);
};

const created = async (
  { call, witness, organization }: ClientParts,
  order: Parameters<Caller>[0],
): Promise<number> => {
  const [record] = recordsIn(await call({ method: "POST", expected: [200, 201], ...order }));
  witness.learn(organization, order.sort, { id: idOf(record) });
  return idOf(record);
};

const noteTypes = { 1: "Call", 2: "Visit" } as const;

const ownNote = async (parts: ClientParts): Promise<Owned> => {
  const { call, own, random, organization } = parts;
  const texts = createTexts(parts);
  const type = noteTypes[organization];
  const [contactId = 0] = random.shuffled(own.contactIds);
  const order = { interface: "crm", sort: "note" } as const;
  let text = texts();
  const body = { contactId, type, note: text };
  const id = await created(parts, { ...order, name: "createContactNote", path: "/api/ContactNote", body });
  const path = `/api/ContactNote/${id}`;
  let seen: object = { id, contactId, type, note: text };
  return {
    write: async () => {
      text = texts();
      const [important, isPrivate] = [random.chance(0.5), random.chance(0.5)];
      const sent = { type, note: text, important, private: isPrivate, timeSpent: random.integer(0, 90) };
      seen = { id, contactId, type, note: text, important, isPrivate };
      const answer = await call({ ...order, name: "replaceContactNote", method: "PUT", path, body: sent });
      compare(parts, "replaceContactNote", answer, seen);
    },
    read: async () =>
      compare(parts, "getContactNote", await call({ ...order, name: "getContactNote", path }), seen),
  };
};

const ownGroup = async (parts: ClientParts): Promise<Owned> => {
  const { call, own, random } = parts;
  const texts = createTexts(parts);
  const order = { interface: "volunteer", sort: "group" } as const;
  const someUsers = (): number[] =>
    random
      .shuffled(own.userIds)
      .slice(0, random.integer(0, 9))
      .toSorted((one, other) => one - other);
  let seen = { name: texts(), members: someUsers() };
  const id = await created(parts, { ...order, name: "createGroup", path: "/v1/groups", body: seen });
  const path = `/v1/groups/${id}`;
  const check = (name: string, answer: unknown): void =>
    compare(parts, name, valueAtPointer(answer, "/data"), { id, ...seen });
  return {
    write: async () => {
      if (random.chance(0.5)) {
        seen = { ...seen, members: someUsers() };
        const body = { members: seen.members };
        const name = "setGroupMembers";
        check(name, await call({ ...order, name, method: "PUT", path: `${path}/members`, body }));
      } else {
        seen = { name: texts(), members: someUsers() };
        check("updateGroup", await call({ ...order, name: "updateGroup", method: "PUT", path, body: seen }));
      }
    },
    read: async () => check("getGroup", await call({ ...order, name: "getGroup", path })),
  };
};

const ownVolunteerProject = async (parts: ClientParts): Promise<Owned> => {
  const { call } = parts;
  const texts = createTexts(parts);
  const order = { interface: "volunteer", sort: "project" } as const;
  let seen = { name: texts() };
  const id = await created(parts, { ...order, name: "createProject", path: "/v1/projects", body: seen });
  const path = `/v1/projects/${id}`;
  const check = (name: string, answer: unknown): void =>
    compare(parts, name, valueAtPointer(answer, "/data"), { id, ...seen });
  return {
    write: async () => {
      seen = { name: texts() };
      check(
        "updateProject",
        await call({ ...order, name: "updateProject", method: "PUT", path, body: seen }),
      );
    },
    read: async () => check("getProject", await call({ ...order, name: "getProject", path })),
  };
};

/** Creating a user with a known address updates that user. */
const ownUser = async (parts: ClientParts): Promise<Owned> => {
  const { call } = parts;
  const texts = createTexts(parts);
  const order = { interface: "volunteer", sort: "user" } as const;
  const email = `${texts()}@volunteers.example`;
  let seen = { email, first_name: texts() };
  const id = await created(parts, { ...order, name: "createUser", path: "/v1/users", body: seen });
  const check = (name: string, answer: unknown): void =>
    compare(parts, name, valueAtPointer(answer, "/data"), { id, ...seen });
  return {
    write: async () => {
      seen = { email, first_name: texts() };
      const name = "createUser";
      check(name, await call({ ...order, name, method: "POST", path: "/v1/users", body: seen }));
    },
    read: async () => check("getUser", await call({ ...order, name: "getUser", path: `/v1/users/${id}` })),
  };
};

const queryTypes = { Campaign: 1, Segment: 2, Project: undefined } as const;

const ownReplaceable = (parts: ClientParts, { kind, id }: NonNullable<ClientParts["replaceable"]>): Owned => {
  const { call, random } = parts;
  const texts = createTexts(parts);
  const order = { interface: "donation", sort: kind } as const;
  const queryType = queryTypes[kind];
  let seen: object = { id };
  const find = async (): Promise<unknown> => {
    const name = `read ${kind}`;
    if (queryType === undefined) {
      const answer = await call({ ...order, name, path: `/api/${kind}/list?Take=1000` });
      return recordsIn(answer).find((record) => idOf(record) === id);
    }
    const conditions = [{ parameter: "id", operator: 0, value: id }];
    const body = { queryType, take: 5, groups: [{ conjunct: 0, conditions }] };
    const path = `/api/${kind}/query`;
    return recordsIn(await call({ ...order, name, method: "POST", path, body }))[0];
  };
  return {
    write: async () => {
      seen = { id, name: texts(), ...(random.chance(0.5) ? { description: texts() } : {}) };
      const name = `replace${kind}`;
      const path = `/api/${kind}/replace`;
      const answer = await call({ ...order, name, method: "PUT", path, body: seen });
      // Omitted properties are gone.
      seen = { description: null, isActive: null, ...seen };
      compare(parts, name, answer, seen);
    },
    read: async () => compare(parts, `read ${kind}`, await find(), seen),
  };
};

type Read = () => Promise<unknown>;

const anyOf = ({ random }: ClientParts, ids: readonly number[]): number =>
  ids[random.integer(0, ids.length - 1)] ?? 0;

/** Reads of pages and queries. */
const donationReads = (parts: ClientParts): readonly Read[] => {
  const { call, own, random, tally } = parts;
  const flag = (): string => String(random.chance(0.5));
  const total = (name: string, answer: unknown, expected: number): void => {
    if (valueAtPointer(answer, "/total") !== expected) tally.fail(`${name} shows another total`);
  };
  const donors = async (): Promise<void> => {
    const skip = random.integer(0, own.donors);
    const sortBy = random.pick(["id", "name", "modifieddatetimeutc", "lifetimeGiving"]);
    const path = `/api/Donor/list?Skip=${skip}&Take=20&SortBy=${sortBy}&Descending=${flag()}&IncludeDetails=${flag()}`;
    const order = { interface: "donation", sort: "Donor", name: "listDonors" } as const;
    total("listDonors", await call({ ...order, path }), own.donors);
  };
  const filtered = async (): Promise<unknown> => {
    const filter = random.pick(["an", "son", "D-1", "example", "soak", "%", "'"]);
    const path = `/api/Donor/list?Filter=${encodeURIComponent(filter)}&Take=20`;
    return call({ interface: "donation", sort: "Donor", name: "listDonors, Filter", path });
  };
  const gifts = async (): Promise<void> => {
    const path = `/api/Gift/list?Skip=${random.integer(0, own.gifts)}&Take=20&Descending=${flag()}`;
    const order = { interface: "donation", sort: "Gift", name: "listGifts" } as const;
    total("listGifts", await call({ ...order, path }), own.gifts);
  };
  const query = async (): Promise<unknown> => {
    const conditions = [
      { parameter: "lifetimeGiving", operator: random.integer(4, 7), value: random.integer(0, 500) },
      { parameter: "name", operator: 14, value: random.pick(["an", "er", "o"]) },
      { parameter: "email", operator: random.pick([8, 9]) },
    ];
    const body = {
      queryType: 0,
      take: 20,
      skip: random.integer(0, 50),
      includeDetails: random.chance(0.3),
      groups: [{ conjunct: random.integer(0, 1), conditions }],
    };
    const order = { interface: "donation", sort: "Donor", name: "queryDonors" } as const;
    return call({ ...order, method: "POST", path: "/api/Donor/query", body });
  };
  return [donors, filtered, gifts, query];
};

/** Reads of another organization's records, which must not be found. */
const strangers = (parts: ClientParts): readonly Read[] => {
  const { call, foreign } = parts;
  return [
    () => call({ ...notFound("crm", "contact"), path: `/api/Contact/${anyOf(parts, foreign.contactIds)}` }),
    () => call({ ...notFound("crm", "webhook"), path: `/api/Webhook/${anyOf(parts, foreign.webhookIds)}` }),
    () => call({ ...notFound("volunteer", "user"), path: `/v1/users/${anyOf(parts, foreign.userIds)}` }),
  ];
};

const smallReads = (parts: ClientParts): readonly Read[] => {
  const { call, own } = parts;
  return [
    () =>
      call({
        interface: "crm",
        sort: "methodType",
        name: "listContactMethodTypes",
        path: "/api/ContactMethod/Types",
      }),
    () =>
      call({
        interface: "crm",
        sort: "webhook",
        name: "getWebhook",
        path: `/api/Webhook/${anyOf(parts, own.webhookIds)}`,
      }),
    () => call({ interface: "volunteer", sort: "user", name: "listUsers", path: "/v1/users?per_page=20" }),
    () =>
      call({ interface: "donation", sort: "options", name: "getQueryOptions", path: "/api/Query/options/0" }),
  ];
};

const readsOfContacts = (parts: ClientParts): { readonly contact: Read; readonly token: Read } => {
  const { call, own, account } = parts;
  const contact = async (): Promise<void> => {
    const id = anyOf(parts, own.contactIds);
    const order = { interface: "crm", sort: "contact", name: "getContact" } as const;
    compare(parts, "getContact", await call({ ...order, path: `/api/Contact/${id}` }), { id });
  };
  const token = async (): Promise<void> => {
    if (account === undefined) return contact();
    const form = new URLSearchParams({ grant_type: "password", ...account }).toString();
    const order = { interface: "crm", sort: "token", method: "POST", path: "/Token" } as const;
    const first = await call({ ...order, name: "issueToken", body: form });
    const refreshToken = String(valueAtPointer(first, "/refresh_token"));
    const again = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
    }).toString();
    await call({ ...order, name: "issueToken, refresh", body: again });
  };
  return { contact, token };
};

/** Reads of unchanging records, of pages and queries, and of another organization's records. */
const readsOf = (parts: ClientParts): Owned => {
  const { random } = parts;
  const { contact, token } = readsOfContacts(parts);
  const [foreign, small] = [strangers(parts), smallReads(parts)];
  const one = (of: readonly Read[]): Promise<unknown> | undefined => of[random.integer(0, of.length - 1)]?.();
  const all: readonly Read[] = [
    contact,
    ...donationReads(parts),
    () => Promise.resolve(one(foreign)),
    () => Promise.resolve(one(small)),
  ];
  const read = async (): Promise<void> => {
    if (random.chance(0.01)) await token();
    else await one(all);
  };
  return { read, write: read };
};

const notFound = (name: "crm" | "volunteer", sort: string) =>
  ({ interface: name, sort, name: `${sort} of another`, expected: [404] }) as const;
