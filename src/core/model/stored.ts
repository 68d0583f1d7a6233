import { UsageError } from "./usage-error.ts";

/** Stored data that tripact has not written; the message holds none of it. */
export class Damaged extends UsageError {}

export const damaged = (what: string, location?: string): Damaged =>
  new Damaged(`the store is damaged: ${what}`, {
    location,
    hint: "restore it from a backup, or name another one: with --store, or as the database of the fleet file",
  });

/** An integer that no number of JavaScript holds exactly. */
export const beyondNumbers = (location?: string): Damaged =>
  damaged("Value is too large: a column holds an integer beyond 2^53", location);

/** The result of reading stored data. @throws UsageError with its name if tripact has not written it */
export const stored = <Result>(name: string, read: () => Result): Result => {
  try {
    return read();
  } catch {
    // Parser errors quote what they read.
    throw damaged(`${name} cannot be read`);
  }
};
