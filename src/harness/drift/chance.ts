import type { Weighted } from "./cardinality-sketch.ts";
import type { Share } from "../model/drift.ts";

/**
 * How likely it is that something shows for the first time although nothing has changed.
 *
 * Let θ be the share of records that show it. Of an unknown θ any value is as likely as another (uniform prior, Laplace's
 * rule of succession). None of the first b samples shows it, then exactly k of n do:
 *
 *   P(k) = ∫ (1-θ)^b C(n,k) θ^k (1-θ)^(n-k) dθ = C(n,k) B(k+1, b+n-k+1)
 *
 * With B(x,y) = Γ(x)Γ(y)/Γ(x+y) this is n! b!/(b+n+1)! · C(b+n-k, n-k). Summed from k = c on (a hockey stick of binomial
 * coefficients), at least c of n come with
 *
 *   1/(b+1) · n/(b+n+1) · (n-1)/(b+n) · … (c factors)
 *
 * and over all later runs that telescopes to 1/(b+1) for c = 1.
 */
export const chanceOfFirstSight = (before: number, { count, of }: Share): number => {
  if (count <= 0) return 1;
  let chance = 1 / (before + 1);
  for (let seen = 0; seen < count && chance > 1e-300; seen += 1)
    chance *= (of - seen) / (before + of + 1 - seen);
  return chance;
};

/**
 * The same for this run and every later one of its size together: what watching a field run after run costs in false
 * alarms in all. One sight costs 1/(before+1).
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

/** More terms than this are taken together, each at the largest that it may be. */
const mostTerms = 16;

/** The chance where so many of the records are new; of one beyond `most`, something beyond it. */
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
 * The same where records are seen again and again, each of `since` once. A sight comes with a record that was not seen
 * before, or a record that was seen before has been edited. Of new records all different ones of before are the past; of
 * the others, every time that one of them was seen. Either way its share is unknown:
 *
 *   P(k or more) ≤ Σ P(j or more of the new) P(k-j or more of the others)
 *
 * averaged over how many of the records may be new. It is no more than where all of them are.
 * @param bound where only the side of it matters: the result is on the same side, and is found in fewer terms
 */
export const chanceAmongRecords = (
  before: PastSamples,
  since: Share,
  freshShares: readonly Weighted[],
  bound?: number,
): number => {
  const ofAllFresh = chanceOfEverSeeing(before.different, since);
  if (bound !== undefined && ofAllFresh <= bound) return ofAllFresh;
  // From here on the sum does not decide.
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
 * ln Γ(x) by Stirling's series (Abramowitz and Stegun 6.1.41), which from 10 on is good to ten digits; smaller x come
 * there by Γ(x+1) = x Γ(x).
 */
const lnGamma = (x: number): number => {
  if (x < 10) return lnGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
};

const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

const lnChoose = (n: number, k: number): number => -Math.log(n + 1) - lnBeta(n - k + 1, k + 1);

/**
 * How likely at least `now.count` of `now.of` are where `before.count` of `before.of` were. After c of b the uniform prior
 * has become Beta(a, b') with a = c+1, b' = b-c+1, and what n more samples show is beta-binomial:
 *
 *   P(k) = C(n,k) B(k+a, n-k+b') / B(a, b')
 */
export const chanceOfAtLeast = (before: Share, now: Share): number => {
  const [a, b] = [before.count + 1, before.of - before.count + 1];
  let sum = 0;
  for (let seen = now.count; seen <= now.of; seen += 1)
    sum += Math.exp(lnChoose(now.of, seen) + lnBeta(seen + a, now.of - seen + b) - lnBeta(a, b));
  return Math.min(1, sum);
};

/**
 * How likely `of` samples without a sight are where `since` showed so many: whether it is gone or only rare. P(0) of the
 * distribution above, as the product of the chances that each next sample misses: (misses + 1) / (samples + 2).
 */
export const chanceOfNone = (since: Share, of: number): number => {
  let chance = 1;
  for (let at = 0; at < of && chance > 1e-12; at += 1)
    chance *= (since.of - since.count + 1 + at) / (since.of + 2 + at);
  return chance;
};

/**
 * So many samples without a single sight bound its share below a tenth with a confidence of 95 %: 0.9^29 < 0.05.
 * Three of three bound it below 63 % only, which is why they settle nothing.
 */
export const samplesForAbsence = 29;
