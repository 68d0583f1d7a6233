import type { Config } from "../../harness/config/config.ts";
import { contract } from "../../contract/contract.ts";
import { isInterfaceName } from "../../contract/interface-name.ts";
import { interfaces as described } from "../../contract/interfaces.ts";
import type { Target } from "../../harness/runner/target.ts";
import { configKeysOf } from "./config-keys.ts";
import { examineKeys, type KeyVerdict } from "./examine.ts";
import { healthOf, type InterfaceHealth } from "./health.ts";
import { type Given, judgeableFacts, writesKey } from "./judgeable.ts";
import { emptyProbe, type InterfaceProbe, probeInterface, type ProbeOptions } from "./probe.ts";
import { executePlan } from "../../inputs/execute-plan.ts";
import { openTarget } from "../../inputs/open-target.ts";
import { suite } from "../../inputs/suite.ts";
import type { Surroundings } from "../../harness/model/surroundings.ts";

/** One interface as it was asked, and how it compares with its configuration. */
export interface AskedInterface {
  readonly probe: InterfaceProbe;
  readonly health: InterfaceHealth;
}

export interface AskedTarget {
  readonly interfaces: readonly AskedInterface[];
  /** How many facts can be judged now, of all interfaces together that have no problem. */
  readonly facts: number;
  /** Requests that were made, and that could be. */
  readonly requests: number;
  readonly budget: number;
  /** Why not everything was asked: a spent budget or a safety rule; absent where all was. */
  readonly stopped?: string;
}

export interface AskOptions {
  /** Requests at most. */
  readonly budget: number;
  /**
   * Whether to ask about each credential and record that is configured, and to count facts by these alone; else records
   * that are found count too.
   */
  readonly examine: boolean;
  /** Where runs against live targets keep the budget that they share. */
  readonly stateFolder: string | undefined;
  readonly nonce: () => string;
}

/** The configured keys that a request can show, of one interface, without its main credential. */
const examinedKeys = (name: InterfaceProbe["name"], target: Target): readonly string[] =>
  configKeysOf(name)
    .map(({ path }) => path)
    .filter((path) => /\.(?:credentials|records)\./.test(path))
    .filter((path) => path !== described[name].mainCredential && target.has(path));

/** Whether the configuration names the operations of an interface, and this is none of them. */
const isDeclaredAway = (id: string, target: Target): boolean => {
  const named = target.setting(`${contract.operations[id]?.interface ?? ""}.operations`);
  return Array.isArray(named) && !named.includes(id);
};

const foundBy = (probes: readonly InterfaceProbe[]): ReadonlyMap<string, unknown> =>
  new Map(probes.flatMap((probe) => [...probe.found]));

/** What the configuration gives, with records that are about to be written into it. */
const givenBy = (
  target: Target,
  config: Config,
  probes: readonly InterfaceProbe[],
  found: ReadonlyMap<string, unknown>,
): Given => {
  const missing = new Set<string>(
    probes.flatMap(({ operations }) =>
      [...operations].filter(([, one]) => one === "not served").map(([id]) => id),
    ),
  );
  return {
    interfaces: probes.map(({ name }) => name),
    has: (path) => (path === writesKey ? config.safety.writes : target.has(path) || found.has(path)),
    setting: (path) => target.setting(path) ?? found.get(path),
    serves: (operation) => !missing.has(operation) && !isDeclaredAway(operation, target),
  };
};

/**
 * Asks every configured interface of a live target, through its guard and its budget, by reads alone. The donation
 * interface comes last: of what is left, it can use the most.
 */
export const askTarget = async (
  config: Config,
  { budget, examine, stateFolder, nonce }: AskOptions,
  { clock, signal }: Surroundings,
): Promise<AskedTarget> => {
  const safety = {
    ...config.safety,
    writes: false,
    maxRequests: Math.min(budget, config.safety.maxRequests),
  };
  const { target } = await openTarget({ ...config, safety }, 1, clock, stateFolder);
  try {
    return await askOpened(target, { ...config, safety }, examine, nonce, signal);
  } finally {
    await target.close();
  }
};

/** Asks a target that is open already, with what `config.safety` allows. */
export const askOpened = async (
  target: Target,
  config: Config,
  examine: boolean,
  nonce: () => string,
  signal: AbortSignal,
): Promise<AskedTarget> => {
  const { safety } = config;
  const interfaces = target.interfaces.filter(isInterfaceName);
  const probes = interfaces.map(emptyProbe);
  const keys = new Map<string, readonly KeyVerdict[]>();
  const options: ProbeOptions = {
    interfaces,
    has: (path) => target.has(path),
    setting: (path) => target.setting(path),
    left: () => safety.maxRequests - target.requests(),
  };
  const last = (probe: InterfaceProbe): number => (probe.name === "donation" ? 1 : 0);
  const { cutShort, stop } = await executePlan(
    target,
    function* () {
      for (const probe of probes.toSorted((one, other) => last(one) - last(other))) {
        yield* probeInterface(probe, options);
        if (examine)
          keys.set(probe.name, yield* examineKeys(probe, examinedKeys(probe.name, target), options));
      }
    },
    nonce,
    signal,
  );
  if (cutShort?.kind === "crashed") throw new Error(cutShort.message);
  signal.throwIfAborted();
  const given = givenBy(target, config, probes, examine ? new Map() : foundBy(probes));
  const asked = probes.map((probe) => ({ probe, health: healthIn(probe, target, given, keys) }));
  const sound = asked.filter(({ health }) => health.problem === undefined);
  return {
    interfaces: asked,
    facts: judgeableFacts(suite, { ...given, interfaces: sound.map(({ probe }) => probe.name) }).size,
    requests: target.requests(),
    budget: safety.maxRequests,
    ...stoppedBy(stop?.message, probes),
  };
};

/** Why not everything was asked; an interface of which nothing was had no request left to it. */
const stoppedBy = (
  message: string | undefined,
  probes: readonly InterfaceProbe[],
): Pick<AskedTarget, "stopped"> => {
  if (message !== undefined) return { stopped: message };
  return probes.some(({ exchanges }) => exchanges.length === 0)
    ? { stopped: "the budget is spent: raise safety.maxRequests" }
    : {};
};

const healthIn = (
  probe: InterfaceProbe,
  target: Target,
  given: Given,
  keys: ReadonlyMap<string, readonly KeyVerdict[]>,
): InterfaceHealth =>
  healthOf(probe, {
    baseUrl: target.baseUrls[probe.name] ?? "",
    given,
    catalogue: suite,
    keys: keys.get(probe.name) ?? [],
    secretName: target.secretName(described[probe.name].mainCredential),
  });
