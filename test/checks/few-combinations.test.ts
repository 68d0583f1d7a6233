import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { contract } from "../../src/inputs/contract.ts";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { validation } from "../../src/builtin/validation.ts";
import type { Judgement, PlanContext } from "../../src/core/model/check.ts";
import { createMask } from "../../src/core/privacy/mask.ts";
import { carryOut, createExecutor } from "../../src/core/run/execute.ts";
import { createJudgeTools } from "../../src/core/run/judge.ts";
import { withFaults } from "../../src/sandbox/with-faults.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { sandboxTarget } from "../sandbox-run.ts";

const check = contract.checks.find(({ id }) => id === "combinations-hold");

/** What the check says of a sandbox with planted faults if requests are scarce, and how many it needs. */
const saidOf = async (...planted: readonly string[]) => {
  if (check === undefined || check.effect === "passive") throw new Error("no such check");
  const sandbox = withFaults(
    createSandbox({ scale: 60 }),
    faults.filter(({ id }) => planted.includes(id)),
  );
  const target = sandboxTarget(sandbox);
  const context: PlanContext = {
    seed: 1,
    allowWrites: false,
    interfaces: ["donation"],
    setting: (path) => target.setting(path),
    has: (path) => target.has(path),
    secretMatches: () => false,
    isScarce: true,
    sample: (items) => items,
  };
  const executor = createExecutor({
    target,
    contract,
    wire: { mask: createMask(), nonce: randomUUID },
    signal: new AbortController().signal,
    onStop: () => undefined,
  });
  const { exchanges, cutShort } = await carryOut(() => check.plan(context), executor.live);
  await target.close();
  expect(cutShort).toBeUndefined();
  const judgements: readonly Judgement[] = [...check.judge(exchanges, createJudgeTools(validation))];
  const violations = judgements.filter((one) => one.kind === "violation");
  return {
    said: violations.map(({ fact, message }) => `${fact} ${message}`),
    requests: exchanges.length,
  };
};

test("every list and query is asked for everything at once with few requests", async () => {
  const { said, requests } = await saidOf();
  expect(said).toEqual([]);
  expect(requests).toBeLessThan(60);
});

test.each([
  [
    "ids-in-capitals-are-never-descending",
    "DON-06 listGifts: Descending with SortBy ID answers another order",
  ],
  [
    "columns-and-descending-are-refused",
    "DON-10 querySegments: Descending with a selected column that is not the id is not answered with a page",
  ],
  [
    "skip-is-passed-over-under-a-filter",
    "DON-07 listGifts: Filter with Skip 3 does not leave out as many records as Skip says",
  ],
  [
    "an-offset-undoes-the-selection",
    "DON-14 queryDonors: Skip 1 with a selected column that is not the id answers whole records",
  ],
  [
    "campaign-list-turns-descending-round",
    "DON-06 listCampaigns: the order descends though Descending is false",
  ],
])("%s: the finding names no more than it takes", async (fault, message) => {
  const { said } = await saidOf(fault);
  expect(said).toContain(message);
});
