import type { Weighted } from "../../core/shapes/cardinality-sketch.ts";
import type { Share } from "../../core/model/drift.ts";

/**
 * Probability that something appears for the first time although nothing has changed.
 *
 * Let θ be the share of records that show it, with a uniform prior (Laplace's rule of succession). If none of the first
 * b samples shows it, then exactly k of the next n do with probability
 *
 * P(k) = ∫ (1-θ)^b C(n,k) θ^k (1-θ)^(n-k) dθ = C(n,k) B(k+1, b+n-k+1)
 *
 * With B(x,y) = Γ(x)Γ(y)/Γ(x+y) this is n! b!/(b+n+1)! · C(b+n-k, n-k). Summed from k = c on (hockey-stick identity),
 * at least c of n do with probability
 *
 * 1/(b+1) · n/(b+n+1) · (n-1)/(b+n) · … (c factors)
 *
 * and over all later runs this telescopes to 1/(b+1) for c = 1.
 */
export const chanceOfFirstSight = (before: number, { count, of }: Share): number => {
  if (count <= 0) return 1;
  let chance = 1 / (before + 1);
  for (let seen = 0; seen < count && chance > 1e-300; seen += 1)
    chance *= (of - seen) / (before + of + 1 - seen);
  return chance;
};

/**
 * The same for this run and all later ones of its size together: the total false alarm rate of watching a field. A
 * single sight has 1/(before+1).
 */
export const chanceOfEverSeeing = (before: number, now: Share): number => {
  if (now.count <= 1) return now.count <= 0 ? 1 : 1 / (before + 1);
  let sum = 0;
  let earlier = before;
  for (let run = 0; run < 1000; run += 1) {
    const chance = chanceOfFirstSight(earlier, now);
    sum += chance;
    if (chance < sum * 1e-3) break;
    earlier += now.of;
  }
  return Math.min(1, sum);
};

/** Samples without a sight. */
export interface PastSamples {
  readonly all: number;
  /** Each record once. */
  readonly different: number;
}

/** Longer sums are grouped; each group counts with its largest term. */
const mostTerms = 16;

/** The chance if `fresh` of the records are new; once beyond `most`, any larger value. */
const chanceWithFresh = (before: PastSamples, { count, of }: Share, fresh: number, most: number): number => {
  const ofFresh = (seen: number): number =>
    seen <= 0 ? 1 : chanceOfEverSeeing(before.different, { count: seen, of: fresh });
  const ofOthers = (seen: number): number =>
    seen <= 0 ? 1 : chanceOfEverSeeing(before.all, { count: seen, of: of - fresh });
  const [first, last] = [Math.max(0, count - (of - fresh)), Math.min(count, fresh)];
  const step = Math.ceil((last - first + 1) / mostTerms);
  let sum = 0;
  for (let seen = first; seen <= last && sum <= most; seen += step) {
    const terms = Math.min(step, last - seen + 1);
    sum += terms * ofFresh(seen) * ofOthers(count - seen - terms + 1);
  }
  return Math.min(1, sum);
};

/**
 * The same for records seen repeatedly, each of `since` once. A sight comes from a new record, or from an edited known
 * one. For new records, the past is all different earlier ones; for known records, all earlier times that any was seen.
 * Either way their share is unknown:
 *
 * P(k or more) ≤ Σ P(j or more of the new) P(k-j or more of the others)
 *
 * averaged over the possible numbers of new records. At most the chance if all of them are new.
 * @param bound if only the side of it matters: the result is on the same side, and needs fewer terms
 */
export const chanceAmongRecords = (
  before: PastSamples,
  since: Share,
  freshShares: readonly Weighted[],
  bound?: number,
): number => {
  const ofAllFresh = chanceOfEverSeeing(before.different, since);
  if (bound !== undefined && ofAllFresh <= bound) return ofAllFresh;
  // Beyond this the sum does not matter.
  const most = bound ?? ofAllFresh;
  let sum = 0;
  for (const { most: share, weight } of freshShares) {
    const fresh = Math.min(since.of, Math.ceil(since.of * share));
    sum += weight * chanceWithFresh(before, since, fresh, (most - sum) / weight);
    if (sum > most) break;
  }
  return Math.min(sum, ofAllFresh);
};

/**
 * ln Γ(x) by Stirling's series (Abramowitz and Stegun 6.1.41), accurate to ten digits from 10 on; smaller x are raised
 * by Γ(x+1) = x Γ(x).
 */
const lnGamma = (x: number): number => {
  if (x < 10) return lnGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
};

const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

const lnChoose = (n: number, k: number): number => -Math.log(n + 1) - lnBeta(n - k + 1, k + 1);

/**
 * Probability of at least `now.count` of `now.of` after `before.count` of `before.of`. After c of b, the uniform prior
 * is Beta(a, b') with a = c+1, b' = b-c+1, and the next n samples are beta-binomial:
 *
 * P(k) = C(n,k) B(k+a, n-k+b') / B(a, b')
 */
export const chanceOfAtLeast = (before: Share, now: Share): number => {
  const [a, b] = [before.count + 1, before.of - before.count + 1];
  let sum = 0;
  for (let seen = now.count; seen <= now.of; seen += 1)
    sum += Math.exp(lnChoose(now.of, seen) + lnBeta(seen + a, now.of - seen + b) - lnBeta(a, b));
  return Math.min(1, sum);
};

/**
 * Probability of `of` samples without a sight after the shares of `since`: whether it is gone or merely rare. P(0) of
 * the distribution above, as the product of the chances that each next sample misses: (misses + 1) / (samples + 2).
 */
export const chanceOfNone = (since: Share, of: number): number => {
  let chance = 1;
  for (let at = 0; at < of && chance > 1e-12; at += 1)
    chance *= (since.of - since.count + 1 + at) / (since.of + 2 + at);
  return chance;
};

/**
 * This many samples without a sight bound its share below a tenth with 95 % confidence: 0.9^29 < 0.05. Three of three
 * bound it only below 63 %, so they settle nothing.
 */
export const samplesForAbsence = 29;
