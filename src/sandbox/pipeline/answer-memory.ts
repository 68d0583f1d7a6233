import type { Clock } from "../../model/clock.ts";
import type { Database } from "../store/database.ts";
import type { Outgoing } from "./message.ts";

/** What the texts and keys may come to, in characters. */
const capacity = 8_000_000;

/**
 * Answers to requests that only read, as they were sent: the same question is answered the same until something
 * is written, unless the time had a part in the answer.
 */
export interface AnswerMemory {
  /** What was kept under the key since the last write. */
  recall(key: string): Outgoing | undefined;
  /** Keeps an answer until the next write; the oldest go first where there is too much. */
  keep(key: string, answer: Outgoing): void;
}

export const createAnswerMemory = (database: Database): AnswerMemory => {
  const kept = new Map<string, Outgoing>();
  let size = 0;
  let keptSince = database.writes;
  const sizeOf = (key: string, { text = "" }: Outgoing): number => key.length + text.length;
  const forgetIfWritten = (): void => {
    if (keptSince === database.writes) return;
    keptSince = database.writes;
    kept.clear();
    size = 0;
  };
  const makeRoom = (needed: number): void => {
    for (const [key, answer] of kept) {
      if (size + needed <= capacity) return;
      kept.delete(key);
      size -= sizeOf(key, answer);
    }
  };
  return {
    recall: (key) => {
      forgetIfWritten();
      return kept.get(key);
    },
    keep: (key, answer) => {
      forgetIfWritten();
      const needed = sizeOf(key, answer);
      if (needed > capacity || kept.has(key)) return;
      makeRoom(needed);
      kept.set(key, answer);
      size += needed;
    },
  };
};

/** A clock that knows whether anybody asked it for the time. */
export const watched = (clock: Clock): Clock & { readonly wasAsked: boolean } => {
  let wasAsked = false;
  return {
    now: () => {
      wasAsked = true;
      return clock.now();
    },
    sleep: (ms, signal) => clock.sleep(ms, signal),
    get wasAsked() {
      return wasAsked;
    },
  };
};
