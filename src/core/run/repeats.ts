import type { ActiveCheck } from "../model/check.ts";
import { isBusy, isSuccess, responseOf, type AnyCall, type Exchange } from "../model/exchange.ts";
import type { Operation } from "../model/operation.ts";
import { spread } from "./picks.ts";

export interface Repeat {
  readonly check: ActiveCheck;
  readonly call: AnyCall;
}

interface Asked extends Repeat {
  readonly exchange: Exchange;
}

/** Whether part of the reads is repeated several times, or one of each kind once, successful ones first. */
export type Thoroughness = "several times" | "once";

/** Repetitions of a successful read of each operation, and of a refused one of each check. */
const times: Readonly<Record<Thoroughness, Readonly<Record<"answered" | "refused", number>>>> = {
  "several times": { answered: 2, refused: 1 },
  once: { answered: 1, refused: 1 },
};

/** Number of repeated reads if requests are scarce. */
export const fewRepeats = 4;

/** A read with an issued token, or of something other than the interface, may be answered differently later. */
const isLasting = ({ authorization, sandbox, at, unversioned }: AnyCall): boolean =>
  sandbox === undefined &&
  at === undefined &&
  unversioned !== true &&
  (authorization.kind === "none" ||
    authorization.kind === "literal" ||
    authorization.kind === "hmac" ||
    authorization.kind === "schemes" ||
    authorization.secret.kind === "configured");

/** Whether an exchange has a repeatable answer: the server is neither busy nor failed. */
export const isAnswer = (exchange: Exchange): boolean =>
  ![undefined, 500].includes(responseOf(exchange)?.status) && !isBusy(exchange);

const keyOf = ({ operation, path, query, search, headers, body, authorization }: AnyCall): string =>
  JSON.stringify([operation, path, query, search, headers, body, authorization]);

/** Kind of a read: successful reads of one operation, or refused ones of one check with one status. */
const kindOf = ({ check, exchange }: Asked): string =>
  isSuccess(exchange)
    ? `${exchange.operation ?? ""} answered`
    : `${check.id} ${responseOf(exchange)?.status ?? ""}`;

interface Picked extends Repeat {
  readonly isAnswered: boolean;
  /** From 1; repetitions of a read lie some distance apart. */
  readonly round: number;
}

const repeatsOf = (reads: readonly Asked[], seed: number, how: Thoroughness): readonly Picked[] => {
  const isAnswered = reads.some(({ exchange }) => isSuccess(exchange));
  const often = times[how][isAnswered ? "answered" : "refused"];
  return spread(reads, 1, seed).flatMap(({ check, call }) =>
    Array.from({ length: often }, (_, round) => ({
      isAnswered,
      check,
      call: { ...call, fresh: true },
      round,
    })),
  );
};

/** The reads of a run, to repeat after its writes. */
export const createRepeats = (operations: Readonly<Record<string, Operation>>) => {
  const reads = new Map<string, Asked>();
  return {
    see({ check, exchange }: Omit<Asked, "call">) {
      const { call, operation = "" } = exchange;
      if (call === undefined || !isAnswer(exchange) || check.effect === "sandbox") return;
      if (operations[operation]?.effect !== "read" || !isLasting(call)) return;
      const key = keyOf(call);
      if (!reads.has(key)) reads.set(key, { check, exchange, call });
    },
    /** At most `most` of them: a successful one of each operation, a refused one of each check. */
    pick(most: number, seed: number, how: Thoroughness): readonly Repeat[] {
      const kinds = Map.groupBy(reads.values(), kindOf);
      const all = [...kinds.values()].flatMap((some) => repeatsOf(some, seed, how));
      const upTo = (some: readonly Picked[], count: number): readonly Repeat[] =>
        spread(some, Math.max(0, Math.min(count, some.length)), seed);
      if (how === "several times")
        return upTo(
          all.toSorted((left, right) => left.round - right.round),
          most,
        );
      const first = all.filter(({ isAnswered }) => isAnswered);
      const others = all.filter(({ isAnswered }) => !isAnswered);
      return [...upTo(first, most), ...upTo(others, most - first.length)];
    },
  };
};
