import type { ValidConfig } from "../../core/config/config.ts";
import { contract } from "../../inputs/contract.ts";
import { isInterfaceName } from "../../builtin/interface-name.ts";
import { interfaces as described } from "../../builtin/interfaces.ts";
import type { Target } from "../../core/run/target.ts";
import { configKeysOf } from "./config-keys.ts";
import { examineKeys, type KeyVerdict } from "./examine.ts";
import { givenOf, healthOf, type InterfaceHealth } from "./health.ts";
import { type GivenKeys, judgeableFacts, writesKey } from "./judgeable.ts";
import { emptyProbe, type InterfaceProbe, probeInterface, type ProbeOptions } from "./probe.ts";
import { executePlan } from "../../inputs/execute-plan.ts";
import { openTarget } from "../../inputs/open-target.ts";
import { suite } from "../../inputs/suite.ts";
import type { Environment } from "../../core/model/environment.ts";

/** The answers of one interface, compared with its configuration. */
export interface AskedInterface {
  readonly probe: InterfaceProbe;
  readonly health: InterfaceHealth;
}

export interface AskedTarget {
  readonly interfaces: readonly AskedInterface[];
  /** Number of facts that can be judged now, over all interfaces without a problem. */
  readonly facts: number;
  /** Requests sent, and the maximum. */
  readonly requests: number;
  readonly budget: number;
  /** Why some questions were not asked: a spent budget or a safety rule; absent if all were. */
  readonly stopped?: string;
}

export interface AskOptions {
  /** Maximum number of requests. */
  readonly budget: number;
  /**
   * Whether to ask about each configured credential and record, and count facts with only these; otherwise found
   * records count as well.
   */
  readonly examine: boolean;
  /** Where runs against live targets keep their shared budget. */
  readonly stateFolder: string | undefined;
  readonly nonce: () => string;
}

/** The configured keys of one interface that a request can verify, without its main credential. */
const examinedKeys = (name: InterfaceProbe["name"], target: Target): readonly string[] =>
  configKeysOf(name)
    .map(({ path }) => path)
    .filter((path) => /\.(?:credentials|records)\./.test(path))
    .filter((path) => path !== described[name].mainCredential && target.has(path));

/** Whether the configuration lists the operations of an interface without this one. */
const isDeclaredAway = (id: string, target: Target): boolean => {
  const named = target.setting(`${contract.operations[id]?.interface ?? ""}.operations`);
  return Array.isArray(named) && !named.includes(id);
};

const foundBy = (probes: readonly InterfaceProbe[]): ReadonlyMap<string, unknown> =>
  new Map(probes.flatMap((probe) => [...probe.found]));

/** The configuration's keys, without the wrong ones, and including records that are about to be written into it. */
const givenBy = (
  target: Target,
  config: ValidConfig,
  probes: readonly InterfaceProbe[],
  found: ReadonlyMap<string, unknown>,
  keys: ReadonlyMap<string, readonly KeyVerdict[]>,
): GivenKeys => {
  const wrong = new Set([...keys.values()].flat().flatMap(({ ok, key }) => (ok === false ? [key] : [])));
  const missing = new Set<string>(
    probes.flatMap(({ operations }) =>
      [...operations].filter(([, one]) => one === "not served").map(([id]) => id),
    ),
  );
  return {
    interfaces: probes.map(({ name }) => name),
    has: (path) =>
      path === writesKey ? config.safety.writes : found.has(path) || (target.has(path) && !wrong.has(path)),
    setting: (path) => (wrong.has(path) ? undefined : target.setting(path)) ?? found.get(path),
    serves: (operation) => !missing.has(operation) && !isDeclaredAway(operation, target),
  };
};

/**
 * Asks every configured interface of a live target, through its guard and its budget, with reads only. The donation
 * interface comes last, because it can use the most requests.
 */
export const askTarget = async (
  config: ValidConfig,
  { budget, examine, stateFolder, nonce }: AskOptions,
  { clock, signal }: Environment,
): Promise<AskedTarget> => {
  const safety = {
    ...config.safety,
    writes: false,
    maxRequests: Math.min(budget, config.safety.maxRequests),
  };
  const { target } = await openTarget({
    contract,
    config: { ...config, safety },
    clock,
    seed: 1,
    shared: stateFolder,
  });
  try {
    return await askOpened(target, { ...config, safety }, examine, nonce, signal);
  } finally {
    await target.close();
  }
};

/** Asks an opened target, within the limits of `config.safety`. */
export const askOpened = async (
  target: Target,
  config: ValidConfig,
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
    contract,
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
  const given = givenBy(target, config, probes, examine ? new Map() : foundBy(probes), keys);
  const asked = probes.map((probe) => ({ probe, health: healthIn(probe, target, given, keys) }));
  const sound = asked.flatMap(({ health }) =>
    health.problem === undefined ? [health.interface].filter(isInterfaceName) : [],
  );
  return {
    interfaces: asked,
    facts: judgeableFacts(suite, givenOf(sound, given)).size,
    requests: target.requests(),
    budget: safety.maxRequests,
    ...stoppedBy(stop?.message, probes),
  };
};

/** Why some questions were not asked; an interface that was not asked had no request left. */
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
  given: GivenKeys,
  keys: ReadonlyMap<string, readonly KeyVerdict[]>,
): InterfaceHealth =>
  healthOf(probe, {
    baseUrl: target.shownUrls[probe.name] ?? "",
    given,
    catalogue: suite,
    keys: keys.get(probe.name) ?? [],
    secretName: target.secretName(described[probe.name].mainCredential),
  });
