import { troublesomeIdsOf } from "../../values/odd-values.ts";
import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { PagedList, Resource, ResourceRead } from "../../core/model/resource.ts";
import type { Secret } from "../../core/model/secret.ts";
import { describedForm } from "../../core/validation/shape-of.ts";
import { askedId, fitsPath, learntId, sameId, unknownId } from "../support/ids.ts";
import { isObject, property, type JsonObject } from "../support/json.ts";
import { notApplicable, statusOf, tagged, violation, wrongStatus } from "../support/judgements.ts";
import { recordId } from "../support/order.ts";
import { endpointOf } from "../support/paged-endpoint.ts";
import { everythingOf, recordsOn } from "../support/paging.ts";
import { toBeRefused } from "../support/refusal.ts";
import { readCall } from "../support/resource.ts";
import { idAt } from "../support/sample-calls.ts";
import { shownIds } from "../support/shown-record.ts";

type ReadRecord = Resource & {
  readonly read: ResourceRead & Required<Pick<ResourceRead, "fact" | "known">>;
};

type Tag = "list" | "list of all" | "listed" | "known" | "unknown" | "bad credential";

type Ids = readonly (string | number)[];

const idsOf = (records: readonly unknown[]): Ids =>
  records
    .map(recordId)
    .filter((id) => id !== undefined)
    .filter(fitsPath);

/** How many records of a list are read besides its ends and one with letters beyond ASCII. */
const further = 6;

/**
 * The ids of the first and the last record of a list, of one with letters beyond ASCII, and of some between that are
 * others with each seed, among those that fit a path.
 */
const listedIds = (list: PagedList, page: Exchange, seed: number): Ids => {
  const records = recordsOn(list, page) ?? [];
  const ids = idsOf(records);
  const [accented] = idsOf(records.filter((record) => /[^ -~]/.test(JSON.stringify(record))));
  const step = Math.max(1, Math.floor(ids.length / further));
  const between = Array.from({ length: further }, (_, index) => ids[(seed + index * step) % ids.length]);
  return [...new Set([ids[0], accented, ids.at(-1), ...between])].flatMap((id) => id ?? []);
};

/** A list of all records if that is a page of them; else the default page. */
function* listOf(list: PagedList, context: PlanContext): Plan<Exchange, Tag> {
  const { call } = endpointOf(list);
  const first = yield* send<Tag>({ ...call({}, "list"), tag: "list" });
  const everything = everythingOf(list, first);
  const [take] = context.sample(everything === undefined ? [] : [everything], 0);
  if (take === undefined) return first;
  const all = yield* send<Tag>({ ...call({ take }, "list of all"), tag: "list of all" });
  return isSuccess(all) ? all : first;
}

const isListed = ({ call }: Exchange<Tag>): boolean => call?.tag === "listed";

const isOfUnknown = ({ call }: Exchange<Tag>): boolean => call?.tag === "unknown";

const shownBy = ({ shown, called }: ReadRecord, exchange: Exchange): readonly unknown[] =>
  shown === "whole"
    ? [property(jsonOf(exchange), "id")].filter((id) => id !== undefined && id !== null)
    : shownIds(jsonOf(exchange), called);

const judgeAnswer = function* (
  record: ReadRecord,
  exchange: Exchange<Tag>,
  isRecord: (body: JsonObject) => boolean,
): Generator<Judgement> {
  const { called, shown, read } = record;
  const body = jsonOf(exchange);
  // How an unknown id is answered may be open: 204 or null are no record, and claim none.
  if (body === undefined && isOfUnknown(exchange)) return;
  if (shown === "whole" ? !isObject(body) || !isRecord(body) : body === undefined)
    return yield violation({
      rule: "shape",
      message: `the answer is not a ${called}`,
      exchange,
      expected: `a JSON object with the fields of a ${called}`,
      actual: describedForm(body),
    });
  const ids = shownBy(record, exchange);
  if (ids.length === 0 || ids.some((id) => sameId(id, askedId(exchange, read.parameter)))) return;
  yield violation({
    rule: "relation",
    message: `the answer is another ${called}`,
    exchange,
    ...(shown === "whole" ? { pointer: "/id" } : {}),
    expected: "the id of the path",
    actual: "another id",
  });
};

/** Listed records can be read, except for lack of a permission for one of them. */
const judgeListed = function* (
  { called }: ReadRecord,
  exchanges: readonly Exchange<Tag>[],
): Generator<Judgement> {
  const listed = exchanges.filter(isListed);
  const also = (["list", "list of all"] as const).flatMap((tag) => tagged(exchanges, tag) ?? []);
  // An id that is never found may not be a record's: whose ids a list holds is not stated.
  for (const exchange of listed.some(isSuccess) ? listed : []) {
    const isRefused = isSuccess(exchange) || statusOf(exchange) === 403;
    const lost = isRefused
      ? undefined
      : wrongStatus(exchange, "success", `reading a ${called} that is listed`);
    if (lost !== undefined) yield { ...lost, also };
  }
};

/** A record is read by its id, and listed ones by theirs; an unknown id and a bad credential find none. */
export const readById = (
  record: ReadRecord,
  {
    isRecord = () => true,
    observe,
    ...words
  }: Pick<ActiveCheck, "id" | "title" | "why" | "judgesEach"> & {
    isRecord?(body: JsonObject): boolean;
    /** What the answer says of open questions. */
    observe?(body: JsonObject, exchange: Exchange): Judgement;
  },
): ActiveCheck<Tag> => {
  const { read, list, interface: name, credential, called } = record;
  const [own = ""] = read.known.own;
  return {
    ...words,
    facts: [read.fact],
    effect: "read",
    interfaces: [name],
    needs: [credential, own],
    *plan(context) {
      const reads = (id: string | number | Secret, tag: Tag, label: string = tag): readonly Call<Tag>[] => {
        const call = readCall(context, record, id, label);
        return call === undefined ? [] : [{ ...call, tag }];
      };
      const known = idAt(context, own) ?? "";
      const others = [
        ...reads(unknownId, "unknown"),
        ...(read.badCredential === undefined ? [] : reads(known, "bad credential")).map(
          (call): Call<Tag> => ({
            ...call,
            authorization: { kind: "literal", header: "Bearer not-a-token" },
          }),
        ),
      ].map((call) => toBeRefused(call));
      yield* sendAll([...reads(known, "known"), ...(list === undefined ? others : [])]);
      if (list === undefined) return;
      const listed = listedIds(list, yield* listOf(list, context), context.seed).flatMap((id, index) =>
        reads(learntId(`${name} ${called}`, id), "listed", `listed ${index}`),
      );
      yield* sendAll(context.sample([...listed, ...others], 1));
    },
    // A record may have been removed meanwhile; one that is still listed and readable the second time was lost.
    looksAgain(one, other) {
      const [before, after] = [one, other].map((page) =>
        list === undefined ? [] : idsOf(recordsOn(list, page) ?? []),
      );
      return one.operation !== list?.operation || (before ?? []).every((id) => after?.includes(id));
    },
    *judge(exchanges): Generator<Judgement> {
      const stated = [
        ["known", read.statuses ?? "success"],
        ["unknown", read.unknown],
        ["bad credential", read.badCredential],
      ] as const;
      for (const [tag, statuses] of stated) {
        const exchange = tagged(exchanges, tag);
        const wrong =
          exchange && statuses && wrongStatus(exchange, statuses, `a read of a ${called}, ${tag}`);
        if (wrong !== undefined) yield wrong;
      }
      yield* judgeListed(record, exchanges);
      for (const exchange of exchanges) {
        const isRead =
          exchange.call?.tag === "known" ||
          isListed(exchange) ||
          (isOfUnknown(exchange) && read.unknown === undefined);
        if (isRead && isSuccess(exchange)) yield* judgeAnswer(record, exchange, isRecord);
      }
      const known = tagged(exchanges, "known");
      const body = known && jsonOf(known);
      if (known !== undefined && observe !== undefined && isSuccess(known) && isObject(body))
        yield observe(body, known);
    },
  };
};

const itsId = "its id";

const isFault = (exchange: Exchange): boolean => statusOf(exchange) >= 500;

const judgeOne = function* (
  record: ReadRecord,
  name: string,
  exchange: Exchange,
  known: Exchange,
): Generator<Judgement> {
  const [id] = shownBy(record, known);
  const fails = isFault(exchange) && Array.isArray(record.read.unknown);
  const finds =
    isSuccess(exchange) && shownBy(record, exchange).some((one) => one !== undefined && sameId(one, id));
  if (!fails && !finds) return;
  yield violation({
    rule: fails ? "status" : "relation",
    message: fails ? `a read by ${name} fails` : `a read by ${name} answers the record without it`,
    exchange,
    also: [known],
    expected: "a refusal",
    actual: fails ? String(statusOf(exchange)) : `${statusOf(exchange)} with another id`,
  });
};

/** Asks for a record by its id, and by ids at the boundaries of number types that careless parsing takes for it. */
export const idsApart = (
  record: ReadRecord,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck<string> => {
  const { read, interface: name, credential } = record;
  const [own = ""] = read.known.own;
  const labelOf = (what: string): string => `${read.operation} by ${what}`;
  return {
    ...words,
    facts: [read.fact],
    effect: "read",
    interfaces: [name],
    needs: [credential, own],
    turns: 5,
    *plan(context) {
      const id = idAt(context, own);
      const call = id === undefined ? undefined : readCall(context, record, id, labelOf(itsId));
      if (id === undefined || call === undefined) return;
      yield* send({ ...call, tag: itsId });
      // A gateway may drop a request with a NUL without an answer.
      const isNear = context.isEmbedded === true || context.onThisMachine?.includes(name) === true;
      const some = troublesomeIdsOf(id).filter((one) => isNear || !one.id.includes("\0"));
      for (const one of context.sample(some, 2))
        yield* send(
          toBeRefused({
            ...call,
            path: { [read.parameter]: one.id },
            label: labelOf(one.name),
            tag: one.name,
          }),
        );
    },
    // A single failure may be chance.
    looksAgain: (one, other) => isFault(one) === isFault(other),
    *judge(exchanges): Generator<Judgement> {
      const known = tagged(exchanges, itsId);
      if (known === undefined || !isSuccess(known)) return yield notApplicable("no record is read by its id");
      for (const { name: what } of troublesomeIdsOf(1)) {
        const exchange = tagged(exchanges, what);
        if (exchange !== undefined) yield* judgeOne(record, what, exchange, known);
      }
    },
  };
};
