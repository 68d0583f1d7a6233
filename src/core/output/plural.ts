import { grouped } from "./grouped.ts";

export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : nouns}`;
