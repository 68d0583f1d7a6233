const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Four 32-bit words from a text (FNV-1a, four times). */
const words = (text: string): [number, number, number, number] => {
  const word = (salt: number): number => {
    let hash = (0x811c9dc5 ^ salt) >>> 0;
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
    }
    return hash;
  };
  return [word(0x9e3779b9), word(0x243f6a88), word(0xb7e15162), 1];
};

/**
 * The seed's stream with this name (sfc32). Streams are independent: drawing more from one does not change another, so
 * that new data do not change the old.
 */
export const createRandom = (seed: number, name: string) => {
  let [a, b, c, counter] = words(`${seed}/${name}`);
  const draw = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) draw();

  const next = (): number => draw() / 0x1_0000_0000;
  const integer = (minimum: number, maximum: number): number =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    /** In [0, 1), 32 bits. */
    next,
    /** An integer from `minimum` to `maximum`, both included. */
    integer,
    chance: (probability: number): boolean => next() < probability,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[integer(0, items.length - 1)] ?? items[0],
    token: (length: number): string =>
      Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join(""),
    /** The items in random order. */
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const left = [...items];
      return items.map(() => {
        const [item] = left.splice(integer(0, left.length - 1), 1);
        // There are as many draws as items, so one is always left.
        return item as Item;
      });
    },
  };
};

/** A stream of random numbers that a seed decides. Use each for one purpose only: see `createRandom`. */
export type Random = ReturnType<typeof createRandom>;
