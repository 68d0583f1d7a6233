import type { Share } from "../model/drift.ts";

/**
 * How likely it is that something shows for the first time although nothing has changed. Of a share that is unknown
 * and may as well be any (uniform prior), none of `before` samples has shown it and at least `count` of `of` then
 * do. One first sight in `of` after `before` without has the chance of/((before+1)(before+of+1)): the false alarms
 * of all runs together stay below 1/(before+1), where telling began after `before` samples.
 */
export const chanceOfFirstSight = (before: number, { count, of }: Share): number => {
  if (count <= 0) return 1;
  let term = 1;
  let sum = 0;
  for (let seen = 1; seen <= of; seen += 1) {
    term *= (of - seen + 1) / (before + of - seen + 1);
    if (seen >= count) sum += term;
    if (seen >= count && term < 1e-18) break;
  }
  return Math.min(1, sum / (before + of + 1));
};

/**
 * How likely it is that nothing has changed and something shows for the first time like this in this run or, if not
 * in this run, in any later run: what a field that may hold anything costs in false alarms in all. For one sight it
 * is 1/(before+1).
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

/** Stirling's series of ln Γ(x), behind the recurrence that brings x to where it is good to ten digits. */
const lnGamma = (x: number): number => {
  if (x < 10) return lnGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
};

const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

const lnChoose = (n: number, k: number): number => -Math.log(n + 1) - lnBeta(n - k + 1, k + 1);

/**
 * How likely at least `now.count` of `now.of` are where `before.count` of `before.of` were: the predictive
 * (beta-binomial) distribution under a uniform prior.
 */
export const chanceOfAtLeast = (before: Share, now: Share): number => {
  const [a, b] = [before.count + 1, before.of - before.count + 1];
  let sum = 0;
  for (let seen = now.count; seen <= now.of; seen += 1)
    sum += Math.exp(lnChoose(now.of, seen) + lnBeta(seen + a, now.of - seen + b) - lnBeta(a, b));
  return Math.min(1, sum);
};

/** How likely `of` samples without a sight are where `since` showed so many: whether it is gone or only rare. */
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
