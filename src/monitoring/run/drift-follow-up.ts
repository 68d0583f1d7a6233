import { createHash } from "node:crypto";
import type { Past } from "../drift/outlook.ts";
import type { Drift } from "../../core/model/drift.ts";
import { type AnyCall, callName } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { leftOf, type Target } from "../../core/run/target.ts";
import { presentsCredential, type InterfaceSample, type Samples } from "./drift-samples.ts";

/** A number of calls to send besides the checks' own plans. */
interface Quota {
  readonly calls: number;
  /** The credential that they must carry; any if absent. */
  readonly credential?: string | undefined;
  /** Whether to ask only a share of the calls that plans could send, a different share in every run. */
  readonly isSpread?: boolean;
}

/** By operation. */
type Quotas = ReadonlyMap<string, Quota>;

/** Sends calls within quotas, and counts the answers. */
export type AskWithin = (isAsked: (call: AnyCall) => boolean) => Promise<void>;

/** A run in progress. */
export interface FollowedRun {
  readonly target: Target;
  readonly samples: Samples;
  readonly seed: number;
  readonly past: ((name: InterfaceName) => Past | undefined) | undefined;
  readonly ask: AskWithin;
}

/** A part of the budget that the checks must leave for following up their answers. */
const reserveOf = (budget: number): number => Math.min(48, Math.floor(budget / 6));

/** A target whose budget keeps some requests back. */
const sparing = (target: Target, reserve: number): Target => ({
  ...target,
  budget: target.budget - reserve,
  left: () => Math.max(0, leftOf(target) - reserve),
});

/** A spread quota takes one in this many calls, by name. */
const spreadOver = 3;

const isChosen = (call: AnyCall, seed: number): boolean =>
  createHash("sha256")
    .update(`${seed} ${callName(call)}`)
    .digest()
    .readUInt8() %
    spreadOver ===
  0;

const within = (quotas: Quotas, seed: number): ((call: AnyCall) => boolean) => {
  const asked = new Map<string, number>();
  return (call) => {
    const quota = quotas.get(call.operation);
    const count = asked.get(call.operation) ?? 0;
    if (quota === undefined || count >= quota.calls) return false;
    if (quota.credential !== undefined && !presentsCredential(call, quota.credential)) return false;
    if (quota.isSpread === true && !isChosen(call, seed)) return false;
    asked.set(call.operation, count + 1);
    return true;
  };
};

/** The quotas, in order, that the given number of requests can pay for. */
const affordable = (quotas: Quotas, requests: number): Quotas => {
  let left = requests;
  const found = new Map<string, Quota>();
  for (const [operation, quota] of quotas) {
    const calls = Math.min(quota.calls, left);
    if (calls > 0) found.set(operation, { ...quota, calls });
    left -= calls;
  }
  return found;
};

const askWithin = async (
  { ask, target, seed }: FollowedRun,
  quotas: Quotas,
  most: number,
): Promise<boolean> => {
  const afforded = affordable(quotas, Math.min(most, leftOf(target)));
  if (afforded.size > 0) await ask(within(afforded, seed));
  return afforded.size > 0;
};

const callsToSettle = 8;
const callsToSample = 3;

/** One interface that this run calls, with its history. */
interface Side extends Past {
  readonly name: InterfaceName;
  readonly sample: InterfaceSample;
}

const sidesOf = ({ samples, past }: FollowedRun): readonly Side[] =>
  [...samples].flatMap(([name, sample]) => {
    const known = past?.(name);
    return known === undefined ? [] : [{ ...known, name, sample }];
  });

/** Calls with the main credential, if one is configured. */
const reads = ({ sample }: Side, calls: number, isSpread: boolean): Quota => ({
  calls,
  credential: sample.main?.path,
  isSpread,
});

/** Whether the interface answers its main credential, or was not called with it for lack of budget. */
const isReadable = ({ sample: { good, statuses, failures } }: Side): boolean =>
  good > 0 || (statuses.size === 0 && failures.size === 0);

/** Operations of earlier runs, if this run can read the interface. */
const known = (sides: readonly Side[]): readonly (readonly [operation: string, side: Side])[] =>
  sides
    .filter(isReadable)
    .flatMap((side) => side.outlook.known.map((operation) => [operation, side] as const));

/** What earlier runs left inconclusive. */
const toSettle = (sides: readonly Side[]): Quotas =>
  new Map(
    sides.flatMap((side) =>
      side.outlook.inconclusive.map((operation) => [operation, reads(side, callsToSettle, true)] as const),
    ),
  );

const goodOf = (operation: string, { sample }: Side): number => sample.goodOf.get(operation) ?? 0;

/** If the first few calls show nothing, for example because they ask for refused records, a few others may. */
const toSample = (sides: readonly Side[], isSpread: boolean): Quotas =>
  new Map(
    known(sides)
      .filter(([operation, side]) => goodOf(operation, side) === 0)
      .map(([operation, side]) => [operation, reads(side, callsToSample, isSpread)]),
  );

/** The operations with the fewest good answers in this run. */
const toDeepen = (sides: readonly Side[]): Quotas =>
  new Map(
    known(sides)
      .toSorted(([a, one], [b, other]) => goodOf(a, one) - goodOf(b, other))
      .map(([operation, side]) => [operation, reads(side, callsToSample, true)]),
  );

/** Whether it is breaking and not yet confirmed. */
const isOpen = ({ impact, confidence, operation }: Drift): boolean =>
  impact === "breaking" && confidence !== "confirmed" && operation !== "*";

const byState = ({ state }: Drift): number => (state === "new" ? 0 : 1);

/** Refusals and changed statuses also show with other credentials. */
const showsInReads = ({ kind, status = 0 }: Drift): boolean => kind !== "status-changed" && status < 400;

const confirming = async (side: Side): Promise<readonly (readonly [string, Quota])[]> => {
  const fresh = await side.freshIn(side.sample.shapes);
  return fresh
    .filter(isOpen)
    .toSorted((a, b) => byState(a) - byState(b))
    .map((drift) => [
      drift.operation,
      showsInReads(drift) ? reads(side, callsToSettle, false) : { calls: callsToSettle },
    ]);
};

const toConfirm = async (sides: readonly Side[]): Promise<Quotas> => {
  const sampled = sides.filter(({ sample }) => sample.good > 0);
  return new Map((await Promise.all(sampled.map(confirming))).flat());
};

/** Requests of a run besides those of its checks. */
export const createFollowUp = (run: FollowedRun) => {
  const { target } = run;
  const sides = sidesOf(run);
  const hasPast = sides.some(({ outlook }) => outlook.known.length > 0);
  const reserve = hasPast ? reserveOf(target.budget) : 0;
  return {
    /** For the checks: reserves some requests for the follow-up. */
    target: sparing(target, reserve),
    /** Asks first what earlier runs left inconclusive. */
    async before() {
      await askWithin(run, toSettle(sides), Math.floor(reserve / 3));
    },
    /**
     * Samples what the checks omitted or hardly asked, and confirms new breaking changes.
     * @param outages interfaces whose answers will not be compared
     */
    async after(outages: readonly InterfaceName[]) {
      if (!hasPast) return;
      const compared = sides.filter(({ name }) => !outages.includes(name));
      for (const isSpread of [false, true]) await askWithin(run, toSample(compared, isSpread), Infinity);
      await askWithin(run, toDeepen(compared), Math.floor(leftOf(target) / 3));
      const isConfirming = await askWithin(run, await toConfirm(compared), Infinity);
      if (isConfirming) await askWithin(run, await toConfirm(compared), Infinity);
    },
  };
};
