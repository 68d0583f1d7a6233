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
import { isSameJson, without, type JsonObject } from "../support/json.ts";
import { labelled, notApplicable, statusOf, violation } from "../support/judgements.ts";
import { handedOut } from "../support/other-organization.ts";
import { endpointOf } from "../support/paged-endpoint.ts";
import { largePage, recordsOn, totalOn } from "../support/paging.ts";
import { recordList } from "../support/record-list.ts";
import { toBeRefused } from "../support/refusal.ts";
import { declaredBody, isOverwritten, readCall, writeCall } from "../support/resource.ts";
import { bearer, idAt } from "../support/sample-calls.ts";
import { columnsHolding, columnsOf, isSameSet, nobody } from "../support/shown-members.ts";
import { sentFields, shownField, shownIds } from "../support/shown-record.ts";
import { textFields } from "../support/text-fields.ts";

/** Records of two organizations, each with a credential. */
type Owned = Resource & Required<Pick<Resource, "stranger">>;

type Side = "this organization" | "the other organization";

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

type Part = "own write" | "before" | "write" | "partial write" | "after";

const labelOf = ({ called }: Owned, owner: Side, part: Part): string => `${called} of ${owner}, ${part}`;

const intruded = "Written by another organization";

/** What a stranger writes: its own words, or an empty list of members. */
const intrusion = ({ shown }: Owned, body: JsonObject): JsonObject =>
  shown === "ids"
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
      )
    : { ...body, ...Object.fromEntries(textFields(body).map((field) => [field, intruded])) };

function* intrude(resource: Owned, { owner, stranger }: Pair, context: PlanContext): Plan {
  const write = resource.replace ?? resource.update;
  const body = write && declaredBody(context, write);
  if (write?.id === undefined || body === undefined) return;
  const { parameter, setting, other = "" } = write.id;
  const id = idAt(context, owner === "this organization" ? setting : other);
  if (id === undefined) return;
  const call = (who: Side, value: JsonObject, part: Part): Call => ({
    ...writeCall(context, resource, write, value, labelOf(resource, owner, part)),
    path: { [parameter]: id },
    authorization: authorizationOf(resource, who),
  });
  const read = (part: Part): readonly Call[] => {
    const one = readCall(context, resource, id, labelOf(resource, owner, part));
    return one === undefined ? [] : [{ ...one, authorization: authorizationOf(resource, owner) }];
  };
  const { perOrganization = [] } = resource;
  const foreign = without(intrusion(resource, body), perOrganization);
  const [field] = textFields(foreign);
  // An operation that refuses only strangers is served. The owner's answer shows a record without a read.
  if (owner === "this organization") yield* send(call(owner, body, "own write"));
  else if (resource.read === undefined) yield* send(call(owner, without(body, perOrganization), "own write"));
  for (const one of [
    ...read("before"),
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
  const [set = nobody] = columnsOf(write.request.body).values();
  const [was, is] = [columnsOf(jsonOf(before)), columnsOf(jsonOf(after))];
  return [...was.keys(), ...is.keys()].some(
    (location) => isSameSet(is.get(location) ?? nobody, set) && !isSameSet(was.get(location) ?? nobody, set),
  );
};

/** Whether a record holds the ids that its owner has just set, though an earlier read did not show them yet. */
const holdsOwn = (own: Exchange | undefined, after: Exchange): boolean =>
  own !== undefined &&
  [...columnsOf(own.request.body).values()].some(
    (ids) => columnsHolding(ids, columnsOf(jsonOf(after))).length > 0,
  );

const judgeIntrusion = function* (
  resource: Owned,
  owner: Side,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const at = (part: Part): Exchange | undefined => labelled(exchanges, labelOf(resource, owner, part));
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
        message: `another organization's credential has changed the ${resource.called} of ${owner}`,
        exchange: write,
        also: reads,
        expected: "a refusal that changes nothing",
        actual: `${statusOf(write)}, and the record is changed`,
      });
    else if (!hasIds) yield* handedOut(write, known && { owner: known });
  }
};

const createdBy = ({ called }: Owned, owner: Side): string => `a ${called} created in ${owner}`;
const readBy = (resource: Owned, owner: Side, who: Side): string =>
  `${createdBy(resource, owner)}, read by ${who}`;
const listedBefore = (resource: Owned, owner: Side): string =>
  `the other list before ${createdBy(resource, owner)}`;
const listedAfter = (resource: Owned, owner: Side): string =>
  `${createdBy(resource, owner)}, looked for in the other list`;

/** Lists all records of an organization, with the given or the usual page size. */
const listCalls = (resource: Owned, side: Side, size: number | undefined): readonly Call[] =>
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
        },
      ];

function* create(resource: Owned, { owner, stranger }: Pair, context: PlanContext): Plan {
  const template = resource.create && declaredBody(context, resource.create);
  if (resource.create === undefined || template === undefined) return;
  const all = (label: string): readonly Call[] =>
    listCalls(resource, stranger, largePage).map((call) => ({ ...call, label }));
  for (const call of all(listedBefore(resource, owner))) yield* send(call);
  const created = yield* send({
    ...writeCall(context, resource, resource.create, template, createdBy(resource, owner)),
    authorization: authorizationOf(resource, owner),
    // Another organization's record with the same body is no duplicate.
    ...(owner === "this organization" ? {} : { expects: "refusal" }),
  });
  const id = isSuccess(created) ? createdId(jsonOf(created), resource, context) : undefined;
  if (id === undefined) return;
  for (const who of [owner, stranger]) {
    const known = learntId(`${resource.interface} ${resource.called}`, id);
    const read = readCall(context, resource, known, readBy(resource, owner, who));
    if (read === undefined) continue;
    const call = { ...read, authorization: authorizationOf(resource, who) };
    yield* send(who === owner ? call : toBeRefused(call));
  }
  for (const call of all(listedAfter(resource, owner))) yield* send(call);
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
const judgeListed = function* (
  resource: Owned,
  owner: Side,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const { called, list } = resource;
  const [before, after, own, creation] = [
    listedBefore(resource, owner),
    listedAfter(resource, owner),
    readBy(resource, owner, owner),
    createdBy(resource, owner),
  ].map((label) => labelled(exchanges, label));
  if (after === undefined) return;
  const ids = own === undefined || !isSuccess(own) ? new Set<string>() : exactIds(own, called);
  const sent = sentFields(creation?.request.body);
  const isListed = (recordList(jsonOf(after)) ?? []).some(
    (record) =>
      exactIdsIn(record, called).some((id) => ids.has(id)) &&
      sent.some(([name, value]) => shownField(record, called, name) === value),
  );
  if (isListed && own !== undefined)
    yield violation({
      rule: "relation",
      message: `a ${called} just created in ${owner} is in the list of the other organization`,
      exchange: after,
      also: [own],
      expected: "the records of the organization that asks",
      actual: `a ${called} of another one`,
    });
  if (excessOf(resource, after) === 1 && excessOf(resource, before) === 0)
    yield violation({
      rule: "relation",
      message: `a ${called} just created in ${owner} counts in the total of the other organization`,
      exchange: after,
      also: before === undefined ? [] : [before],
      pointer: list?.paging.total ?? "",
      expected: "the number of records on a page with all of them, as before",
      actual: "one more",
    });
};

const judgeCreated = function* (
  resource: Owned,
  { owner, stranger }: Pair,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const { called } = resource;
  yield* judgeListed(resource, owner, exchanges);
  const [own, other] = [owner, stranger].map((who) => labelled(exchanges, readBy(resource, owner, who)));
  if (own === undefined || other === undefined || !isSuccess(own) || !isSuccess(other)) return;
  const ids = exactIds(own, called);
  if (!exactIdsIn(jsonOf(other), called).some((id) => ids.has(id))) return;
  // Another record with the same number has another name.
  const sent = labelled(exchanges, createdBy(resource, owner))?.request.body;
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

const judgeLists = function* (
  resource: Owned,
  size: number | undefined,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const [own, other] = pairs
    .flatMap(({ owner }) => listCalls(resource, owner, size))
    .map(({ label }) => labelled(exchanges, label));
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

interface More {
  plan(context: PlanContext): Plan;
  judge(exchanges: readonly Exchange[]): Iterable<Judgement>;
}

/**
 * A credential writes only to its own organization's records, and another organization can neither read nor list what
 * was created.
 */
export const staysInItsOrganization = (
  resources: readonly Owned[],
  words: Pick<ActiveCheck, "id" | "facts" | "needs" | "title" | "why" | "turns">,
  more?: More,
): ActiveCheck => {
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
