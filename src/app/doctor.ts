import { UsageError } from "../harness/model/usage-error.ts";
import type { InterfaceHealth } from "../tools/onboarding/health.ts";
import { assertNamesTarget, type Config, openConfig } from "../inputs/open-config.ts";
import { nonceOf, type AppOptions, surroundingsOf } from "../harness/model/surroundings.ts";

/** The target that is examined. */
export interface DoctorOptions extends AppOptions {
  /** The configuration of the target. */
  readonly config?: Config;
  /** The folder in which runs against live targets keep the budget that they share; default: they share none. */
  readonly stateFolder?: string;
}

/** What a configuration can judge, and what in it is wrong. */
export interface Health {
  /**
   * `stopped` by a spent budget or a safety rule; `inconclusive` where an interface cannot be judged; `wrong` where a
   * named record or credential is not what its key says; else `sound`.
   */
  readonly verdict: "sound" | "wrong" | "inconclusive" | "stopped";
  readonly requests: number;
  /** Why not everything was asked. */
  readonly stopped?: string;
  /** How many facts can be judged now, of all that there are. */
  readonly facts: { readonly now: number; readonly total: number };
  readonly interfaces: readonly InterfaceHealth[];
}

const verdictOn = (all: readonly InterfaceHealth[], stopped: string | undefined): Health["verdict"] => {
  if (stopped !== undefined) return "stopped";
  if (all.some(({ problem }) => problem !== undefined)) return "inconclusive";
  return all.some(({ keys }) => keys.some(({ ok }) => ok === false)) ? "wrong" : "sound";
};

/**
 * Asks each configured interface, by reads alone: is it reachable, does it take its credentials, are the named records
 * there, which operations does it serve, and how many facts can be judged.
 * @throws UsageError when there is no configuration, or it is not valid.
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
  const around = surroundingsOf(options);
  const opened = await openConfig(options.config, around);
  assertNamesTarget(opened);
  if (opened === undefined)
    throw new UsageError("there is no configuration of a target", {
      hint: "tripact init writes one, or name it with `config`",
    });
  const [{ askTarget }, { suite }] = await Promise.all([
    import("../tools/onboarding/ask-target.ts"),
    import("../inputs/suite.ts"),
  ]);
  const { config } = opened;
  const { stateFolder } = options;
  const asked = await askTarget(
    config,
    { budget: config.safety.maxRequests, examine: true, stateFolder, nonce: nonceOf(options) },
    around,
  );
  const { requests, stopped, facts } = asked;
  const interfaces = asked.interfaces.map(({ health }) => health);
  return {
    verdict: verdictOn(interfaces, stopped),
    requests,
    ...(stopped === undefined ? {} : { stopped }),
    facts: { now: facts, total: suite.facts.length },
    interfaces,
  };
};
