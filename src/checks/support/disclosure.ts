import { createHash } from "node:crypto";
import type { Sample, Violation } from "../../harness/model/check.ts";
import {
  isSuccess,
  jsonOf,
  responseOf,
  type Exchange,
  type ResponseOutcome,
} from "../../harness/model/exchange.ts";
import { madeOnce } from "../../harness/model/made-once.ts";
import { isSecret } from "../../harness/model/secret.ts";
import { identifiedObjects, keysIn, textsIn, type IdentifiedObject } from "./identifying-values.ts";
import { isObject } from "./json.ts";
import { createRecordValues, type RecordValues } from "./record-values.ts";
import { statusOf, violation } from "./judgements.ts";

/** Whose records an exchange shows, and whose it must not show. */
export interface Audience {
  readonly of: string;
  readonly barredFrom?: string;
}

/** Beyond so many values, entries of lists, refusals and objects nothing more is remembered. */
const mostKeys = 20_000;
const mostEntries = 10_000;
const mostRefusals = 1000;
const mostObjects = 2000;

/** The keys that texts hold, each with the first place. */
type Pointers = ReadonlyMap<string, string>;

const pointersIn = (texts: Iterable<{ readonly pointer: string; readonly text: string }>): Pointers => {
  const pointers = new Map<string, string>();
  for (const { pointer, text } of texts) {
    if (pointers.size > mostKeys) return pointers;
    for (const key of keysIn(text)) if (!pointers.has(key)) pointers.set(key, pointer);
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

/** A code is one of a few words, which a record may hold by chance. */
const isCode = ({ pointer }: { readonly pointer: string }): boolean => /\/code$/i.test(pointer);

/** Everything that an answer says: in its body, but for the codes of errors, and its headers. */
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

/** The answer to a record that the configuration names, and that belongs to whoever may read it. */
const isOfConfigured = ({ call }: Exchange): boolean => {
  const ids = Object.values(call?.path ?? {});
  return call?.expects === undefined && ids.length > 0 && !ids.some(isSecret);
};

/** An object that an answer has shown. */
interface Shown {
  readonly object: IdentifiedObject;
  readonly exchange: Exchange;
}

/** A refusal of somebody who is barred from records. */
interface Refused {
  readonly exchange: Exchange;
  readonly of: string;
}

/** How much there is to read in a request. */
const lengthOf = ({ request }: Exchange): number => JSON.stringify(request).length;

/** What is known of one audience. */
interface Known {
  /** The entries of lists that it was shown. */
  readonly entries: Set<string>;
  /** The values that identify records, each with the answer that has shown it first. */
  readonly values: Map<string, Exchange>;
  /** The objects of its configured records, whole or parts. */
  readonly owned: (Shown & { readonly isRecord: boolean })[];
  /** What those who are barred from it were refused, each refusal once, and the objects that they were shown. */
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

/** Remembers what an owner was shown. */
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
    // What has no id is no record: names of parameters, labels of a filter.
    if (object.ids.length === 0) continue;
    recordValues.learn(object, exchange);
    for (const { key } of object.values)
      if (!known.values.has(key) && known.values.size < mostKeys) known.values.set(key, exchange);
    if (isOwned && !isPart && known.owned.length < mostObjects)
      known.owned.push({ object, exchange, isRecord });
  }
};

/**
 * Whether an object is one that somebody else owns: the same id, the same values, and none that is another.
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

const answerWith = (exchange: Exchange, owner: Exchange): Violation =>
  violation({
    rule: "relation",
    message: `${exchange.operation ?? "a request"} answers with a record that the caller may not read`,
    exchange,
    also: [owner],
    expected: "the records that the caller may read",
    actual: "another one among them",
  });

/** A refusal may be long, and several watches look at it. */
const hashOf = madeOnce((response: ResponseOutcome) =>
  createHash("sha256")
    .update(JSON.stringify([response.status, response.body]))
    .digest("base64"),
);

/** The same refusal of the same body says the same, however often it is given. */
const refusalKey = (exchange: Exchange): string => {
  const response = responseOf(exchange);
  const { url, body } = exchange.request;
  return JSON.stringify([exchange.operation, new URL(url).pathname, response && hashOf(response), body]);
};

const requestKey = ({ call, request: { method, url, body } }: Exchange): string =>
  JSON.stringify([call?.authorization, method, url, body]);

/** The same record with as many properties, on whatever page it is: lists are long, and come again and again. */
const entryKey = ({ operation = "" }: Exchange, entry: unknown): string | undefined =>
  isObject(entry) && entry["id"] !== undefined
    ? `${operation} ${String(entry["id"])} ${Object.keys(entry).length}`
    : undefined;

/** Says of an entry of a list whether somebody is shown it for the first time. */
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

/** What a watch knows, and what of it says something of one record alone. */
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
    // What a caller knows or has sent may be said to it.
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
  if (owned !== undefined && !isOfBoth) yield answerWith(exchange, owned.exchange);
};

/**
 * Compares what the owners of records were shown with what others are answered: no refusal holds a value that
 * identifies a record, and no answer a record of somebody else.
 */
export const createDisclosureWatch = (audienceOf: (exchange: Exchange) => Audience | undefined): Sample => {
  const audiences = new Map<string, Known>();
  /** What was said already: a request that was answered, or a refusal. */
  const said = new Set<string>();

  const knownOf = (name: string): Known => {
    const known = audiences.get(name) ?? nothingKnown();
    audiences.set(name, known);
    return known;
  };

  const recordValues = createRecordValues();

  const seeSuccess = (exchange: Exchange, { of, barredFrom }: Audience): void => {
    const key = `${of} ${requestKey(exchange)}`;
    const known = knownOf(of);
    if (!said.has(key)) learn(known, exchange, isNewTo(known, exchange), recordValues);
    said.add(key);
    // What must be refused and is not is another check's matter.
    if (barredFrom === undefined || exchange.call?.expects !== undefined) return;
    const { shown } = knownOf(barredFrom);
    for (const object of identifiedObjects(jsonOf(exchange)).take(mostObjects))
      if (object.ids.length > 0 && shown.size < mostObjects)
        shown.set(JSON.stringify(object), { object, exchange, of });
  };

  const seeRefusal = (exchange: Exchange, { of, barredFrom }: Audience): void => {
    const key = `${of} ${refusalKey(exchange)}`;
    if (!said.has(key)) recordValues.learnRefusal(exchange, pointersShown(exchange).keys());
    said.add(key);
    // Nobody reads a request with forty credentials, and whoever shows it a record shows it to a plainer one, too.
    if (barredFrom === undefined || exchange.call?.authorization.kind === "elsewhere") return;
    const { refused } = knownOf(barredFrom);
    const known = refused.get(key);
    // The one that is read most easily speaks for those that are alike.
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
