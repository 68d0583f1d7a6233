import * as fc from "fast-check";
import { type OperationId, operations } from "../../../src/builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type {
  Answering,
  FaultEnvironment,
  FaultRequest,
  FaultAnswer,
} from "../../../src/builtin/faults/fault.ts";
import { jsonAnswer, parse, withJson } from "../../../src/builtin/faults/support/answers.ts";
import { bearing, mainCredential } from "../../../src/builtin/faults/support/credentials.ts";
import { edit, objectOf, property } from "../../../src/builtin/faults/support/edit.ts";
import { wholeRequest } from "../../../src/builtin/faults/support/rules.ts";
import { isObject, lot, mapObjects, successes } from "../variants/support/shapes.ts";
import type { TargetConfig, Variant, Wrap } from "../variants/variant.ts";
import { interfaceOf, trait } from "./trait.ts";

/** Names of properties that hold ids, and of those that hold several. */
const idName = /^(?:id|.*(?:[a-z]Id|_id|Ids)|members)$/;

const mapIdsUnder = (name: string, value: unknown, change: (id: number) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapIdsUnder(name, one, change));
  if (isObject(value)) return mapIds(value, change);
  return typeof value === "number" && idName.test(name) ? change(value) : value;
};

const mapIds = (value: unknown, change: (id: number) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => mapIds(one, change))
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, mapIdsUnder(name, inner, change)]),
        )
      : value;

/** The ids in the path of a request, and in links of answers. */
const idsInPaths =
  /(?<=\/(?:Contact|Webhook|ContactNote|Event|ContactIndividual|Reminder\/Completed|Reminder\/Dismissed|users|groups|projects)\/)-?\d{1,16}(?=[/?]|$)/g;

/** An id that no record has. */
const nobodys = 999_999_999;

export const idsFrom = trait(
  "ids-begin-at",
  "Resources: ids are integers, or not stated; from which number on is not stated.",
  fc.record({
    of: fc.constantFrom("crm" as const, "donation" as const, "volunteer" as const),
    // Below zero, and across it.
    at: fc.constantFrom(
      2 ** 31 - 1,
      2 ** 31,
      2 ** 32,
      2 ** 40 + 1,
      9 * 10 ** 15,
      -(10 ** 12),
      -(2 ** 31),
      -20,
    ),
  }),
  ({ of, at }) => {
    const isOwn = (id: number): boolean => id > 0 && id < (at > 0 ? at : nobodys);
    const outward = (id: number): number => (isOwn(id) ? id + at : id);
    const inward = (id: number): number => {
      if (at > 0 && id <= 0) return id;
      return isOwn(id - at) ? id - at : nobodys;
    };
    const inPath = (text: string, change: (id: number) => number): string =>
      text.replace(idsInPaths, (id) => String(change(Number(id))));
    const sent = (body: unknown): unknown => {
      const inner = mapIds(body, inward);
      // A condition on an id compares: the order of ids is as it was.
      return mapObjects(inner, (object) =>
        typeof object["parameter"] === "string" && idName.test(object["parameter"])
          ? Object.fromEntries(
              Object.entries(object).map(([name, value]) => [
                name,
                name === "operator" ? value : moved(value, -at),
              ]),
            )
          : object,
      );
    };
    const wrap: Wrap = (next) => async (incoming) => {
      if (interfaceOf(incoming) !== of) return next(incoming);
      const url = new URL(incoming.url);
      url.pathname = inPath(decodeURIComponent(url.pathname), inward);
      const body = parse(incoming.body);
      const outgoing = await next({
        ...incoming,
        url,
        path: Object.fromEntries(
          Object.entries(incoming.path).map(([name, value]) => [
            name,
            /^(?:id|.*Id)$/.test(name) && /^-?\d{1,16}$/.test(value) ? String(inward(Number(value))) : value,
          ]),
        ),
        body: isObject(body) || Array.isArray(body) ? JSON.stringify(sent(body)) : incoming.body,
      });
      const answer = parse(outgoing.body);
      if (
        outgoing.status >= 300 ||
        answer === undefined ||
        /^(?:getQueryOptions|getQueryList)$/.test(incoming.operation ?? "")
      )
        return outgoing;
      const shown = mapObjects(mapIds(answer, outward), (object) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            typeof value === "string" && name.endsWith("Url") && name !== "payloadUrl"
              ? inPath(value, outward)
              : value,
          ]),
        ),
      );
      return withJson(outgoing, shown);
    };
    const settings = (all: TargetConfig): TargetConfig => {
      const one = all[of];
      return one === undefined
        ? all
        : {
            ...all,
            [of]: {
              ...one,
              records: mapIds(one["records"], outward),
              scratch: mapIds(one["scratch"], outward),
            },
          };
    };
    const decides = {
      crm: ["crm id scope"],
      donation: ["donation records"],
      volunteer: ["volunteer ids"],
    } as const;
    return { interfaces: [of], decides: decides[of], wrap, settings };
  },
);

const moved = (value: unknown, by: number): unknown =>
  Array.isArray(value) ? value.map((one) => moved(one, by)) : typeof value === "number" ? value + by : value;

/** The kinds of records that donation lists hold, with the operations that list them. */
const kinds = {
  donors: ["listDonors", "queryDonors"],
  gifts: ["listGifts", "queryGifts"],
  campaigns: ["listCampaigns", "queryCampaigns"],
  "recurring gifts": ["queryRecurringGifts"],
  segments: ["querySegments"],
  projects: ["listProjects"],
  premiums: ["listPremiums"],
  "custom fields": ["listCustomFields"],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

const mostRecords = 1000;

const paging = (incoming: FaultRequest): { readonly skip: unknown; readonly take: unknown } =>
  incoming.method === "GET"
    ? { skip: numberOf(incoming, "Skip"), take: numberOf(incoming, "Take") }
    : { skip: property(parse(incoming.body), "skip"), take: property(parse(incoming.body), "take") };

const numberOf = ({ url }: FaultRequest, name: string): number | undefined => {
  const text = url.searchParams.get(name);
  return text === null ? undefined : Number(text);
};

/** The columns that a query selects; undefined where it wants whole records. */
const selected = (incoming: FaultRequest): readonly unknown[] | undefined => {
  const columns = incoming.method === "GET" ? [] : property(parse(incoming.body), "selectedColumns");
  return Array.isArray(columns) && columns.length > 0 ? columns : undefined;
};

/** The same request for everything that it matches, with the ids of records. */
const forAll = (incoming: FaultRequest): FaultRequest => {
  if (incoming.method !== "GET") {
    const columns = selected(incoming);
    const body = { ...objectOf(parse(incoming.body)), skip: 0, take: mostRecords };
    const whole =
      columns === undefined ? body : { ...body, selectedColumns: [...new Set([...columns, "id"])] };
    return { ...incoming, body: JSON.stringify(whole) };
  }
  const url = new URL(incoming.url);
  url.searchParams.set("Skip", "0");
  url.searchParams.set("Take", String(mostRecords));
  return { ...incoming, url };
};

/** The same request without what narrows it. */
const unfiltered = (incoming: FaultRequest): FaultRequest => {
  if (incoming.method !== "GET")
    return { ...incoming, body: JSON.stringify({ queryType: property(parse(incoming.body), "queryType") }) };
  const url = new URL(incoming.url);
  url.search = "";
  return { ...incoming, url };
};

const everythingOf = async (incoming: FaultRequest, next: Answering): Promise<readonly unknown[]> => {
  const items = property(parse((await next(forAll(incoming))).body), "items");
  return Array.isArray(items) ? items : [];
};

const leastId = (records: readonly unknown[]): unknown =>
  records.map((record) => Number(property(record, "id"))).toSorted((one, other) => one - other)[0];

/** Of a thousand records, how many a list shows, after so many steps. */
const shareShown = {
  nothing: () => 0,
  one: () => 0,
  few: () => 300,
  "ever more": (steps: number) => 300 + 40 * steps,
  "ever fewer": (steps: number) => 700 - 40 * steps,
  "now more, now fewer": (steps: number) => 500 + 60 * (steps % 2),
} as const satisfies Readonly<Record<string, (steps: number) => number>>;

type Holding = keyof typeof shareShown;

/** Serves pages of those records alone that are shown, and of them as many as the sandbox would have. */
const pageOf = async (
  incoming: FaultRequest,
  outgoing: FaultAnswer,
  next: Answering,
  isShown: (record: unknown) => boolean,
): Promise<FaultAnswer> => {
  const page = property(parse(outgoing.body), "items");
  const all = await everythingOf(incoming, next);
  if (!Array.isArray(page)) return outgoing;
  const { skip, take } = paging(incoming);
  const shown = all.filter(isShown);
  const isWhole = take === undefined || take === null;
  const length = isWhole || (take === 0 && page.length > 0) ? 20 : Number(take);
  const from = Number(skip ?? 0);
  const hasIds = selected(incoming)?.includes("id") ?? true;
  const items = shown
    .slice(from, from + length)
    .map((record) => (hasIds ? record : edit(record, "id", () => undefined)));
  return withJson(outgoing, { ...objectOf(parse(outgoing.body)), items, total: shown.length });
};

const scratchId = ({ config }: FaultEnvironment, kind: string): unknown =>
  property(objectOf(property(config.interfaces.donation["scratch"], kind.slice(0, -1))), "id");

const someRecords = trait(
  "lists-hold",
  "Errors A, rule 2, Endpoints B: a list may be empty or short, and others add to it and take from it at any time.",
  fc.record({
    kinds: fc.subarray(Object.keys(kinds) as (keyof typeof kinds)[], { minLength: 1 }),
    holds: fc.constantFrom(...(Object.keys(shareShown) as Holding[])),
    every: fc.constantFrom(2, 3, 7, 20, 50),
  }),
  ({ kinds: listed, holds, every }) => ({
    interfaces: ["donation"],
    decides: ["donation records", "paging", "filter"],
    hides: ["DON-02", "DON-03", "DON-06", "DON-07", "DON-14", "DON-17"],
    // More than one page upstream would hide records of the rest.
    assumptions: { "U-30.maximumTake": mostRecords, "U-30.beyondMaximum": "clamp", "U-28": 0 },
    wrap: (next, environment) => {
      let requests = 0;
      const oldest = new Map<string, unknown>();
      const oldestOf = async (kind: string, incoming: FaultRequest): Promise<unknown> => {
        if (!oldest.has(kind)) oldest.set(kind, leastId(await everythingOf(unfiltered(incoming), next)));
        return oldest.get(kind);
      };
      return async (incoming) => {
        const kind = listed.find((one) => (kinds[one] as readonly unknown[]).includes(incoming.operation));
        const outgoing = await next(incoming);
        if (kind === undefined || outgoing.status !== 200) return outgoing;
        requests += 1;
        // What a run may replace is there as long as any record is.
        const scratch = scratchId(environment, kind);
        const only = scratch ?? (holds === "one" ? await oldestOf(kind, incoming) : undefined);
        // Changes that are undone are rarer than what a check compares: faster, and nothing can be known of a target.
        const pace = holds === "now more, now fewer" ? Math.max(every, 20) : every;
        const shares = shareShown[holds](Math.floor(requests / pace));
        const isShown = (record: unknown): boolean => {
          const id = property(record, "id");
          return holds !== "nothing" && (id === only || lot(`shown ${String(id)}`) < shares);
        };
        return pageOf(incoming, outgoing, next, isShown);
      };
    },
  }),
);

/** Changes that other people make beside a run. */
const changes: Readonly<Record<string, (count: number, environment: FaultEnvironment) => Sent | undefined>> =
  {
    "a user registers": (count, environment) => ({
      of: "volunteer",
      method: "POST",
      path: "/volunteer/v1/users",
      body: {
        first_name: "Kim",
        last_name: `Other ${count}`,
        email: `kim.other.${count}@volunteers.example`,
      },
      token: mainCredential(environment, "volunteer"),
    }),
    "a campaign is replaced": (count, environment) => ({
      of: "donation",
      method: "PUT",
      path: "/donation/api/Campaign/replace",
      body: {
        id: 1,
        name: `Campaign of somebody else ${count}`,
        goal: 100 + count,
        // As rarely undone as in lists.
        isActive: Math.floor(count / 20) % 2 === 0,
      },
      token: mainCredential(environment, "donation"),
    }),
    "a group is created": (count, environment) => ({
      of: "volunteer",
      method: "POST",
      path: "/volunteer/v1/groups",
      body: { name: `Group of somebody else ${count}` },
      token: mainCredential(environment, "volunteer"),
    }),
  };

interface Sent {
  readonly of: BuiltinInterface;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly token: string;
}

const othersWrite = trait(
  "others-write",
  "What the service does: an organization's records are its own; that nobody else writes while a run reads is stated nowhere.",
  fc.record({
    does: fc.subarray(Object.keys(changes), { minLength: 1 }),
    every: fc.constantFrom(2, 5, 20, 60),
  }),
  ({ does, every }) => ({
    interfaces: ["donation", "volunteer"],
    decides: ["what others write"],
    assumptions: { "U-28": 0, "U-29": 0 },
    wrap: (next, environment) => {
      let requests = 0;
      return async (incoming) => {
        requests += 1;
        const change =
          requests % every === 0 ? changes[does[(requests / every) % does.length] ?? ""] : undefined;
        const sent = change?.(requests, environment);
        if (sent !== undefined)
          await next({
            ...incoming,
            method: sent.method,
            url: new URL(sent.path, incoming.url),
            headers: new Headers({
              authorization: `Bearer ${sent.token}`,
              "content-type": "application/json",
            }),
            operation: undefined,
            path: {},
            body: JSON.stringify(sent.body),
          });
        return next(incoming);
      };
    },
  }),
);

const isWrite = ({ operation }: FaultRequest): boolean =>
  operations[operation ?? "getUser"].effect === "write";

/** How many reads are held back: the last ones. */
const mostHeld = 12;

/** A read answers as before the last write until its interface has caught up. */
export const readsLag = trait(
  "reads-lag",
  "Endpoints: when a write shows in reads is stated nowhere.",
  fc.record({
    of: fc.constantFrom("donation" as const, "volunteer" as const),
    ms: fc.constantFrom(50, 1000, 1000),
  }),
  ({ of, ms }) => ({
    interfaces: [of],
    decides: [of === "donation" ? "replaced campaigns" : "new users on the list", `lag of ${of}`],
    // A run waits for no target in its own process.
    isLive: true,
    wrap: (next, { now }) => {
      const known = new Map<string, FaultRequest>();
      const late = new Map<string, FaultAnswer>();
      let until = 0;
      /** What was read so far is answered as now until the write shows. */
      const hold = async (): Promise<void> => {
        if (now() >= until) {
          late.clear();
          for (const [key, read] of [...known].slice(-mostHeld)) late.set(key, await next(read));
        }
        until = now() + ms;
      };
      return async (incoming) => {
        if (interfaceOf(incoming) !== of) return next(incoming);
        if (isWrite(incoming)) await hold();
        const outgoing = await next(incoming);
        if (isWrite(incoming) || outgoing.status > 299) return outgoing;
        const key = wholeRequest(incoming);
        known.delete(key);
        known.set(key, incoming);
        const shown = (now() < until ? late.get(key) : undefined) ?? outgoing;
        return { ...shown, headers: new Headers(shown.headers) };
      };
    },
  }),
);

/** Changes the bodies of successes by a step that grows with every so many of them. */
const inSteps =
  (of: readonly OperationId[], every: number, change: (body: unknown, step: number) => unknown): Wrap =>
  (next, environment) => {
    let count = 0;
    return successes(of, (body) => {
      count += 1;
      return change(body, Math.floor(count / every));
    })(next, environment);
  };

const contactsChange = trait(
  "contacts-change",
  "What the service does: giving is added to contacts at any time, whoever reads them.",
  fc.record({
    every: fc.constantFrom(1, 3, 10),
    names: fc.subarray(
      ["lifeToDateGiving", "yearToDateGiving", "lastGiftAmount", "description", "informalName"],
      { minLength: 1 },
    ),
  }),
  ({ every, names }) => ({
    interfaces: ["crm"],
    decides: ["contacts over time"],
    wrap: inSteps(["getContact", "getContactByReference"], every, (body, step) =>
      names.reduce(
        (contact, name) =>
          edit(contact, name, (value) =>
            /^-?\d+(?:\.\d+)?$/.test(String(value))
              ? (Number(value) + step).toFixed(2)
              : `${String(value)} ${step}`,
          ),
        body,
      ),
    ),
  }),
);

const householdsChange = trait(
  "households-change",
  "What the service does: a contact has individuals, contact methods and an address, which users of the organization add, change and remove at any time.",
  fc.record({ every: fc.constantFrom(1, 2, 5), does: fc.constantFrom("joins", "joins and leaves", "moves") }),
  ({ every, does }) => ({
    interfaces: ["crm"],
    decides: ["contacts over time"],
    wrap: inSteps(["getContact", "getContactByReference"], every, (body, step) => {
      if (does === "moves") return edit(body, "address/city", () => `City ${step % 3}`);
      const joined = does === "joins" ? step : step % 2;
      return edit(body, "contactIndividuals", (all) =>
        Array.isArray(all)
          ? [...all, ...Array.from({ length: joined }, (_, index) => ({ ...all[0], id: 800_000 + index }))]
          : all,
      );
    }),
  }),
);

const typesAreRenamed = trait(
  "types-are-renamed",
  "Fields A: the types of contact methods are configurable by each organization, which may rename one or add one at any time.",
  fc.record({ every: fc.constantFrom(12, 31, 60), does: fc.constantFrom("renames", "adds") }),
  ({ every, does }) => ({
    interfaces: ["crm"],
    decides: ["contact method types"],
    wrap: inSteps(["getContact", "getContactByReference", "listContactMethodTypes"], every, (body, step) => {
      const type = "Home Email";
      const named = (one: unknown): unknown => (step > 0 && one === type ? `${type} ${step}` : one);
      if (!Array.isArray(body)) return edit(body, "contactIndividuals/*/contactMethods/*/type", named);
      return does === "adds" ? [...new Set([...body, named(type)])] : body.map(named);
    }),
  }),
);

const webhooksChange = trait(
  "webhooks-change",
  "Events: a flag subscribes a webhook to a kind, and active enables it; an administrator may set either at any time.",
  fc.record({
    every: fc.constantFrom(1, 2, 5),
    names: fc.subarray(["active", "giftCreate"], { minLength: 1 }),
  }),
  ({ every, names }) => ({
    interfaces: ["crm"],
    decides: ["webhooks over time"],
    wrap: inSteps(["getWebhook"], every, (body, step) =>
      names.reduce((webhook, name) => edit(webhook, name, () => step % 2 === 0), body),
    ),
  }),
);

const usersLeave = trait(
  "users-leave",
  "What the service does: users are managed; that one who was listed is there a moment later is stated nowhere.",
  fc.record({ every: fc.constantFrom(1, 3, 10), are: fc.constantFrom("gone", "forbidden") }),
  ({ every, are }) => ({
    interfaces: ["volunteer"],
    decides: ["volunteer ids", "what others write"],
    wrap: (next, environment) => {
      const { records, scratch } = environment.config.interfaces.volunteer;
      const named = new Set([property(records, "userId"), property(scratch, "memberIds")].flat().map(String));
      let [reads, isSeeded] = [0, true];
      /** Who was there before the run has created anybody, and is not named in its configuration. */
      const others = new Set<string>();
      const hasLeft = (id: string): boolean => reads > every && others.has(id);
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation === "createUser") isSeeded = false;
        if (outgoing.status !== 200 || !bearing("volunteer", "token")(incoming, environment)) return outgoing;
        if (incoming.operation === "listUsers" && isSeeded) {
          const users = property(parse(outgoing.body), "data");
          for (const user of Array.isArray(users) ? users : []) {
            const id = String(property(user, "id"));
            if (!named.has(id)) others.add(id);
          }
        }
        if (incoming.operation === "listUsers" && are === "gone" && reads > every) {
          const page = objectOf(parse(outgoing.body));
          const users = page["data"];
          const left = Array.isArray(users)
            ? users.filter((user) => !hasLeft(String(property(user, "id"))))
            : users;
          const meta = objectOf(page["meta"]);
          const total = Number(meta["total"]) - others.size;
          return withJson(outgoing, { ...page, data: left, meta: { ...meta, total } });
        }
        if (incoming.operation !== "getUser") return outgoing;
        reads += 1;
        if (!hasLeft(incoming.path["id"] ?? "")) return outgoing;
        return are === "gone"
          ? jsonAnswer(404, { message: "Not found." })
          : jsonAnswer(403, { message: "Not yours." });
      };
    },
  }),
);

/** The first of these is nearest to the caller; ids are as the caller sees them everywhere inside. */
export const recordTraits: readonly fc.Arbitrary<Variant>[] = [
  idsFrom,
  contactsChange,
  householdsChange,
  typesAreRenamed,
  webhooksChange,
  usersLeave,
  someRecords,
  othersWrite,
  readsLag,
];
