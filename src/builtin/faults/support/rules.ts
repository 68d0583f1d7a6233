import type { JsonObject } from "../../../core/model/json-object.ts";
import type { Answering, Fault, FaultEnvironment, FaultRequest, FaultAnswer } from "../fault.ts";
import { isGoodAnswer, parse, withJson } from "./answers.ts";
import { bornToken, isAdmitted, type Who } from "./credentials.ts";
import { objectOf, property } from "./edit.ts";
import { tokenForm } from "./requests.ts";
import {
  anyStatus,
  type Changing,
  fresh,
  isRequestOf,
  type Of,
  onlyStatuses,
  type TimedRule,
  type Statuses,
  success,
} from "./rows.ts";

type Wrap = Fault["wrap"];

type Key = (incoming: FaultRequest) => string;

export const address: Key = ({ url }) => url.href;

export const words: Key = ({ url, body = "" }) => `${url.href} ${body}`;

export const wholeRequest: Key = ({ url, body = "", headers }) =>
  `${url.href} ${body} ${headers.get("authorization") ?? ""}`;

/** By the number of requests with the same key, from 1. */
const counted = (isMeant: (count: number) => boolean, keyOf: Key = () => ""): TimedRule => ({
  start: () => {
    const counts = new Map<string, number>();
    return {
      picks: (incoming) => {
        const count = (counts.get(keyOf(incoming)) ?? 0) + 1;
        counts.set(keyOf(incoming), count);
        return isMeant(count);
      },
    };
  },
});

/** Every `step`th time. */
export const every = (step: number, keyOf?: Key): TimedRule => counted((count) => count % step === 0, keyOf);

/** The first time, the third and so on. */
export const everyOther: TimedRule = counted((count) => count % 2 === 1);

/** From the given time on. */
export const from = (first: number, keyOf?: Key): TimedRule => counted((count) => count >= first, keyOf);

/** The given time only. */
export const nth = (meant: number): TimedRule => counted((count) => count === meant);

/** Repetitions of an earlier address and body. */
export const repeated: TimedRule = from(2, words);

/** A request with the body of the previous one. */
export const sentTwice: TimedRule = {
  start: () => {
    let last: string | undefined;
    return {
      picks: ({ body }) => {
        const isRepeated = body === last;
        last = body;
        return isRepeated;
      },
    };
  },
};

/** While `learn` says so, which sees every exchange. */
const armed = (
  learn: (
    isArmed: boolean,
    incoming: FaultRequest,
    outgoing: FaultAnswer,
    isPicked: boolean,
    here: FaultEnvironment,
  ) => boolean,
): TimedRule => ({
  start: (here) => {
    let isArmed = false;
    return {
      picks: () => isArmed,
      sees: (...exchange) => {
        isArmed = learn(isArmed, ...exchange, here);
      },
    };
  },
});

/** Once, after an answer of some operations. */
export const after = (of: Of, status: number | Statuses): TimedRule =>
  armed(
    (isArmed, incoming, outgoing, isPicked) =>
      !isPicked && (isArmed || (isRequestOf(incoming, of) && onlyStatuses(status).has(outgoing.status))),
  );

/** Always, after a number of answers of some operations. */
export const everAfter = (of: Of, status: number | Statuses = success, times = 1): TimedRule => ({
  start: () => {
    let count = 0;
    return {
      picks: () => count >= times,
      sees: (incoming, outgoing) => {
        if (isRequestOf(incoming, of) && onlyStatuses(status).has(outgoing.status)) count += 1;
      },
    };
  },
});

/** While the last answer of some operations has the status. */
export const whileLast = (of: Of, status: number): TimedRule =>
  armed((isArmed, incoming, outgoing) => (isRequestOf(incoming, of) ? outgoing.status === status : isArmed));

/** Directly after an admitted request, until another caller's request. */
export const rightAfter = (of: Of): TimedRule =>
  armed(
    (isArmed, incoming, outgoing, _isPicked, here) =>
      isAdmitted(incoming, here) && (isArmed || (isRequestOf(incoming, of) && isGoodAnswer(outgoing))),
  );

/** Acts from the `first`th request of some operations on. */
export const startingAt =
  (first: number, of: Of, wrap: Wrap): Wrap =>
  (next, here) => {
    const wrapped = wrap(next, here);
    let count = 0;
    return (incoming) => {
      count += isRequestOf(incoming, of) ? 1 : 0;
      return count < first ? next(incoming) : wrapped(incoming);
    };
  };

const always: Who = () => true;

/** Requests that present, or refresh with, a token that the sandbox issued to some requests. */
export const issued = (
  field: "access_token" | "refresh_token" = "access_token",
  to: Who = always,
): TimedRule => ({
  start: (here) => {
    const tokens = new Set<unknown>();
    return {
      picks: (incoming) => tokens.has(bornToken(incoming) ?? tokenForm(incoming).get("refresh_token")),
      sees: (incoming, outgoing) => {
        const isIssue = incoming.operation === "issueToken" && outgoing.status === 200;
        if (isIssue && to(incoming, here)) tokens.add(property(parse(outgoing.body), field));
      },
    };
  },
});

/** Caches successful answers by key and repeats them. */
export const cachedBy =
  (of: Of, keyOf: Key, who: Who = always): Wrap =>
  (next, here) => {
    const kept = new Map<string, FaultAnswer>();
    return async (incoming) => {
      if (!isRequestOf(incoming, of) || !who(incoming, here)) return next(incoming);
      const key = keyOf(incoming);
      const outgoing = kept.get(key) ?? (await next(incoming));
      if (isGoodAnswer(outgoing)) kept.set(key, outgoing);
      return fresh(outgoing);
    };
  };

/** Answers some callers with the cached answer of others at the same address. */
export const fromCache =
  (of: Of, to: Who, learnt: Who = always, status: number | Statuses = anyStatus): Wrap =>
  (next, here) => {
    const cache = new Map<string, FaultAnswer>();
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (!isRequestOf(incoming, of)) return outgoing;
      if (isGoodAnswer(outgoing) && learnt(incoming, here)) cache.set(address(incoming), outgoing);
      return to(incoming, here) && onlyStatuses(status).has(outgoing.status)
        ? (cache.get(address(incoming)) ?? outgoing)
        : outgoing;
    };
  };

/** Answers reads as before the last write, like a replica that is one write behind. */
export const behindOneWrite =
  (writes: Of, reads: Of): Wrap =>
  (next) => {
    const now = new Map<string, FaultAnswer>();
    let before = new Map<string, FaultAnswer>();
    const asked = new Map<string, FaultRequest>();
    return async (incoming) => {
      if (isRequestOf(incoming, reads)) {
        const key = wholeRequest(incoming);
        const outgoing = await next(incoming);
        if (isGoodAnswer(outgoing)) {
          now.set(key, outgoing);
          asked.set(key, incoming);
        }
        return fresh(before.get(key) ?? outgoing);
      }
      if (isRequestOf(incoming, writes)) {
        for (const [key, read] of asked) now.set(key, await next(read));
        before = new Map(now);
      }
      return next(incoming);
    };
  };

type Merge = (sent: JsonObject, before: JsonObject) => JsonObject;

/**
 * Sends the merge of the body with the remembered one of the same key, initially empty: the last successfully sent
 * body, unless `remember` says otherwise.
 */
export const storing =
  (
    of: Of,
    merge: Merge,
    keyOf: Key = ({ url }) => url.pathname,
    remember: Merge = (stored) => stored,
  ): Wrap =>
  (next) => {
    const remembered = new Map<string, JsonObject>();
    return async (incoming) => {
      const sent = parse(incoming.body);
      if (!isRequestOf(incoming, of) || sent === undefined) return next(incoming);
      const before = remembered.get(keyOf(incoming)) ?? {};
      const stored = merge(objectOf(sent), before);
      const outgoing = await next({ ...incoming, body: JSON.stringify(stored) });
      if (isGoodAnswer(outgoing)) remembered.set(keyOf(incoming), remember(stored, before));
      return outgoing;
    };
  };

/** Changes the body of the next request after some answer, given the request of that answer. */
export const onNextSent =
  (
    of: Of,
    status: number | readonly number[],
    change: (body: Record<string, unknown>, before: FaultRequest) => Record<string, unknown>,
  ): Wrap =>
  (next) => {
    let before: FaultRequest | undefined;
    return async (incoming) => {
      const body = parse(incoming.body);
      const isChanged = before !== undefined && isRequestOf(incoming, of) && body !== undefined;
      const sent =
        isChanged && before !== undefined
          ? { ...incoming, body: JSON.stringify(change(objectOf(body), before)) }
          : incoming;
      const outgoing = await next(sent);
      if (isChanged) before = undefined;
      if (isRequestOf(incoming, of) && onlyStatuses(status).has(outgoing.status)) before = incoming;
      return outgoing;
    };
  };

/** Long enough for another request to arrive. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The other requests to the same operations: those before a request, and all that are under way with it. */
interface Beside {
  readonly earlier: readonly FaultRequest[];
  readonly all: readonly FaultRequest[];
}

/** Handles a request that is under way at the same time as others of the same operations. */
export const besideOthers =
  (
    of: Of,
    handle: (incoming: FaultRequest, others: Beside, next: Answering) => FaultAnswer | Promise<FaultAnswer>,
  ): Wrap =>
  (next) => {
    const underWay = new Set<FaultRequest>();
    return async (incoming) => {
      if (!isRequestOf(incoming, of)) return next(incoming);
      const earlier = [...underWay];
      underWay.add(incoming);
      await aMoment();
      const all = [...underWay].filter((other) => other !== incoming);
      try {
        return await handle(incoming, { earlier, all }, next);
      } finally {
        underWay.delete(incoming);
      }
    };
  };

/** Of two concurrent writes, by default to the same operations, stores the later one with parts of the earlier. */
export const mixingOverlaps = (
  of: Of,
  parts: (body: Record<string, unknown>) => Record<string, unknown>,
  beside: Of = of,
): Wrap =>
  besideOthers(
    (incoming) => isRequestOf(incoming, of) || isRequestOf(incoming, beside),
    (incoming, { earlier }, next) => {
      const before = earlier.findLast((one) => isRequestOf(one, beside));
      const [sent, other] = [incoming, before].map((one) => parse(one?.body));
      if (!isRequestOf(incoming, of) || sent === undefined || other === undefined) return next(incoming);
      const mixed = { ...objectOf(sent), ...parts({ ...objectOf(other) }) };
      return next({ ...incoming, body: JSON.stringify(mixed) });
    },
  );

/** Changes reads while a write is under way, given its body. */
export const duringWrites = (
  writes: Of,
  reads: Of,
  change: (body: unknown, sent: JsonObject) => unknown,
): Wrap =>
  besideOthers(
    (incoming) => isRequestOf(incoming, writes) || isRequestOf(incoming, reads),
    async (incoming, { earlier, all }, next) => {
      const write = [...earlier, ...all].find((one) => isRequestOf(one, writes));
      const outgoing = await next(incoming);
      const body = parse(outgoing.body);
      if (!isRequestOf(incoming, reads) || write === undefined || !isGoodAnswer(outgoing)) return outgoing;
      return withJson(outgoing, change(body, objectOf(parse(write.body))));
    },
  );

/** Changes successful answers of some operations after two writes were concurrent. */
export const afterOverlaps =
  (writes: Of, of: Of, change: Changing): Wrap =>
  (next, here) => {
    let isArmed = false;
    const written = besideOthers(writes, (incoming, { all }, store) => {
      isArmed ||= all.length > 0;
      return store(incoming);
    })(next, here);
    return async (incoming) => {
      const outgoing = await written(incoming);
      return isArmed && !isRequestOf(incoming, writes) && isRequestOf(incoming, of) && isGoodAnswer(outgoing)
        ? change(outgoing, incoming, { ...here, next })
        : outgoing;
    };
  };
