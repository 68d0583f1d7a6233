import type { Exchange } from "../../core/model/exchange.ts";

/** What a call asks of one of several lists. */
export interface ListTag<Asks> {
  readonly list: string;
  readonly asks: Asks;
}

/** The answers of a list by what it was asked, which is JSON data; of the same asked twice, the later one. */
export class Answers<Asks> implements Iterable<readonly [Asks, Exchange]> {
  readonly #byKey = new Map<string, readonly [Asks, Exchange]>();

  get size(): number {
    return this.#byKey.size;
  }

  has(asks: Asks): boolean {
    return this.#byKey.has(JSON.stringify(asks));
  }

  get(asks: Asks): Exchange | undefined {
    return this.#byKey.get(JSON.stringify(asks))?.[1];
  }

  set(asks: Asks, exchange: Exchange): void {
    this.#byKey.set(JSON.stringify(asks), [asks, exchange]);
  }

  [Symbol.iterator](): Iterator<readonly [Asks, Exchange]> {
    return this.#byKey.values();
  }
}

/** The exchanges that ask one list. */
export const answersOf = <Asks>(
  exchanges: readonly Exchange<ListTag<Asks>>[],
  list: string,
): Answers<Asks> => {
  const answers = new Answers<Asks>();
  for (const exchange of exchanges) {
    const tag = exchange.call?.tag;
    if (tag?.list === list) answers.set(tag.asks, exchange);
  }
  return answers;
};
