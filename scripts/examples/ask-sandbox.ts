import { contract } from "../../src/inputs/contract.ts";
import type { ActiveCheck } from "../../src/core/model/check.ts";
import { type Exchange, responseOf } from "../../src/core/model/exchange.ts";
import { carryOut, createExecutor } from "../../src/core/run/execute.ts";
import { createMask } from "../../src/core/privacy/mask.ts";
import { embeddedTarget } from "../../src/inputs/embedded-target.ts";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import { withFaults } from "../../src/sandbox/with-faults.ts";
import { createSandbox, inProcessOrigin } from "../../src/sandbox/sandbox.ts";
import type { AnswerExample } from "../../test/checks/kit/example.ts";
import { contextOf } from "../../test/checks/kit/judge-example.ts";

/** Enough donors for most relations, but short pages. The kit's settings belong to this sandbox. */
const fewDonors = 60;

/** A sandbox's answers to the plans of checks: to those that a seed samples, or, without one, to all. */
export const askSandbox = async (
  checks: readonly ActiveCheck[],
  fault: Fault | undefined,
  seed?: number,
): Promise<readonly (readonly Exchange[])[]> => {
  const scale = fault?.donors ?? fewDonors;
  const planted = fault === undefined ? [] : [fault];
  const sandbox = withFaults(createSandbox({ seed: 1, control: true, scale }), planted);
  const options = { contract, clock: sandbox.clock, monotonic: () => 0, random: () => 0 };
  const target = embeddedTarget(sandbox, options, inProcessOrigin);
  const executor = createExecutor({
    target,
    contract,
    wire: { mask: createMask(), nonce: () => "nonce" },
    signal: new AbortController().signal,
    onStop: () => undefined,
  });
  const context = contextOf(seed === undefined ? {} : { seed });
  const all: (readonly Exchange[])[] = [];
  for (const check of checks) all.push((await carryOut(() => check.plan(context), executor.live)).exchanges);
  await target.close();
  return all;
};

export const answerOf = (exchange: Exchange): AnswerExample => {
  const response = responseOf(exchange);
  if (response === undefined) throw new Error(`${exchange.call?.label ?? "a call"} was not answered`);
  const { status, headers, body } = response;
  return {
    status,
    headers,
    ...(body.kind === "json" ? { body: body.value } : {}),
    ...(body.kind === "text" ? { text: body.text } : {}),
  };
};
