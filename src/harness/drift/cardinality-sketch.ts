/**
 * How many different records were seen: a HyperLogLog sketch (Flajolet, Fusy, Gandouet, Meunier, "HyperLogLog: the
 * analysis of a near-optimal cardinality estimation algorithm", 2007).
 *
 * The low bits of an id's hash choose one of m registers. A register keeps the highest rank of its hashes, where the
 * rank is the position of the first 1 among the other bits: rank r comes with probability 2^-r, so a register at M has
 * seen about 2^M ids. The estimate is the harmonic mean of these over the registers, times m and a constant that takes
 * its bias away: n = α m² / Σ 2^-M. With m = 64, α = 0.709 and the standard error is 1.04/√m = 13 %.
 *
 * Below 2.5 m that estimate is too high; there the registers that are still empty say more (linear counting, Whang,
 * Vander-Zanden, Taylor, 1990): n ids leave m e^(-n/m) of m registers empty, so n = m ln(m / empty).
 *
 * A register holds the rarest pattern among hashes and nothing of any id. Sketches merge by the larger register, so a
 * record counts once, whichever runs it was seen in.
 */
export type CardinalitySketch = Uint8Array;

const registers = 64;
const alpha = 0.709;

export const createSketch = (): CardinalitySketch => new Uint8Array(registers);

/** The finalizer of MurmurHash3: every bit of the input moves every bit of the hash. */
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

/** A number that stands for an id in a sketch or in a set of this process. */
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

/** About how many different ids a sketch has seen. */
export const estimate = (sketch: CardinalitySketch): number => {
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

/** Once in a thousand the bound below is too low; z is the same of the normal distribution. */
const risk = 1e-3;
const z = 3.09;

/**
 * At most about so many ids of `current` are not in `past`. An id that is not in a sketch moves a register of it with the
 * probability π = 1/m Σ 2^-M. Where none has moved, (1-π)^f ≥ risk bounds f. Each of x that moved adds 1/π ids on
 * average, with a standard deviation of √(1-π)/π (negative binomial). Of many new ids several move the same register;
 * then the estimates say more, with their standard error of 13 %.
 */
export const mostFresh = (past: CardinalitySketch, current: CardinalitySketch): number => {
  const both = createSketch();
  let moves = 0;
  let chance = 0;
  for (let at = 0; at < registers; at += 1) {
    const [before, now] = [past[at] ?? 0, current[at] ?? 0];
    chance += (inverses[before] ?? 0) / registers;
    if (now > before) moves += 1;
    both[at] = Math.max(before, now);
  }
  const unmoved = Math.log(risk) / Math.log1p(-chance);
  const moved = (moves + z * Math.sqrt(moves * (1 - chance))) / chance;
  return Math.max(moved + unmoved, (1 + z * 0.13) * (estimate(both) - estimate(past)));
};
