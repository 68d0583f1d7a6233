import {
  send,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import {
  isSuccess,
  jsonOf,
  type Authorization,
  type Call,
  type Exchange,
} from "../../core/model/exchange.ts";
import type { Resource } from "../../core/model/resource.ts";
import { createdId, isExact, learntId } from "../support/ids.ts";
import { isSameJson, omit, type JsonObject } from "../support/json.ts";
import { notApplicable, statusOf, tagged, violation } from "../support/judgements.ts";
import { textsIn } from "../support/identifying-values.ts";
import { handedOut } from "../support/other-organization.ts";
import { endpointOf } from "../support/paged-endpoint.ts";
import { largePage, recordsOn, totalOn } from "../support/paging.ts";
import { recordList } from "../support/record-list.ts";
import { toBeRefused } from "../support/refusal.ts";
import { declaredBody, isOverwritten, readCall, writeCall } from "../support/resource.ts";
import { bearer, idAt } from "../support/sample-calls.ts";
import { columnsHolding, memberColumnsOf, isSameSet, nobody } from "../support/shown-members.ts";
import { sentFields, shownField, shownIds } from "../support/shown-record.ts";
import { textFields } from "../support/text-fields.ts";

/** Records of two organizations, each with a credential. */
type Owned = Resource & Required<Pick<Resource, "stranger">>;

type Side = "this organization" | "the other organization";

const across = (side: Side): Side =>
  side === "this organization" ? "the other organization" : "this organization";

interface Pair {
  readonly owner: Side;
  readonly stranger: Side;
}

const pairs: readonly Pair[] = [
  { owner: "this organization", stranger: "the other organization" },
  { owner: "the other organization", stranger: "this organization" },
];

const authorizationOf = ({ credential, stranger }: Owned, side: Side): Authorization =>
  bearer(side === "this organization" ? credential : stranger);

type Part = "own write" | "before" | "read by the other" | "write" | "partial write" | "after";

/** A request about a scratch record, about a new one, or for a list, of an organization. */
export type OwnershipTag =
  | { readonly of: string; readonly owner: Side; readonly part: Part }
  | {
      readonly new: string;
      readonly owner: Side;
      readonly part: "creation" | "listed before" | "listed after";
    }
  | { readonly new: string; readonly owner: Side; readonly part: "read"; readonly by: Side }
  | { readonly list: string; readonly owner: Side; readonly size: number | "usual" };

const labelOf = ({ called }: Owned, owner: Side, part: Part): string => `${called} of ${owner}, ${part}`;

const intruded = "Written by another organization";

/** What a stranger writes: its own words, or an empty list of members. */
const intrusion = ({ shown }: Owned, body: JsonObject): JsonObject =>
  shown === "ids"
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
      )
    : { ...body, ...Object.fromEntries(textFields(body).map((field) => [field, intruded])) };

function* intrude(
  resource: Owned,
  { owner, stranger }: Pair,
  context: PlanContext,
): Plan<void, OwnershipTag> {
  const write = resource.replace ?? resource.update;
  const body = write && declaredBody(context, write);
  if (write?.id === undefined || body === undefined) return;
  const { parameter, setting, other = "" } = write.id;
  const id = idAt(context, owner === "this organization" ? setting : other);
  if (id === undefined) return;
  const call = (who: Side, value: JsonObject, part: Part): Call<OwnershipTag> => ({
    ...writeCall(context, resource, write, value, labelOf(resource, owner, part)),
    path: { [parameter]: id },
    authorization: authorizationOf(resource, who),
    tag: { of: resource.called, owner, part },
  });
  const read = (part: Part, who = owner): readonly Call<OwnershipTag>[] => {
    const one = readCall(context, resource, id, labelOf(resource, owner, part));
    if (one === undefined) return [];
    const tag = { of: resource.called, owner, part };
    return [{ ...one, authorization: authorizationOf(resource, who), tag }];
  };
  const { perOrganization = [] } = resource;
  const foreign = omit(intrusion(resource, body), perOrganization);
  const [field] = textFields(foreign);
  // An operation that refuses only strangers is served. The owner's answer shows a record without a read.
  if (owner === "this organization") yield* send(call(owner, body, "own write"));
  else if (resource.read === undefined) yield* send(call(owner, omit(body, perOrganization), "own write"));
  for (const one of [
    ...read("before"),
    ...read("read by the other", stranger).map(toBeRefused<OwnershipTag>),
    toBeRefused(call(stranger, foreign, "write")),
    // A server that checks ownership only with other validation accepts a smaller body.
    ...(resource.shown === "whole" && field !== undefined
      ? [toBeRefused(call(stranger, { [field]: foreign[field] }, "partial write"))]
      : []),
    ...read("after"),
  ])
    yield* send(one);
}

/**
 * Whether a list of a scratch record holds the ids that the stranger has set, and did not before: other changes between
 * reads are not stated.
 */
const isSetTo = (write: Exchange, before: Exchange, after: Exchange): boolean => {
  const [set = nobody] = memberColumnsOf(write.request.body).values();
  const [was, is] = [memberColumnsOf(jsonOf(before)), memberColumnsOf(jsonOf(after))];
  return [...was.keys(), ...is.keys()].some(
    (location) => isSameSet(is.get(location) ?? nobody, set) && !isSameSet(was.get(location) ?? nobody, set),
  );
};

/** Whether a record holds the ids that its owner has just set, though an earlier read did not show them yet. */
const holdsOwn = (own: Exchange | undefined, after: Exchange): boolean =>
  own !== undefined &&
  [...memberColumnsOf(own.request.body).values()].some(
    (ids) => columnsHolding(ids, memberColumnsOf(jsonOf(after))).length > 0,
  );

const judgeIntrusion = function* <Other>(
  resource: Owned,
  owner: Side,
  exchanges: readonly Exchange<OwnershipTag | Other>[],
): Generator<Judgement> {
  const at = (part: Part): Exchange | undefined => tagged(exchanges, { of: resource.called, owner, part });
  const [own, before, after] = [at("own write"), at("before"), at("after")];
  const hasIds = resource.shown === "ids";
  for (const write of [at("write"), at("partial write")]) {
    if (write === undefined) continue;
    const reads =
      before !== undefined && after !== undefined && [before, after].every(isSuccess) ? [before, after] : [];
    const [was, is] = reads;
    const isChanged =
      was !== undefined &&
      is !== undefined &&
      (hasIds ? isSetTo(write, was, is) && !holdsOwn(own, is) : isOverwritten(resource, write, was, is));
    const known = was ?? (resource.read === undefined ? own : undefined);
    if (isChanged)
      yield violation({
        rule: "relation",
        message: `a credential of ${across(owner)} has changed the ${resource.called} of ${owner}`,
        exchange: write,
        also: reads,
        expected: "a refusal that changes nothing",
        actual: `${statusOf(write)}, and the record is changed`,
      });
    else if (!hasIds) yield* handedOut(write, known && { owner: known });
  }
  yield* judgeStrangersRead(resource, owner, { own: before, other: at("read by the other") });
};

/** Whether an answer shows something of a record beyond its number, which several organizations may have. */
const showsRecord = ({ shown }: Owned, read: Exchange): boolean =>
  shown === "ids"
    ? [...memberColumnsOf(jsonOf(read)).values()].some((ids) => ids.size > 0)
    : [...textsIn(jsonOf(read))].length > 1;

/** A record that another organization reads exactly as its owner does. */
const judgeStrangersRead = function* (
  resource: Owned,
  owner: Side,
  { own, other }: Readonly<Record<"own" | "other", Exchange | undefined>>,
): Generator<Judgement> {
  if (own === undefined || other === undefined || !isSuccess(own) || !isSuccess(other)) return;
  if (!isSameJson(jsonOf(own), jsonOf(other)) || !showsRecord(resource, own)) return;
  yield violation({
    rule: "relation",
    message: `a credential of ${across(owner)} reads the ${resource.called} of ${owner}`,
    exchange: other,
    also: [own],
    expected: "a refusal",
    actual: `${statusOf(other)} with all that the owner reads`,
  });
};

const createdBy = ({ called }: Owned, owner: Side): string => `a ${called} created in ${owner}`;

const creationTag = ({ called }: Owned, owner: Side): OwnershipTag => ({
  new: called,
  owner,
  part: "creation",
});

const readTag = ({ called }: Owned, owner: Side, by: Side): OwnershipTag => ({
  new: called,
  owner,
  part: "read",
  by,
});

const listedTag = ({ called }: Owned, owner: Side, when: "before" | "after"): OwnershipTag => ({
  new: called,
  owner,
  part: `listed ${when}`,
});

/** Lists all records of an organization, with the given or the usual page size. */
const listCalls = (resource: Owned, side: Side, size: number | undefined): readonly Call<OwnershipTag>[] =>
  resource.list === undefined
    ? []
    : [
        {
          ...endpointOf(resource.list).call(
            size === undefined ? {} : { take: size },
            `${resource.list.operation} of ${side}${size === undefined ? "" : `, ${size} on a page`}`,
          ),
          authorization: authorizationOf(resource, side),
          fresh: true,
          tag: { list: resource.list.operation, owner: side, size: size ?? "usual" },
        },
      ];

function* create(resource: Owned, { owner, stranger }: Pair, context: PlanContext): Plan<void, OwnershipTag> {
  const template = resource.create && declaredBody(context, resource.create);
  if (resource.create === undefined || template === undefined) return;
  const all = (label: string, tag: OwnershipTag): readonly Call<OwnershipTag>[] =>
    listCalls(resource, stranger, largePage).map((call) => ({ ...call, label, tag }));
  const what = createdBy(resource, owner);
  for (const call of all(`the other list before ${what}`, listedTag(resource, owner, "before")))
    yield* send(call);
  const created = yield* send<OwnershipTag>({
    ...writeCall(context, resource, resource.create, template, what),
    authorization: authorizationOf(resource, owner),
    tag: creationTag(resource, owner),
    // Another organization's record with the same body is no duplicate.
    ...(owner === "this organization" ? {} : { expects: "refusal" }),
  });
  const id = isSuccess(created) ? createdId(jsonOf(created), resource, context) : undefined;
  if (id === undefined) return;
  for (const who of [owner, stranger]) {
    const known = learntId(`${resource.interface} ${resource.called}`, id);
    const read = readCall(context, resource, known, `${what}, read by ${who}`);
    if (read === undefined) continue;
    const call = {
      ...read,
      authorization: authorizationOf(resource, who),
      tag: readTag(resource, owner, who),
    };
    yield* send(who === owner ? call : toBeRefused(call));
  }
  for (const call of all(`${what}, looked for in the other list`, listedTag(resource, owner, "after")))
    yield* send(call);
}

/** By how much the total of a list exceeds its records; undefined if either is missing. */
const excessOf = ({ list }: Owned, page: Exchange | undefined): number | undefined => {
  if (page === undefined || list === undefined) return undefined;
  const [total, records] = [totalOn(list, page), recordsOn(list, page)];
  return total === undefined || records === undefined ? undefined : total - records.length;
};

/** Ids of a record, as texts: another list may show them as another type. */
const exactIdsIn = (record: unknown, called: string): readonly string[] =>
  shownIds(record, called).filter(isExact).map(String);

const exactIds = (read: Exchange, called: string): ReadonlySet<string> =>
  new Set(exactIdsIn(jsonOf(read), called));

/** A list of all records neither counts nor holds one that was just created in another organization. */
const judgeListed = function* <Other>(
  resource: Owned,
  owner: Side,
  exchanges: readonly Exchange<OwnershipTag | Other>[],
): Generator<Judgement> {
  const { called, list } = resource;
  const [before, after, own, creation] = [
    listedTag(resource, owner, "before"),
    listedTag(resource, owner, "after"),
    readTag(resource, owner, owner),
    creationTag(resource, owner),
  ].map((tag) => tagged(exchanges, tag));
  if (after === undefined) return;
  // Where its owner does not find it, the answer to the creation names it.
  const shown = [own, creation].find((one) => one !== undefined && isSuccess(one));
  const ids = shown === undefined ? new Set<string>() : exactIds(shown, called);
  const sent = sentFields(creation?.request.body);
  const isListed = (recordList(jsonOf(after)) ?? []).some(
    (record) =>
      exactIdsIn(record, called).some((id) => ids.has(id)) &&
      sent.some(([name, value]) => shownField(record, called, name) === value),
  );
  if (isListed && shown !== undefined)
    yield violation({
      rule: "relation",
      message: `a ${called} just created in ${owner} is in the list of ${across(owner)}`,
      exchange: after,
      also: [shown],
      expected: "the records of the organization that asks",
      actual: `a ${called} of another one`,
    });
  if (excessOf(resource, after) === 1 && excessOf(resource, before) === 0)
    yield violation({
      rule: "relation",
      message: `a ${called} just created in ${owner} counts in the total of ${across(owner)}`,
      exchange: after,
      also: before === undefined ? [] : [before],
      pointer: list?.paging.total ?? "",
      expected: "the number of records on a page with all of them, as before",
      actual: "one more",
    });
};

const judgeCreated = function* <Other>(
  resource: Owned,
  { owner, stranger }: Pair,
  exchanges: readonly Exchange<OwnershipTag | Other>[],
): Generator<Judgement> {
  const { called } = resource;
  yield* judgeListed(resource, owner, exchanges);
  const [own, other] = [owner, stranger].map((who) => tagged(exchanges, readTag(resource, owner, who)));
  if (own === undefined || other === undefined || !isSuccess(own) || !isSuccess(other)) return;
  const ids = exactIds(own, called);
  if (!exactIdsIn(jsonOf(other), called).some((id) => ids.has(id))) return;
  // Another record with the same number has another name.
  const sent = tagged(exchanges, creationTag(resource, owner))?.request.body;
  const isSame = sentFields(sent).every(([name]) => {
    const [mine, theirs] = [own, other].map((read) => shownField(jsonOf(read), called, name));
    return isSameJson(mine, theirs);
  });
  if (!isSame) return;
  yield violation({
    rule: "relation",
    message: `a ${called} just created in ${owner} is read by ${stranger}`,
    exchange: other,
    also: [own],
    expected: "a refusal",
    actual: `${statusOf(other)} with the ${called}`,
  });
};

/** A page of the default size and another one. */
const sizes = [undefined, 5] as const;

const judgeLists = function* <Other>(
  resource: Owned,
  size: number | undefined,
  exchanges: readonly Exchange<OwnershipTag | Other>[],
): Generator<Judgement> {
  const [own, other] = pairs.map(({ owner }) => {
    const tag: OwnershipTag = { list: resource.list?.operation ?? "", owner, size: size ?? "usual" };
    return tagged(exchanges, tag);
  });
  const [mine, theirs] = [own, other].map((list) => list && recordList(jsonOf(list)));
  if (other === undefined || own === undefined || mine === undefined || mine.length < 2) return;
  if (!isSameJson(mine, theirs)) return;
  yield violation({
    rule: "relation",
    message: `${other.operation ?? ""} shows the same records to two organizations`,
    exchange: other,
    also: [own],
    expected: "the records of the organization that asks",
    actual: "those of another one",
  });
};

/** What else a check asks and judges, by its own tags. */
interface More<Other> {
  plan(context: PlanContext): Plan<void, Other>;
  judge(exchanges: readonly Exchange<OwnershipTag | Other>[]): Iterable<Judgement>;
}

/**
 * A credential writes only to its own organization's records, and another organization can neither read nor list what
 * was created.
 */
export const staysInItsOrganization = <Other>(
  resources: readonly Owned[],
  words: Pick<ActiveCheck, "id" | "facts" | "needs" | "title" | "why" | "turns">,
  more?: More<Other>,
): ActiveCheck<OwnershipTag | Other> => {
  const lists = resources.filter(({ list }) => list !== undefined);
  const written = resources.filter(({ replace, update }) => (replace ?? update)?.id?.other !== undefined);
  const created = resources.filter(
    ({ create: creation, read }) => creation !== undefined && read !== undefined && read.at === undefined,
  );
  return {
    ...words,
    effect: "write",
    interfaces: [...new Set(resources.map(({ interface: name }) => name))],
    *plan(context) {
      for (const resource of lists)
        for (const size of context.sample(sizes, 1))
          for (const { owner } of pairs)
            for (const call of listCalls(resource, owner, size)) yield* send(call);
      for (const pair of pairs)
        for (const resource of context.sample(written, 1)) yield* intrude(resource, pair, context);
      yield* more?.plan(context) ?? [];
      for (const resource of created)
        for (const pair of context.sample(pairs, 0)) yield* create(resource, pair, context);
    },
    *judge(exchanges): Generator<Judgement> {
      if (exchanges.length === 0) return yield notApplicable("it was another check's turn");
      for (const pair of pairs) {
        for (const resource of written) yield* judgeIntrusion(resource, pair.owner, exchanges);
        for (const resource of created) yield* judgeCreated(resource, pair, exchanges);
      }
      for (const resource of lists) for (const size of sizes) yield* judgeLists(resource, size, exchanges);
      yield* more?.judge(exchanges) ?? [];
    },
  };
};
