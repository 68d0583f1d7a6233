import { contract } from "../src/inputs/contract.ts";
import type { RunEvent } from "../src/core/model/run-event.ts";
import { embeddedTarget } from "../src/inputs/embedded-target.ts";
import { run, type RunOptions } from "../src/core/run/run.ts";
import type { Target } from "../src/core/run/target.ts";
import { loadJudgingParts } from "../src/inputs/judging-parts.ts";
import { inProcess, type Sandbox } from "../src/sandbox/sandbox.ts";

/** The sandbox as the target of a run, in no time and without chance. */
export const sandboxTarget = (sandbox: Sandbox, origin?: string): Target =>
  embeddedTarget(
    inProcess(sandbox),
    { contract, clock: sandbox.clock, monotonic: () => 0, random: () => 0 },
    origin,
  );

/** A run against the sandbox, or against what a test makes of it. */
export const sandboxRun = async (
  sandbox: Sandbox,
  options: Partial<RunOptions> = {},
): Promise<AsyncIterable<RunEvent>> => {
  let nonces = 0;
  return run({
    ...(await loadJudgingParts(contract)),
    target: sandboxTarget(sandbox),
    seed: 1,
    version: "0.0.0",
    clock: sandbox.clock,
    nonce: () => `nonce-${(nonces += 1)}`,
    baseline: new Set(),
    ...options,
  });
};
