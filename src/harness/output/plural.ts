/** Of small numbers it is what `toLocaleString` makes, which first loads what it knows of languages. */
const counted = (count: number): string =>
  Number.isInteger(count) && Math.abs(count) < 1000 ? String(count) : count.toLocaleString("en-US");

/** A count with its noun, as in `1 request` and `1,374 requests`. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${counted(count)} ${count === 1 ? noun : nouns}`;
