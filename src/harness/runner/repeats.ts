import type { ActiveCheck } from "../model/check.ts";
import { isBusy, isSuccess, responseOf, type Call, type Exchange } from "../model/exchange.ts";
import type { Operation } from "../model/operation.ts";
import { spread } from "./sampling.ts";

/** A read that a check has asked for, with its first answer. */
export interface AskedRead {
  readonly check: ActiveCheck;
  readonly exchange: Exchange;
}

/** A read that is asked again, under the check that has asked for it. */
export interface Repeat {
  readonly check: ActiveCheck;
  readonly call: Call;
}

type Asked = AskedRead & Repeat;

/** Whether a part of the reads is asked again several times, or one of each kind once, the answered ones first. */
export type Thoroughness = "several times" | "once";

/** How often a read of each operation that was answered is asked again, and one of each check that was refused. */
const times: Readonly<Record<Thoroughness, Readonly<Record<"answered" | "refused", number>>>> = {
  "several times": { answered: 2, refused: 1 },
  once: { answered: 1, refused: 1 },
};

/** Where requests are scarce, so many reads are asked again. */
export const fewRepeats = 4;

/** What came of a token, or was asked of something else than the interface, may be answered otherwise later. */
const isLasting = ({ authorization, sandbox, at, unversioned }: Call): boolean =>
  sandbox === undefined &&
  at === undefined &&
  unversioned !== true &&
  (authorization.kind === "none" ||
    authorization.kind === "literal" ||
    authorization.kind === "hmac" ||
    authorization.secret.kind === "configured");

/** Whether an exchange has an answer that is to be had again: of a server that is neither busy nor has failed. */
export const isAnswer = (exchange: Exchange): boolean =>
  ![undefined, 500].includes(responseOf(exchange)?.status) && !isBusy(exchange);

const keyOf = ({ operation, path, query, body, authorization }: Call): string =>
  JSON.stringify([operation, path, query, body, authorization]);

/** Reads of one operation that were answered, or of one check that were refused with one status. */
const kindOf = ({ check, exchange }: Asked): string =>
  isSuccess(exchange)
    ? `${exchange.operation ?? ""} answered`
    : `${check.id} ${responseOf(exchange)?.status ?? ""}`;

interface Picked extends Repeat {
  readonly isAnswered: boolean;
  /** From 1: what is asked more than once is asked at some distance. */
  readonly round: number;
}

const repeatsOf = (reads: readonly Asked[], seed: number, how: Thoroughness): readonly Picked[] => {
  const isAnswered = reads.some(({ exchange }) => isSuccess(exchange));
  const often = times[how][isAnswered ? "answered" : "refused"];
  return spread(reads, 1, seed).flatMap(({ check, call }) =>
    Array.from({ length: often }, (_, round) => ({
      isAnswered,
      check,
      call: { ...call, fresh: true, asItComes: false },
      round,
    })),
  );
};

/** The reads of a run, to be asked again once it has written. */
export const createRepeats = (operations: Readonly<Record<string, Operation>>) => {
  const reads = new Map<string, Asked>();
  return {
    see({ check, exchange }: AskedRead) {
      const { call, operation = "" } = exchange;
      if (call === undefined || !isAnswer(exchange) || check.effect === "sandbox") return;
      if (operations[operation]?.effect !== "read" || !isLasting(call)) return;
      const key = keyOf(call);
      if (!reads.has(key)) reads.set(key, { check, exchange, call });
    },
    /** At most so many of them: of every operation one that was answered, of every check one that was refused. */
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
