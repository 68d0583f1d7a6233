import { environmentOf, nonceOf } from "../inputs/app-options.ts";
import { doctorOptions, type DoctorOptions } from "./options.ts";
import { UsageError } from "../core/model/usage-error.ts";
import type { InterfaceHealth } from "../onboarding/doctor/health.ts";
import type { ValidConfig as LoadedConfig } from "../core/config/config.ts";
import type { Contract } from "../core/model/contract.ts";
import type { Environment } from "../core/model/environment.ts";
import { openNamed } from "../inputs/named-target.ts";
import { assertNamesTarget } from "../inputs/open-config.ts";

/** What a configuration can judge, and what is wrong in it. */
export interface Health {
  /**
   * `stopped`: the budget ran out or a safety rule applied. `inconclusive`: an interface cannot be judged. `wrong`: a
   * named record or credential is not what its key says. Otherwise `sound`.
   */
  readonly verdict: "sound" | "wrong" | "inconclusive" | "stopped";
  readonly requests: number;
  /** Why some questions were not asked. */
  readonly stopped?: string;
  /** Number of facts that can be judged now, at most if a document is among the interfaces, and of all facts. */
  readonly facts: { readonly now: number; readonly isAtMost?: true; readonly total: number };
  readonly interfaces: readonly InterfaceHealth[];
}

const verdictOn = (all: readonly InterfaceHealth[], stopped: string | undefined): Health["verdict"] => {
  if (stopped !== undefined) return "stopped";
  if (all.some(({ problem }) => problem !== undefined)) return "inconclusive";
  return all.some(({ keys }) => keys.some(({ ok }) => ok === false)) ? "wrong" : "sound";
};

/** The result of asking some of the interfaces. */
interface Examined extends Pick<Health, "requests" | "stopped" | "interfaces"> {
  /** Number of facts that can be judged now. */
  readonly now: number;
}

/** Interfaces with documents of their own. */
const examineDocuments = async (
  contract: Contract,
  config: LoadedConfig,
  options: DoctorOptions,
  { clock, signal }: Environment,
): Promise<Examined> => {
  const [{ documentHealth }, { openTarget }, { withCredentials }] = await Promise.all([
    import("../onboarding/doctor/document-health.ts"),
    import("../inputs/open-target.ts"),
    import("../inputs/client-credentials.ts"),
  ]);
  const { config: withAll = config, unusable } = await withCredentials({ config, contract }, { signal });
  const { target } = await openTarget({
    contract,
    config: withAll,
    clock,
    seed: 1,
    shared: options.stateFolder,
  });
  try {
    const interfaces = await documentHealth(contract, target, nonceOf(options), signal, unusable);
    return {
      requests: target.requests(),
      now: interfaces.reduce((sum, { facts }) => sum + facts.now, 0),
      interfaces,
    };
  } finally {
    await target.close();
  }
};

/** Interfaces of the built-in contract. */
const examineBuiltin = async (
  config: LoadedConfig,
  { stateFolder, ...options }: DoctorOptions,
  around: Environment,
): Promise<Examined> => {
  const { askTarget } = await import("../onboarding/doctor/ask-target.ts");
  const { facts, interfaces, requests, stopped } = await askTarget(
    config,
    { budget: config.safety.maxRequests, examine: true, stateFolder, nonce: nonceOf(options) },
    around,
  );
  return {
    requests,
    ...(stopped === undefined ? {} : { stopped }),
    now: facts,
    interfaces: interfaces.map(({ health }) => health),
  };
};

/**
 * Asks each configured interface, with reads only: is it reachable, does it accept its credentials, do its records
 * exist, which operations does it serve, and how many facts can be judged.
 * @throws UsageError if there is no configuration, or it is invalid.
 * @example
 * ```ts
 * import { doctor, startSandbox } from "tripact";
 *
 * const sandbox = await startSandbox();
 * const { verdict, facts } = await doctor({ config: sandbox.config });
 * console.log(verdict, facts.now); // sound …
 * await sandbox.close();
 * ```
 */
export const doctor = async (options: DoctorOptions = {}): Promise<Health> => {
  const around = environmentOf(options, doctorOptions);
  const opened = await openNamed(options, around, { canWrite: options.stateFolder !== undefined });
  assertNamesTarget(opened);
  if (opened === undefined)
    throw new UsageError("there is no configuration of a target", {
      hint: "tripact init writes one, or name it with `config`",
    });
  const { config, contract } = opened;
  const [{ isOfDocument }, { narrowTarget }] = await Promise.all([
    import("../inputs/probe-document.ts"),
    import("../inputs/open-target.ts"),
  ]);
  const part = (isOwn: boolean): LoadedConfig =>
    narrowTarget(
      config,
      config.interfaces.filter((name) => isOfDocument(contract, name) === isOwn),
    );
  const [builtin, own] = [part(false), part(true)];
  const examined = [
    ...(builtin.interfaces.length === 0 ? [] : [await examineBuiltin(builtin, options, around)]),
    ...(own.interfaces.length === 0 ? [] : [await examineDocuments(contract, own, options, around)]),
  ];
  const interfaces = examined.flatMap((one) => one.interfaces);
  const stopped = examined.flatMap((one) => one.stopped ?? [])[0];
  const sum = (of: (one: Examined) => number): number => examined.reduce((total, one) => total + of(one), 0);
  return {
    verdict: verdictOn(interfaces, stopped),
    requests: sum(({ requests }) => requests),
    ...(stopped === undefined ? {} : { stopped }),
    facts: {
      now: sum(({ now }) => now),
      ...(own.interfaces.length === 0 ? {} : { isAtMost: true }),
      total: contract.facts.length,
    },
    interfaces,
  };
};
