import { contract } from "../../../src/inputs/contract.ts";
import { expect, test } from "vitest";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import { embeddedShape } from "../../../src/inputs/open-target.ts";
import { dryPlans } from "../../../src/core/run/dry-run.ts";

const clock = { now: () => Date.UTC(2025, 0, 6), sleep: () => Promise.resolve() };

const rehearsal = async () => {
  const { config, open } = await embeddedShape(1, clock);
  const parts = await loadJudgingParts(contract);
  const chosen = contract.checks.filter(({ id }) => ["users-are-listed", "user-is-read-by-id"].includes(id));
  return dryPlans({
    contract,
    config,
    sandbox: open,
    run: { ...parts, chosen, seed: 1, version: "0", clock, nonce: () => "n", baseline: new Set() },
    interfaces: ["volunteer"],
  });
};

test("a dry run gives the same costs each time, and lets others have their turn between its requests", async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  const first = await rehearsal();
  turn();
  const { costs } = await rehearsal();
  isOver = true;
  expect(costs).toEqual(first.costs);
  expect([...costs.checks.values()].reduce((sum, cost) => sum + cost, 0)).toBe(costs.total);
  expect(costs.total).toBeGreaterThan(1);
  expect(turns).toBeGreaterThan(costs.total / 4);
});
