import type { OperationId } from "../../../contract/generated/operations.ts";
import { interfaceNames } from "../../../contract/interface-name.ts";
import type { Answering, Fault, Incoming, Outgoing } from "../fault.ts";
import { asMain } from "./credentials.ts";
import { objectOf } from "./edit.ts";
import { isAdmitted } from "./refusing.ts";
import { parse } from "./wrappers.ts";

type Wrap = Fault["wrap"];

type Answered = (incoming: Incoming, outgoing: Outgoing) => boolean;

const isOf = ({ operation }: Incoming, of: readonly OperationId[]): boolean =>
  operation !== undefined && of.includes(operation);

export const isTaken = ({ status }: Outgoing): boolean => status < 300;

/** An answer to one of some operations that was no success. */
export const refusalOf =
  (...of: readonly OperationId[]): Answered =>
  (incoming, outgoing) =>
    isOf(incoming, of) && outgoing.status >= 400 && outgoing.status < 500;

/** A success of one of some operations. */
export const successOf =
  (...of: readonly OperationId[]): Answered =>
  (incoming, outgoing) =>
    isOf(incoming, of) && isTaken(outgoing);

/** Changes the successes of some operations from one of them at each address on: the first is number 1. */
export const fromTime =
  (
    of: readonly OperationId[],
    first: number,
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
  ): Wrap =>
  (next) => {
    const counts = new Map<string, number>();
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (!isOf(incoming, of) || !isTaken(outgoing)) return outgoing;
      const count = (counts.get(incoming.url.href) ?? 0) + 1;
      counts.set(incoming.url.href, count);
      return count < first ? outgoing : change(outgoing, incoming);
    };
  };

/** Changes the next success of some operations after something was answered; with `always` every later one, too. */
export const afterwards =
  (
    trigger: Answered,
    of: readonly OperationId[],
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
    always = false,
  ): Wrap =>
  (next) => {
    let isArmed = false;
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (isArmed && isOf(incoming, of) && isTaken(outgoing)) {
        isArmed = always;
        return change(outgoing, incoming);
      }
      isArmed ||= trigger(incoming, outgoing);
      return outgoing;
    };
  };

/** Changes what the sandbox gets to see of the next request after something was answered. */
export const afterwardsRead =
  (
    trigger: Answered,
    of: readonly OperationId[],
    change: (body: Record<string, unknown>, armedBy: Incoming) => Record<string, unknown>,
  ): Wrap =>
  (next) => {
    let armedBy: Incoming | undefined;
    return async (incoming) => {
      const body = parse(incoming.body);
      const isChanged = armedBy !== undefined && isOf(incoming, of) && body !== undefined;
      const sent =
        isChanged && armedBy !== undefined
          ? { ...incoming, body: JSON.stringify(change(objectOf(body), armedBy)) }
          : incoming;
      const outgoing = await next(sent);
      if (isChanged) armedBy = undefined;
      if (trigger(incoming, outgoing)) armedBy = incoming;
      return outgoing;
    };
  };

/** Keeps what reads were answered, and answers the same again to whoever has the same key. */
export const keeping =
  (isRead: (incoming: Incoming) => boolean, keyOf: (incoming: Incoming) => string): Wrap =>
  (next) => {
    const kept = new Map<string, Outgoing>();
    return async (incoming) => {
      if (!isRead(incoming)) return next(incoming);
      const key = keyOf(incoming);
      const outgoing = kept.get(key) ?? (await next(incoming));
      if (isTaken(outgoing)) kept.set(key, outgoing);
      return { ...outgoing, headers: new Headers(outgoing.headers) };
    };
  };

export const wholeRequest = ({ url, body = "", headers }: Incoming): string =>
  `${url.href} ${body} ${headers.get("authorization") ?? ""}`;

/** Answers a read as before the last write, as a replica would that is one write behind. */
export const behindOneWrite =
  (of: readonly OperationId[], isRead: (incoming: Incoming) => boolean): Wrap =>
  (next) => {
    const now = new Map<string, Outgoing>();
    let before = new Map<string, Outgoing>();
    const reads = new Map<string, Incoming>();
    return async (incoming) => {
      if (isRead(incoming)) {
        const key = wholeRequest(incoming);
        const outgoing = await next(incoming);
        if (isTaken(outgoing)) {
          now.set(key, outgoing);
          reads.set(key, incoming);
        }
        const shown = before.get(key) ?? outgoing;
        return { ...shown, headers: new Headers(shown.headers) };
      }
      if (isOf(incoming, of)) {
        for (const [key, read] of reads) now.set(key, await next(read));
        before = new Map(now);
      }
      return next(incoming);
    };
  };

/** Stores what some callers are refused for. */
export const storingRefused =
  (of: readonly OperationId[], statuses: readonly number[]): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const name = interfaceNames.find((one) => incoming.url.pathname.startsWith(`/${one}/`));
    if (name !== undefined && isOf(incoming, of) && statuses.includes(outgoing.status))
      await next(asMain(incoming, surroundings, name));
    return outgoing;
  };

/** Lets a caller in whose credential would be refused, after something was answered. */
export const lettingInAfter =
  (trigger: Answered, of: readonly OperationId[], isLetIn: (incoming: Incoming) => boolean): Wrap =>
  (next, surroundings) => {
    let isArmed = false;
    return async (incoming) => {
      const name = interfaceNames.find((one) => incoming.url.pathname.startsWith(`/${one}/`));
      const passes = isArmed && name !== undefined && isOf(incoming, of) && isLetIn(incoming);
      const outgoing = await next(passes ? asMain(incoming, surroundings, name) : incoming);
      isArmed = isAdmitted(incoming, surroundings) ? isArmed || trigger(incoming, outgoing) : false;
      return outgoing;
    };
  };

export const withoutCredential = ({ headers }: Incoming): boolean => !headers.has("authorization");

/** Mixes the bodies of two writes of one operation that are under way at once: the later one takes a part of the earlier. */
export const mixingOverlaps =
  (of: OperationId, parts: (body: Record<string, unknown>) => Record<string, unknown>): Wrap =>
  (next: Answering) => {
    const underWay: Record<string, unknown>[] = [];
    return async (incoming) => {
      const body = parse(incoming.body);
      if (incoming.operation !== of || body === undefined) return next(incoming);
      const other = underWay.at(-1);
      const sent = objectOf(body);
      underWay.push(sent);
      // Long enough for another one to come meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      try {
        return await next(
          other === undefined
            ? incoming
            : { ...incoming, body: JSON.stringify({ ...sent, ...parts(other) }) },
        );
      } finally {
        underWay.splice(underWay.indexOf(sent), 1);
      }
    };
  };

/** Answers a write that repeats the one before it. */
export const onRepetition =
  (of: OperationId, answer: (outgoing: Outgoing, incoming: Incoming) => Outgoing): Wrap =>
  (next) => {
    let last: string | undefined;
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== of || !isTaken(outgoing)) return outgoing;
      const isRepeated = incoming.body === last;
      last = incoming.body;
      return isRepeated ? answer(outgoing, incoming) : outgoing;
    };
  };

/** Changes the successes of some operations once two writes were under way at once. */
export const afterOverlaps =
  (
    writes: readonly OperationId[],
    of: readonly OperationId[],
    change: (outgoing: Outgoing, incoming: Incoming) => Outgoing,
  ): Wrap =>
  (next) => {
    let underWay = 0;
    let isArmed = false;
    return async (incoming) => {
      if (!isOf(incoming, writes)) {
        const outgoing = await next(incoming);
        return isArmed && isOf(incoming, of) && isTaken(outgoing) ? change(outgoing, incoming) : outgoing;
      }
      underWay += 1;
      // Long enough for another one to come meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      isArmed ||= underWay > 1;
      try {
        return await next(incoming);
      } finally {
        underWay -= 1;
      }
    };
  };
