import { expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { ProbeClient } from "../../../src/onboarding/discovery/probe-client.ts";
import { answered, json } from "../../monitoring/drift/support.ts";
import { takeSample, type RecordSample, type SampleWish } from "../../../src/onboarding/discovery/sample.ts";

const wish: SampleWish = {
  kind: "donor",
  operation: "queryDonors",
  code: 0,
  type: undefined,
  order: { sortBy: "id", descending: false },
  pageSize: 50,
};

const answerOf = (items: readonly object[]): Exchange =>
  answered(json({ items, total: items.length }), { operation: "queryDonors" });

const sampleOf = (items: readonly object[]): RecordSample | undefined => {
  const client = new ProbeClient({ budget: 9, spent: () => 0, now: () => 0 });
  const plan = takeSample(client, wish);
  for (let turn = plan.next([]); ; turn = plan.next(turn.value.map(() => answerOf(items))))
    if (turn.done === true) return turn.value;
};

test("where no options tell the names, only fields are asked by: a dialect must hold nobody's name", () => {
  const people = ["Alice", "bob", "Carol"];
  const items = Array.from({ length: 12 }, (_, at) => ({
    id: at,
    firstName: `n${at % 3}`,
    amount: at % 4,
    loyaltyTier: at % 2 === 0 ? "gold" : "iron",
    [people[at % 3] ?? ""]: at % 2,
    [`person${at}@example.org`]: 1,
    "Shirt size": "L",
  }));
  expect(sampleOf(items)?.columns.map(({ name }) => name)).toEqual([
    "id",
    "firstName",
    "amount",
    "loyaltyTier",
  ]);
});
