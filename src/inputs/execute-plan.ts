import type { Plan } from "../core/model/check.ts";
import type { Contract } from "../core/model/contract.ts";
import type { FailureOutcome } from "../core/model/exchange.ts";
import { createMask } from "../core/privacy/mask.ts";
import { carryOut, createExecutor } from "../core/run/execute.ts";
import type { Target } from "../core/run/target.ts";

/** Executes a plan against a target, through its guard and its budget. Never rejects because of the target. */
export const executePlan = async (
  contract: Contract,
  target: Target,
  plan: () => Plan,
  nonce: () => string,
  signal: AbortSignal,
) => {
  const halt = new AbortController();
  /** The outcome that ended the plan, if a safety rule or a budget did. */
  let stop: FailureOutcome | undefined;
  const executor = createExecutor({
    target,
    contract,
    wire: { mask: createMask(), nonce },
    signal: AbortSignal.any([signal, halt.signal]),
    onStop: (outcome) => {
      stop ??= outcome;
      halt.abort();
    },
  });
  const { cutShort } = await carryOut(plan, executor.plain);
  return { cutShort, stop };
};
