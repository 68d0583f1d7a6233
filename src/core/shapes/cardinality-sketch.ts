/**
 * Estimates the number of different records: a HyperLogLog sketch (Flajolet, Fusy, Gandouet, Meunier, "HyperLogLog: the
 * analysis of a near-optimal cardinality estimation algorithm", 2007).
 *
 * The low bits of an id's hash choose one of m registers. A register keeps the highest rank of its hashes; the rank is
 * the position of the first 1 among the other bits. Rank r has probability 2^-r, so a register at M has seen about 2^M
 * ids. The estimate is the harmonic mean of these over the registers, times m and a bias correction: n = α m² / Σ 2^-M.
 * With m = 64, α = 0.709 and the standard error is 1.04/√m = 13 %.
 *
 * Below 2.5 m that estimate is too high; there the empty registers are more informative (linear counting, Whang,
 * Vander-Zanden, Taylor, 1990): n ids leave m e^(-n/m) of m registers empty, so n = m ln(m / empty).
 *
 * A register holds only the rarest pattern among hashes, and no id. Sketches merge by the larger register, so a record
 * counts once, whatever the runs that saw it.
 */
export type CardinalitySketch = Uint8Array;

const registers = 64;
const alpha = 0.709;

export const createSketch = (): CardinalitySketch => new Uint8Array(registers);

/** The finalizer of MurmurHash3: every bit of the input affects every bit of the hash. */
const mixed = (value: number): number => {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** FNV-1a over the characters. */
const hashOfText = (text: string): number => {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
};

/** A hash that represents an id in a sketch or in a set of this process. */
export const hashOfId = (id: number | string): number =>
  mixed(
    typeof id === "number" && Number.isInteger(id)
      ? id ^ Math.imul(Math.floor(id / 0x1_0000_0000), 0x9e37_79b1)
      : hashOfText(String(id)),
  );

export const addToSketch = (sketch: CardinalitySketch, hash: number): void => {
  const register = hash & (registers - 1);
  const rank = Math.clz32(hash & ~(registers - 1)) + 1;
  if (rank > (sketch[register] ?? 0)) sketch[register] = rank;
};

export const mergeSketch = (into: CardinalitySketch, other: CardinalitySketch): void => {
  for (let at = 0; at < registers; at += 1) if ((other[at] ?? 0) > (into[at] ?? 0)) into[at] = other[at] ?? 0;
};

const inverses: readonly number[] = Array.from({ length: 34 }, (_, rank) => 2 ** -rank);

/** The approximate number of different ids in a sketch. */
export const distinctCount = (sketch: CardinalitySketch): number => {
  let sum = 0;
  let empty = 0;
  for (let at = 0; at < registers; at += 1) {
    const rank = sketch[at] ?? 0;
    sum += inverses[rank] ?? 0;
    if (rank === 0) empty += 1;
  }
  const raw = (alpha * registers * registers) / sum;
  return Math.round(raw <= 2.5 * registers && empty > 0 ? registers * Math.log(registers / empty) : raw);
};

/** An upper bound of a number, with its weight. */
export interface Weighted {
  readonly most: number;
  readonly weight: number;
}

/** Probabilities of exceeding a number; values between two of them are rounded up. */
const tails = [1, 0.5, 0.2, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6, 0] as const;

/** If more registers have moved, some were moved by several new ids. */
const fewMoves = registers / 4;

/**
 * How many ids of `current` may be missing from `past`, in ascending order. An id missing from a sketch moves one of
 * its registers with probability π = 1/m Σ 2^-M. If x have moved and any number of new ids is equally likely, there are
 * x + i with probability C(x+i, i) π^(x+1) (1-π)^i, a negative binomial distribution.
 * @param all the number of different ids in `current`
 */
export const freshIds = (
  past: CardinalitySketch,
  current: CardinalitySketch,
  all: number,
): readonly Weighted[] => {
  let moves = 0;
  let chance = 0;
  for (let at = 0; at < registers; at += 1) {
    const before = past[at] ?? 0;
    chance += (inverses[before] ?? 0) / registers;
    if ((current[at] ?? 0) > before) moves += 1;
  }
  if (moves > fewMoves) return [{ most: all, weight: 1 }];
  const found: Weighted[] = [];
  let extra = 0;
  let term = chance ** (moves + 1);
  let larger = 1 - term;
  for (const [at, tail] of tails.slice(1).entries()) {
    while (larger > tail && moves + extra < all) {
      extra += 1;
      term *= ((moves + extra) / extra) * (1 - chance);
      larger -= term;
    }
    found.push({ most: Math.min(all, moves + extra), weight: (tails[at] ?? 1) - tail });
  }
  return found;
};
