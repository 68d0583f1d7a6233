import type { SandboxOptions } from "../sandbox/options.ts";
import { contract as builtin } from "./contract.ts";
import type { InterfaceName } from "../core/model/interface-name.ts";
import type { Contract } from "../core/model/contract.ts";
import { type ValidConfig, defaultSafety, unlimited } from "../core/config/config.ts";
import type { Clock } from "../core/model/clock.ts";
import { embeddedTarget } from "./embedded-target.ts";
import type { LiveTarget } from "../core/run/live-target.ts";
import type { OpenOptions, Target } from "../core/run/target.ts";
import type { Fault } from "../builtin/faults/fault.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

export interface OpenedTarget {
  readonly target: Target;
  /** The same target, if it is live. */
  readonly live: LiveTarget | undefined;
  /** Clock of the target: the sandbox has its own. */
  readonly clock: Clock;
}

const optionsWith = (contract: Contract, clock: Clock): OpenOptions => ({
  contract,
  clock,
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  random: () => Math.random(),
});

/** Whether a configuration names a target of its own. */
export const isLive = (config: ValidConfig | undefined): config is ValidConfig =>
  config !== undefined && config.interfaces.length > 0;

const planted = async (sandbox: Sandbox, faults: readonly Fault[]): Promise<Sandbox> =>
  (await import("../sandbox/with-faults.ts")).withFaults(sandbox, faults);

/** A new sandbox in this process. */
export const openSandbox = async (
  options: SandboxOptions,
  faults: readonly Fault[] = [],
): Promise<OpenedTarget> => {
  const { createSandbox, inProcess, inProcessOrigin } = await import("../sandbox/sandbox.ts");
  const whole = createSandbox(options);
  const sandbox = faults.length === 0 ? whole : await planted(whole, faults);
  return {
    target: embeddedTarget(inProcess(sandbox), optionsWith(builtin, sandbox.clock), inProcessOrigin),
    live: undefined,
    clock: sandbox.clock,
  };
};

/** What decides which target is opened, and how. */
export interface TargetChoice {
  readonly contract: Contract;
  readonly config: ValidConfig | undefined;
  readonly clock: Clock;
  /** Of the embedded sandbox. */
  readonly seed: number;
  /** A folder in which runs share their budget and may write, or a ledger in which others count the requests. */
  readonly shared: string | OpenOptions["ledger"];
  /** Planted in the embedded sandbox, which is made large enough to show them. */
  readonly faults?: readonly Fault[];
}

/**
 * The configured target, or the embedded sandbox if no interface is configured. A live target shares its budget with
 * other runs, and may be written to, only if there is a folder for that.
 * @throws UsageError if the folder cannot be used.
 */
export const openTarget = async ({
  contract,
  config,
  clock,
  seed,
  shared,
  faults = [],
}: TargetChoice): Promise<OpenedTarget> => {
  if (isLive(config)) {
    // Loading the HTTP client takes a tenth of a short run.
    const { liveTarget } = await import("../core/run/live-target.ts");
    const by = typeof shared === "string" ? { folder: shared } : shared && { ledger: shared };
    const live = liveTarget(config, { ...optionsWith(contract, clock), ...by });
    return { target: live, live, clock };
  }
  const donors = faults.flatMap((fault) => fault.donors ?? []);
  const scale = donors.length === 0 ? {} : { scale: Math.max(...donors) };
  return openSandbox({ seed, control: true, ...scale }, faults);
};

/**
 * Opens new sandboxes in this process, and the configuration of a target like them. The first sandbox supplies the
 * configuration, because creating one takes as long as a few dozen requests.
 */
export const embeddedShape = async (
  seed: number,
  clock: Clock,
): Promise<{ readonly config: ValidConfig; open(): Target }> => {
  const { createSandbox, inProcess } = await import("../sandbox/sandbox.ts");
  const create = (): Target =>
    embeddedTarget(inProcess(createSandbox({ seed })), optionsWith(builtin, clock));
  const first = create();
  const made = [first];
  const safety = { ...defaultSafety, ...unlimited, maxRequests: Number.POSITIVE_INFINITY, writes: true };
  return {
    config: { ...first, file: () => undefined, notify: () => ({}), safety },
    open: () => made.pop() ?? create(),
  };
};

/** A target, or the configuration of one, without the interfaces that were not named. */
export const narrowTarget = <Of extends Target | ValidConfig>(
  target: Of,
  interfaces: readonly InterfaceName[],
): Of => {
  const isNamed = (path: string): boolean =>
    interfaces.some((name) => path === name || path.startsWith(`${name}.`));
  return {
    ...target,
    interfaces: target.interfaces.filter(isNamed),
    baseUrls: Object.fromEntries(Object.entries(target.baseUrls).filter(([name]) => isNamed(name))),
    shownUrls: Object.fromEntries(Object.entries(target.shownUrls).filter(([name]) => isNamed(name))),
    setting: (path) => (isNamed(path) ? target.setting(path) : undefined),
    has: (path) => isNamed(path) && target.has(path),
    secret: (path) => (isNamed(path) ? target.secret(path) : undefined),
  };
};
