import type { Exchange } from "../model/exchange.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { TalliedVerdict, Tally } from "../model/tally.ts";
import { plural } from "../output/plural.ts";

/** Least share of an interface's answers that must be 5xx, and of its operations that must be exceeded. */
const leastShare = 1 / 4;
const leastSpread = 2 / 3;

/** Fewer answers show no outage. */
const leastAnswers = 6;

interface Answers {
  readonly operation: string;
  /** Whether the calls were deliberately wrong. */
  readonly isRefusal: boolean;
  total: number;
  failed: number;
}

interface Watched {
  readonly answers: Map<string, Answers>;
  /** Whether the run ended because it answered only 429 and 503 for too long. */
  hasEnded: boolean;
  /** Whether a request got 5xx after all its retries, or none but that until the run ended. */
  hasLost: boolean;
}

const isHit = ({ failed }: Answers): boolean => failed > 0;

/** Some calls succeeded, similar ones failed. */
const isMixed = ({ failed, total }: Answers): boolean => failed > 0 && failed < total;

const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

const isOnly5xx = (all: readonly Answers[]): boolean => all.every(({ failed, total }) => failed === total);

/** Log-likelihood of the failures if calls fail at random. */
const likelihood = (all: readonly Answers[]): number => {
  const [failed, total] = [sum(all, (one) => one.failed), sum(all, (one) => one.total)];
  const term = (count: number): number => (count === 0 ? 0 : count * Math.log(count / total));
  return term(failed) + term(total - failed);
};

/** Whether calls of all kinds fail at random, rather than those of any subset of kinds. */
const isRandom = (all: readonly Answers[]): boolean =>
  likelihood(all) > likelihood(all.filter(isHit)) - all.length * Math.log(2);

/** An outage affects all requests, not a single operation and not only deliberately wrong requests. */
const isSpread = (all: readonly Answers[]): boolean => {
  const ordinary = all.filter(({ isRefusal }) => !isRefusal);
  // A single answer shows little.
  const known = all.filter(({ total }) => total > 1);
  const hit = all.filter(isHit);
  const isWide =
    ordinary.filter(isHit).length >= ordinary.length / 2 &&
    known.filter(isHit).length > leastSpread * known.length;
  return (
    (new Set(hit.map(({ operation }) => operation)).size > 1 || (hit.length > 1 && hit.every(isMixed))) &&
    ordinary.some(isHit) &&
    (isWide || isRandom(known))
  );
};

const outageOf = ({ answers, hasEnded, hasLost }: Watched): string | undefined => {
  const all = [...answers.values()];
  const failed = sum(all, (one) => one.failed);
  const total = sum(all, (one) => one.total);
  const isWaiting = hasEnded && total > 0 && isOnly5xx(all);
  const isBroad = hasLost && total >= leastAnswers && failed >= leastShare * total && isSpread(all);
  return isWaiting || isBroad
    ? `an outage: ${failed} of ${plural(total, "answer")} ${failed === 1 ? "was" : "were"} 5xx, whatever was asked`
    : undefined;
};

/** Detects interfaces that fail as a whole: their answers then say nothing about what they promise. */
export const createOutageWatch = () => {
  const interfaces = new Map<InterfaceName, Watched>();
  const watched = (name: InterfaceName): Watched => {
    const known = interfaces.get(name) ?? {
      answers: new Map<string, Answers>(),
      hasEnded: false,
      hasLost: false,
    };
    interfaces.set(name, known);
    return known;
  };
  return {
    see({ interface: name, operation = "", call, outcome }: Exchange) {
      const { answers } = watched(name);
      if (outcome.kind === "failure") {
        watched(name).hasEnded ||= outcome.stop === "budget";
        return;
      }
      const isRefusal = call?.expects !== undefined;
      const key = `${operation} ${isRefusal}`;
      const known = answers.get(key) ?? { operation, isRefusal, total: 0, failed: 0 };
      answers.set(key, known);
      known.total += 1;
      if (outcome.status >= 500) known.failed += 1;
    },
    /** Notes the last answer to a request: where every retry succeeded, nothing was left unjudged. */
    seeLast({ interface: name, outcome }: Exchange) {
      watched(name).hasLost ||=
        outcome.kind === "response" ? outcome.status >= 500 : outcome.stop === "budget";
    },
    /** The outage of each interface that could not be judged because of it. */
    found: (): ReadonlyMap<InterfaceName, string> =>
      new Map(
        [...interfaces].flatMap(([name, one]) => {
          const outage = outageOf(one);
          return outage === undefined ? [] : [[name, outage] as const];
        }),
      ),
    /** Whether every interface that was asked had an outage or did not answer. */
    isTotal: () =>
      [...interfaces.values()].every(
        (one) => isOnly5xx([...one.answers.values()]) || outageOf(one) !== undefined,
      ),
  };
};

interface Withdrawal {
  readonly outages: ReadonlyMap<InterfaceName, string>;
  interfacesOf(check: string): readonly InterfaceName[];
}

/** The verdict that replaces one in an outage. @param isBroken whether other interfaces' answers break the fact */
const withdrawnTo = (
  { check, verdict }: TalliedVerdict,
  isBroken: boolean,
  { outages, interfacesOf }: Withdrawal,
): FactVerdict | undefined => {
  const reasons = interfacesOf(check).flatMap((name) => {
    const outage = outages.get(name);
    return outage === undefined ? [] : [`${name}: ${outage}`];
  });
  if (reasons.length === 0 || verdict.kind === "crashed" || (verdict.kind === "failed" && isBroken))
    return undefined;
  return { kind: "not-applicable", reason: reasons.join("; ") };
};

/** The tally without results about interfaces that had an outage. Reports the verdicts that replace them. */
export const withdraw = function* (tally: Tally, withdrawal: Withdrawal): Generator<RunEvent, Tally> {
  const findings = tally.findings.filter(({ finding }) => !withdrawal.outages.has(finding.interface));
  const verdicts: TalliedVerdict[] = [];
  for (const one of tally.verdicts) {
    const { check, fact } = one;
    const isBroken = findings.some(({ finding }) => finding.check === check && finding.fact === fact);
    const verdict = withdrawnTo(one, isBroken, withdrawal);
    verdicts.push(verdict === undefined ? one : { check, fact, verdict });
    if (verdict !== undefined) yield { type: "verdict", check, fact, verdict, withdrawn: true };
  }
  return { ...tally, findings, verdicts };
};
