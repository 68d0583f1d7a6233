import { afterAll, describe, expect, test } from "vitest";
import { contract } from "../../src/inputs/contract.ts";
import { askingOnly } from "../../src/core/run/restricted-plan.ts";
import type { Target } from "../../src/core/run/target.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { sandboxRun, sandboxTarget } from "../sandbox-run.ts";

const reads = contract.checks.filter(({ effect }) => effect === "read");

const sandbox = createSandbox({ seed: 1 });
afterAll(() => sandbox.close());

/** Knows what `tripact init` finds out: nothing of a dialect. */
const target: Target = ((embedded) => ({
  ...embedded,
  setting: (path: string) => (path.startsWith("donation.queries") ? undefined : embedded.setting(path)),
}))(sandboxTarget(sandbox));

/** What crashed in a run in which the calls of one operation alone were made, and why the run ended early. */
const runOf = async (operation: string) => {
  const crashed: string[] = [];
  const events = await sandboxRun(sandbox, {
    chosen: reads,
    target,
    ...askingOnly((call) => call.operation === operation, true, contract),
  });
  for await (const event of events) {
    if (event.type === "verdict" && event.verdict.kind === "crashed") crashed.push(event.check);
    if (event.type === "run-ended") return { crashed, reason: event.stopped?.reason };
  }
  throw new Error("the run ended without its footer");
};

const donationReads = Object.values(contract.operations).filter(
  ({ effect, interface: name }) => effect === "read" && name === "donation",
);

describe("no reading check crashes in a run that makes the calls of one donation read alone", () => {
  test.each(donationReads.map(({ id }) => id))("%s", async (operation) => {
    const { crashed, reason } = await runOf(operation);
    expect(crashed).toEqual([]);
    expect(reason).not.toBe("crashed");
  });
});
