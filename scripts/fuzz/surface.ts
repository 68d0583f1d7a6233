import type { Random } from "../../src/serving/random.ts";

/** One call, and what it is, as JavaScript or JSON. */
export interface Attempt {
  readonly what: string;
  /** Rejects with `Broken` if the outcome is wrong. */
  run(): Promise<void>;
}

/** A part of the program that takes what strangers give it. */
export interface Surface {
  /** The next call, all of which the random numbers decide. */
  attempt(random: Random): Attempt;
  /** What may be opened and stays open, such as the connections of a pool. */
  readonly spare: number;
  close(): Promise<void>;
}

/** An outcome that no input may have. */
export class Broken extends Error {}

/** What no output may hold, whoever reads it. */
const bug = /this is a bug|Something went wrong on our side/;

/** @throws Broken if a text says that the program is at fault */
export const assertNoBug = (text: string): void => {
  const found = bug.exec(text);
  if (found !== null) throw new Broken(text.slice(Math.max(0, found.index - 200), found.index + 60));
};

/** @throws Broken if it takes longer */
export const within = async <Result>(seconds: number, work: Promise<Result>): Promise<Result> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Broken(`no end after ${seconds} s`)), seconds * 1000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
