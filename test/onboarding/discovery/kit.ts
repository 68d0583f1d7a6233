import { contract } from "../../../src/inputs/contract.ts";
import { randomUUID } from "node:crypto";
import { conclude, type Discovery } from "../../../src/onboarding/discovery/conclude.ts";
import { discoveryPlan } from "../../../src/onboarding/discovery/discover.ts";
import { initialState, type DiscoveryState } from "../../../src/onboarding/discovery/discovery-state.ts";
import type { OptionsMapping } from "../../../src/builtin/queries/index.ts";
import { carryOut, createExecutor } from "../../../src/core/run/execute.ts";
import { createMask } from "../../../src/core/privacy/mask.ts";
import { embeddedTarget } from "../../../src/inputs/embedded-target.ts";
import { type Assumptions, withDefaults } from "../../../src/sandbox/assumptions/assumptions.ts";
import { withFaults } from "../../../src/sandbox/with-faults.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { operatorOf } from "../../../src/sandbox/store/operators.ts";
import type { Variant } from "../../conformance/variants/variant.ts";
import { witnessed } from "../../conformance/witness.ts";

type Fetch = (request: Request) => Promise<Response>;

export interface Setting {
  readonly assumptions?: Partial<Assumptions>;
  readonly scale?: number;
  readonly seed?: number;
  readonly budget?: number;
  /** How far our clock is ahead of the target's, in milliseconds. */
  readonly skew?: number;
  readonly mapping?: OptionsMapping;
  /** What of the target is otherwise than the sandbox's own, as the conformant variants have it. */
  readonly variants?: readonly Variant[];
  /** Stands between the discovery and the sandbox. */
  readonly wrap?: (fetch: Fetch) => Fetch;
}

export interface Outcome {
  readonly state: DiscoveryState;
  readonly discovery: Discovery;
  readonly requests: number;
  /** Every call that was made: method and path. */
  readonly calls: readonly string[];
  /** Codes by how they were judged, against what the sandbox was set to take them for. */
  readonly right: readonly number[];
  readonly undecided: readonly number[];
  readonly wrong: readonly number[];
}

/** Discovers what a sandbox means, and compares it with what it was set to mean. */
export const discoverSandbox = async (setting: Setting = {}): Promise<Outcome> => {
  const {
    seed = 1,
    scale = 40,
    budget = 300,
    skew = 0,
    assumptions = {},
    mapping = {},
    variants = [],
    wrap = (fetch) => fetch,
  } = setting;
  const own = Object.assign({}, ...variants.map((variant) => variant.assumptions)) as Partial<Assumptions>;
  const sandbox = createSandbox({ seed, scale, assumptions: { "U-28": 0, ...own, ...assumptions } });
  const calls: string[] = [];
  const wrapped = wrap(
    withFaults(
      sandbox,
      variants.map((variant) => witnessed(variant, new Set())),
    ).fetch,
  );
  const options = { contract, clock: sandbox.clock, monotonic: () => 0, random: () => 0 };
  const target = embeddedTarget(
    {
      ...sandbox,
      fetch: (request) => {
        calls.push(`${request.method} ${new URL(request.url).pathname}`);
        return wrapped(request);
      },
    },
    options,
  );
  const executor = createExecutor({
    target,
    contract,
    wire: { mask: createMask(), nonce: randomUUID },
    signal: new AbortController().signal,
    onStop: () => undefined,
  });
  const state = initialState();
  const { cutShort } = await carryOut(
    () =>
      discoveryPlan(state, {
        budget,
        spent: () => target.requests(),
        now: () => sandbox.clock.now() + skew,
        seed,
        mapping,
        configuredType: () => undefined,
        configuredField: undefined,
      }),
    executor.live,
  );
  await target.close();
  if (cutShort !== undefined) throw new Error(JSON.stringify(cutShort));
  const discovery = conclude(state);
  const assumed = withDefaults({ ...own, ...assumptions });
  const codes = (fits: (meaning: string | null, truth: string | undefined) => boolean): readonly number[] =>
    discovery.operators
      .filter(({ operator, meaning }) => fits(meaning, operatorOf(operator, assumed)))
      .map(({ operator }) => operator);
  return {
    state,
    discovery,
    requests: target.requests(),
    calls,
    right: codes((meaning, truth) => meaning === truth),
    undecided: codes((meaning) => meaning === null),
    wrong: codes((meaning, truth) => meaning !== null && meaning !== truth),
  };
};
