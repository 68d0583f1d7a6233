import type { Clock } from "../../model/clock.ts";
import type { Database } from "../store/database.ts";
import { untilWritten } from "../store/until-written.ts";
import type { Outgoing } from "./message.ts";

/** What the texts and keys may come to, in characters. */
const capacity = 8_000_000;

interface Kept {
  /** The oldest come first. */
  readonly answers: Map<string, Outgoing>;
  size: number;
}

const keptOf = untilWritten((): Kept => ({ answers: new Map(), size: 0 }));

const sizeOf = (key: string, { text = "" }: Outgoing): number => key.length + text.length;

/** The answer to a question that only reads, as it was sent when it was last asked, if nothing was written since. */
export const recallAnswer = (database: Database, key: string): Outgoing | undefined =>
  keptOf(database).answers.get(key);

/**
 * Keeps an answer until the next write; the oldest go first where there is too much. Only for answers that hang on
 * nothing but their key and what is stored: see `watched`.
 */
export const keepAnswer = (database: Database, key: string, answer: Outgoing): void => {
  const kept = keptOf(database);
  const needed = sizeOf(key, answer);
  if (needed > capacity || kept.answers.has(key)) return;
  makeRoom(kept, needed);
  kept.answers.set(key, answer);
  kept.size += needed;
};

const makeRoom = (kept: Kept, needed: number): void => {
  for (const [key, answer] of kept.answers) {
    if (kept.size + needed <= capacity) return;
    kept.answers.delete(key);
    kept.size -= sizeOf(key, answer);
  }
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
