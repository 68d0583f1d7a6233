import { grouped } from "./grouped.ts";

/** A count with its noun, as in `1 request` and `1,374 requests`. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : nouns}`;
