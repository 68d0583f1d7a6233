import type { Config } from "../config/config.ts";
import type { Clock } from "../model/clock.ts";
import { embeddedTarget, liveTarget, type OpenOptions } from "../runner/open-target.ts";
import type { Target } from "../runner/target.ts";

export interface OpenedTarget {
  readonly target: Target;
  /** The time that the target lives in: the sandbox has its own. */
  readonly clock: Clock;
}

const optionsWith = (clock: Clock): OpenOptions => ({
  clock,
  monotonic: () => performance.now(),
  random: () => Math.random(),
});

/** The configured target, or the embedded sandbox where no interface is configured. */
export const openTarget = async (
  config: Config | undefined,
  seed: number,
  clock: Clock,
): Promise<OpenedTarget> => {
  if (config !== undefined && config.interfaces.length > 0)
    return { target: liveTarget(config, optionsWith(clock)), clock };
  const { createSandbox, inProcessOrigin } = await import("../sandbox/sandbox.ts");
  const sandbox = createSandbox({ seed, control: true });
  return {
    target: embeddedTarget(sandbox, optionsWith(sandbox.clock), inProcessOrigin),
    clock: sandbox.clock,
  };
};
