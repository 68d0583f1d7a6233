import { createHash } from "node:crypto";
import type { Sample, Violation } from "../../core/model/check.ts";
import {
  isSuccess,
  jsonOf,
  responseOf,
  type Exchange,
  type ResponseOutcome,
} from "../../core/model/exchange.ts";
import { isFieldName } from "../../builtin/documents.ts";
import { madeOnce } from "../../core/model/made-once.ts";
import { isSecret } from "../../core/model/secret.ts";
import { identifiedObjects, possibleKeys, textsIn, type IdentifiedObject } from "./identifying-values.ts";
import { isObject } from "./json.ts";
import { createRecordValues, type RecordValues } from "./record-values.ts";
import { statusOf, violation } from "./judgements.ts";

/** The owner of the records in an exchange, and those from whom they must be hidden. */
export interface RecordAudience {
  readonly of: string;
  readonly barredFrom?: string;
}

/** Limit of remembered values, list entries, refusals and objects. */
const mostKeys = 20_000;
const mostEntries = 10_000;
const mostRefusals = 1000;
const mostObjects = 2000;

/** The keys in texts, each with its first location. */
type Pointers = ReadonlyMap<string, string>;

const pointersIn = (texts: Iterable<{ readonly pointer: string; readonly text: string }>): Pointers => {
  const pointers = new Map<string, string>();
  for (const { pointer, text } of texts) {
    if (pointers.size > mostKeys) return pointers;
    for (const key of possibleKeys(text)) if (!pointers.has(key)) pointers.set(key, pointer);
  }
  return pointers;
};

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url.replaceAll("+", " "));
  } catch {
    return url;
  }
};

const pointersSent = ({ request }: Exchange): Pointers =>
  pointersIn([{ pointer: "", text: decoded(request.url) }, ...textsIn(request.body)]);

/** A code is one of a few words, which a record may contain by chance. */
const isCode = ({ pointer }: { readonly pointer: string }): boolean => /\/code$/i.test(pointer);

/** All that an answer says in its body, without the codes of errors, and in its headers. */
const pointersShown = (exchange: Exchange): Pointers => {
  const response = responseOf(exchange);
  if (response === undefined) return new Map();
  const { body, headers } = response;
  const texts =
    body.kind === "text"
      ? [{ pointer: "", text: body.text }]
      : [...textsIn(body.kind === "json" ? body.value : 0)].filter((text) => !isCode(text));
  return pointersIn([...texts, ...Object.values(headers).map((text) => ({ pointer: "", text }))]);
};

/** The answer about a configured record, which belongs to those who may read it. */
const isOfConfigured = ({ call }: Exchange): boolean => {
  const ids = Object.values(call?.path ?? {});
  return call?.expects === undefined && ids.length > 0 && !ids.some(isSecret);
};

interface Shown {
  readonly object: IdentifiedObject;
  readonly exchange: Exchange;
}

/** A refusal of a caller who is barred from records. */
interface Refused {
  readonly exchange: Exchange;
  readonly of: string;
}

/** Length of a request as read by a person. */
const lengthOf = ({ request }: Exchange): number => JSON.stringify(request).length;

/** This many names show that two records are the same. */
const mostNames = 3;

interface Known {
  /** The list entries that it was shown. */
  readonly entries: Set<string>;
  /** The values that identify records, each with the first answer that shows it. */
  readonly values: Map<string, Exchange>;
  /** The objects of its configured records, whole or parts. */
  readonly owned: (Shown & { readonly isRecord: boolean })[];
  /** Refusals to callers barred from it, each once, and the objects that they were shown. */
  readonly refused: Map<string, Refused>;
  readonly shown: Map<string, Shown & Refused>;
}

const nothingKnown = (): Known => ({
  entries: new Set(),
  values: new Map(),
  owned: [],
  refused: new Map(),
  shown: new Map(),
});

const learn = (
  known: Known,
  exchange: Exchange,
  isNew: (entry: unknown) => boolean,
  recordValues: RecordValues,
): void => {
  const isOwned = isOfConfigured(exchange);
  let isRoot = true;
  for (const object of identifiedObjects(jsonOf(exchange), isNew)) {
    const [isRecord, isPart] = [isRoot, !isRoot && !object.isDocumented];
    isRoot = false;
    // An object without an id is no record: names of parameters, labels of a filter.
    if (object.ids.length === 0) continue;
    recordValues.learn(object, exchange);
    for (const { key } of object.values)
      if (!known.values.has(key) && known.values.size < mostKeys) known.values.set(key, exchange);
    if (isOwned && !isPart && known.owned.length < mostObjects)
      known.owned.push({ object, exchange, isRecord });
  }
};

/**
 * Whether an object belongs to somebody else: the same id, the same values, and none that differs.
 * @param isOwn whether a key identifies one record alone
 */
const isSame = (
  shown: IdentifiedObject,
  owned: IdentifiedObject,
  isOwn: (key: string) => boolean,
): boolean => {
  if (!shown.ids.some((id) => owned.ids.includes(id))) return false;
  const named = new Map(owned.values.map(({ name, key }) => [name, key]));
  if (shown.values.some(({ name, key }) => (named.get(name) ?? key) !== key)) return false;
  const keys = new Set(owned.values.map(({ key }) => key).filter(isOwn));
  const common = new Set(shown.values.map(({ key }) => key).filter((key) => keys.has(key)));
  return common.size > 1 || [...common].some((key) => key.includes(" "));
};

const refusalWith = (exchange: Exchange, owner: Exchange, pointer: string): Violation =>
  violation({
    rule: "relation",
    message: `${exchange.operation ?? "a request"} is refused with ${statusOf(exchange)}, and the answer shows what the caller may not read`,
    exchange,
    also: [owner],
    pointer,
    expected: "a refusal without anything of a record",
    actual: "a refusal with a value of a record",
  });

/** Names of the values that two objects share. */
const sharedNames = (one: IdentifiedObject, other: IdentifiedObject): readonly string[] => {
  const keys = new Set(other.values.map(({ key }) => key));
  const names = one.values.filter(({ key }) => keys.has(key)).map(({ name }) => name);
  return [...new Set(names)].filter(isFieldName).slice(0, mostNames);
};

const answerWith = ({ exchange, object }: Shown, owner: Shown): Violation => {
  const where = object.isDocumented && object.path !== "" ? ` in ${object.path}` : "";
  const names = ["id", ...sharedNames(object, owner.object).filter((name) => name !== "id")].join(", ");
  return violation({
    rule: "relation",
    message:
      `${exchange.operation ?? "a request"} returns a record that the caller may not read${where}: ` +
      `${owner.exchange.operation ?? "a request"} of one who may read it shows the same ${names}`,
    exchange,
    also: [owner.exchange],
    expected: "only records that the caller may read",
    actual: `the record of ${owner.exchange.operation ?? "another request"}${where}`,
  });
};

/** A refusal may be long, and several watches read it. */
const hashOf = madeOnce((response: ResponseOutcome) =>
  createHash("sha256")
    .update(JSON.stringify([response.status, response.body]))
    .digest("base64"),
);

/** Equal refusals of equal bodies say the same. */
const refusalKey = (exchange: Exchange): string => {
  const response = responseOf(exchange);
  const { url, body } = exchange.request;
  return JSON.stringify([exchange.operation, new URL(url).pathname, response && hashOf(response), body]);
};

const requestKey = ({ call, request: { method, url, body } }: Exchange): string =>
  JSON.stringify([call?.authorization, method, url, body]);

/** Key of a record with its number of properties, whatever its page: lists are long and recur. */
const entryKey = ({ operation = "" }: Exchange, entry: unknown): string | undefined =>
  isObject(entry) && entry["id"] !== undefined
    ? `${operation} ${String(entry["id"])} ${Object.keys(entry).length}`
    : undefined;

const isNewTo =
  ({ entries }: Known, exchange: Exchange) =>
  (entry: unknown): boolean => {
    const key = entryKey(exchange, entry);
    if (key === undefined) return true;
    if (entries.size >= mostEntries) return false;
    const isNew = !entries.has(key);
    entries.add(key);
    return isNew;
  };

/** What a watch knows, and which values belong to one record alone. */
interface Evidence {
  readonly caller: Known;
  readonly owners: Known;
  readonly recordValues: RecordValues;
}

const judgeRefusal = function* (
  exchange: Exchange,
  { caller, owners, recordValues }: Evidence,
): Generator<Violation> {
  const sent = pointersSent(exchange);
  for (const [key, pointer] of pointersShown(exchange)) {
    const owner = owners.values.get(key);
    // A caller's own values and those in its request may be returned.
    if (owner === undefined || caller.values.has(key) || sent.has(key)) continue;
    if (recordValues.isOwn(key) && recordValues.isSaidOfRecord(key, exchange))
      return yield refusalWith(exchange, owner, pointer);
  }
};

const judgeShown = function* (
  { object, exchange }: Shown,
  { caller, owners, recordValues }: Evidence,
): Generator<Violation> {
  const isOne = ({ object: other }: Shown): boolean => isSame(object, other, recordValues.isOwn);
  const owned = owners.owned.find(isOne);
  // A record of both may be shown to both.
  const isOfBoth = caller.owned.some((one) => one.isRecord && isOne(one));
  if (owned !== undefined && !isOfBoth) yield answerWith({ exchange, object }, owned);
};

/**
 * Compares the owners' answers with those to others: no refusal holds a value that identifies a record, and no answer a
 * record of somebody else.
 */
export const createDisclosureWatch = (
  audienceOf: (exchange: Exchange) => RecordAudience | undefined,
): Sample => {
  const audiences = new Map<string, Known>();
  /** Reported already: a request that was answered, or a refusal. */
  const said = new Set<string>();

  const knownOf = (name: string): Known => {
    const known = audiences.get(name) ?? nothingKnown();
    audiences.set(name, known);
    return known;
  };

  const recordValues = createRecordValues();

  const seeSuccess = (exchange: Exchange, { of, barredFrom }: RecordAudience): void => {
    const key = `${of} ${requestKey(exchange)}`;
    const known = knownOf(of);
    if (!said.has(key)) learn(known, exchange, isNewTo(known, exchange), recordValues);
    said.add(key);
    // Another check judges a missing refusal.
    if (barredFrom === undefined || exchange.call?.expects !== undefined) return;
    const { shown } = knownOf(barredFrom);
    for (const object of identifiedObjects(jsonOf(exchange)).take(mostObjects))
      if (object.ids.length > 0 && shown.size < mostObjects)
        shown.set(JSON.stringify(object), { object, exchange, of });
  };

  const seeRefusal = (exchange: Exchange, { of, barredFrom }: RecordAudience): void => {
    const key = `${of} ${refusalKey(exchange)}`;
    if (!said.has(key)) recordValues.learnRefusal(exchange, pointersShown(exchange).keys());
    said.add(key);
    // A request with forty credentials is unreadable, and a plainer one will show the record too.
    if (barredFrom === undefined || exchange.call?.authorization.kind === "elsewhere") return;
    const { refused } = knownOf(barredFrom);
    const known = refused.get(key);
    // The most readable one represents similar ones.
    const isShorter = known !== undefined && lengthOf(exchange) < lengthOf(known.exchange);
    if (isShorter || (known === undefined && refused.size < mostRefusals)) refused.set(key, { exchange, of });
  };

  return {
    see(exchange) {
      const audience = audienceOf(exchange);
      if (audience === undefined) return;
      if (isSuccess(exchange)) seeSuccess(exchange, audience);
      else if (statusOf(exchange) >= 400) seeRefusal(exchange, audience);
    },
    *conclude() {
      for (const owners of audiences.values()) {
        const evidenceOf = (of: string): Evidence => ({ caller: knownOf(of), owners, recordValues });
        const refused = [...owners.refused.values()].toSorted(
          (one, other) => lengthOf(one.exchange) - lengthOf(other.exchange),
        );
        for (const { exchange, of } of refused) yield* judgeRefusal(exchange, evidenceOf(of));
        for (const shown of owners.shown.values()) yield* judgeShown(shown, evidenceOf(shown.of));
      }
    },
  };
};
