import { expect, test } from "vitest";
import { conditionFieldsSeen } from "../../src/checks/observers/condition-fields-seen.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import { answered, json } from "../monitoring/drift/support.ts";

/** A query with one condition, answered with a total, or with 400. */
const asked = (condition: object | undefined, total: number | undefined): Exchange =>
  answered(json(total === undefined ? {} : { items: [], total }), {
    operation: "queryGifts",
    status: total === undefined ? 400 : 200,
    requestBody: { queryType: 3, groups: condition && [{ conjunct: 0, conditions: [condition] }] },
  });

const everything = asked(undefined, 10);

const with0 = (name: string): object => ({ parameter: "amount", operator: 0, [name]: 1 });
const with30 = (name: string): object => ({ parameter: "amount", operator: 30, [name]: 1 });

test.each([
  ["narrows", [asked(with0("value"), 3)], ["a condition's value narrows a query"]],
  ["is ignored", [asked(with0("val"), 10)], ["a condition's val changes nothing"]],
  ["is refused", [asked(with0("val"), undefined)], ["a condition's val is refused"]],
  [
    "is taken, beside a refusal for another reason",
    [asked(with30("value"), undefined), asked(with0("value"), 3)],
    ["a condition's value narrows a query"],
  ],
  [
    "is taken, where another is refused",
    [asked(with0("val"), undefined), asked(with0("value"), 3)],
    ["a condition's value narrows a query", "a condition's val is refused"],
  ],
] as const)("a field of a condition that %s", (_, exchanges, expected) => {
  const watch = conditionFieldsSeen.watch();
  for (const exchange of [everything, ...exchanges]) watch.see(exchange);
  const seen = [...watch.observations()].filter(({ unknown }) => unknown === "U-12");
  expect(seen.map(({ observed }) => observed)).toEqual(expected);
});
