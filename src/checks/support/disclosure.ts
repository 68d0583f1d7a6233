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

/** A value that identifies a record, and who has shown it first. */
interface KnownValue {
  readonly exchange: Exchange;
  readonly ids: readonly string[];
  /** Whether another record holds it as well. */
  isShared: boolean;
}

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

/** What is known of one audience. */
interface Known {
  /** The entries of lists that it was shown. */
  readonly entries: Set<string>;
  readonly values: Map<string, KnownValue>;
  /** The objects of its configured records. */
  readonly owned: Shown[];
  /** The operations that have refused it something, by the keys that they have said. */
  readonly vocabulary: Map<string, Set<string>>;
  /** What those who are barred from it were refused, each refusal once, and the objects that they were shown. */
  readonly refused: Refused[];
  readonly shown: Map<string, Shown>;
}

const nothingKnown = (): Known => ({
  entries: new Set(),
  values: new Map(),
  owned: [],
  vocabulary: new Map(),
  refused: [],
  shown: new Map(),
});

const areOfOne = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((id) => other.includes(id));

const learnValues = (
  { values }: Known,
  { ids, values: found }: IdentifiedObject,
  exchange: Exchange,
): void => {
  // What has no id is no record: names of parameters, labels of a filter.
  if (ids.length === 0) return;
  for (const { key } of found) {
    const known = values.get(key);
    if (known !== undefined) known.isShared ||= !areOfOne(ids, known.ids);
    else if (values.size < mostKeys) values.set(key, { exchange, ids, isShared: false });
  }
};

/** Remembers what an owner was shown. */
const learn = (known: Known, exchange: Exchange, isNew: (entry: unknown) => boolean): void => {
  const isOwned = isOfConfigured(exchange);
  let isRoot = true;
  for (const object of identifiedObjects(jsonOf(exchange), isNew)) {
    learnValues(known, object, exchange);
    if (
      isOwned &&
      (isRoot || object.isDocumented) &&
      object.ids.length > 0 &&
      known.owned.length < mostObjects
    )
      known.owned.push({ object, exchange });
    isRoot = false;
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

/** What is said to everybody in refusals is no secret. */
const isCommon = ({ vocabulary }: Known, key: string): boolean => (vocabulary.get(key)?.size ?? 0) > 1;

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
  return JSON.stringify([exchange.operation, response && hashOf(response), exchange.request.body]);
};

const requestKey = ({ request: { method, url, body } }: Exchange): string =>
  JSON.stringify([method, url, body]);

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

const judgeRefusal = function* (exchange: Exchange, caller: Known, owners: Known): Generator<Violation> {
  for (const [key, pointer] of pointersShown(exchange)) {
    const known = owners.values.get(key);
    // What a caller knows or has sent may be said to it.
    if (known === undefined || caller.values.has(key) || isCommon(owners, key)) continue;
    if (!pointersSent(exchange).has(key)) return yield refusalWith(exchange, known.exchange, pointer);
  }
};

const judgeShown = function* (callers: Iterable<Known>, owners: Known): Generator<Violation> {
  const all = [...callers, owners];
  const isOwn = (key: string): boolean => !all.some(({ values }) => values.get(key)?.isShared === true);
  for (const { object, exchange } of owners.shown.values()) {
    const owned = owners.owned.find((one) => isSame(object, one.object, isOwn));
    if (owned !== undefined) yield answerWith(exchange, owned.exchange);
  }
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

  const seeSuccess = (exchange: Exchange, { of, barredFrom }: Audience): void => {
    const key = `${of} ${requestKey(exchange)}`;
    const known = knownOf(of);
    if (!said.has(key)) learn(known, exchange, isNewTo(known, exchange));
    said.add(key);
    // What must be refused and is not is another check's matter.
    if (barredFrom === undefined || exchange.call?.expects !== undefined) return;
    const { shown } = knownOf(barredFrom);
    for (const object of identifiedObjects(jsonOf(exchange)).take(mostObjects))
      if (object.ids.length > 0 && shown.size < mostObjects)
        shown.set(JSON.stringify(object), { object, exchange });
  };

  const seeRefusal = (exchange: Exchange, { of, barredFrom }: Audience): void => {
    const refusal = `${of} ${refusalKey(exchange)}`;
    if (said.has(refusal)) return;
    said.add(refusal);
    const { vocabulary } = knownOf(of);
    for (const key of pointersShown(exchange).keys())
      vocabulary.set(key, (vocabulary.get(key) ?? new Set()).add(exchange.operation ?? ""));
    const refused = barredFrom === undefined ? undefined : knownOf(barredFrom).refused;
    if (refused !== undefined && refused.length < mostRefusals) refused.push({ exchange, of });
  };

  return {
    see(exchange) {
      const audience = audienceOf(exchange);
      if (audience === undefined) return;
      if (isSuccess(exchange)) seeSuccess(exchange, audience);
      else if (statusOf(exchange) >= 400) seeRefusal(exchange, audience);
    },
    *conclude() {
      for (const [name, owners] of audiences) {
        for (const { exchange, of } of owners.refused) yield* judgeRefusal(exchange, knownOf(of), owners);
        const others = [...audiences].filter(([other]) => other !== name).map(([, known]) => known);
        yield* judgeShown(others, owners);
      }
    },
  };
};
