import { expect, test } from "vitest";
import { contract } from "../../src/inputs/contract.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import { run } from "../../src/core/run/run.ts";
import { isNightly } from "../nightly.ts";
import { open, partsOf } from "../conformance/trial.ts";

/** No record is numbered so in the sandbox, and no page is so far or so large. */
const extreme = 2 ** 31 - 1;

const extremesIn = (value: unknown): readonly string[] => {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(extremesIn);
  return Math.abs(Number(value)) >= extreme ? [String(value)] : [];
};

/** Sequences have the text of their arguments in their labels, and take most of the time. */
const checks = contract.checks
  .filter((check) => check.effect !== "passive" && check.explore === undefined)
  .map(({ id }) => id);

const askedBy = async (seed: number): Promise<readonly Exchange[]> => {
  const trial = {
    variants: [],
    interfaces: isNightly ? interfaceNames : (["donation"] as const),
    isReadOnly: true,
    checks,
    scale: 8,
    seed,
  } as const;
  const opened = open({ ...trial, seed: 1 });
  const exchanges: Exchange[] = [];
  const parts = await partsOf(trial, opened.sandbox);
  for await (const event of run({ ...parts, target: opened.target }))
    if (event.type === "exchange") exchanges.push(event.exchange);
  await opened.target.close();
  return exchanges;
};

test("what a plan knows its calls by is plain JSON, so that it crosses threads and files", async () => {
  const tags = (await askedBy(1)).flatMap(({ call }) => (call?.tag === undefined ? [] : [call.tag]));
  expect(tags.length).toBeGreaterThan(50);
  for (const tag of tags) expect(JSON.parse(JSON.stringify(tag))).toStrictEqual(tag);
});

// Drift compares the statuses of requests by their labels: an extreme value that only some runs send is no usual request.
test("the label of a request says which extreme value it has, whatever the seed", async () => {
  const found = new Map<string, Set<string>>();
  for (const seed of isNightly ? [1, 2, 3, 4, 5, 6] : [1, 2])
    for (const { call, operation, request } of await askedBy(seed)) {
      if (call === undefined) continue;
      const key = `${operation ?? ""} ${call.label} ${JSON.stringify(call.authorization)}`;
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const values = extremesIn([call.path, query, request.body]).join();
      found.set(key, (found.get(key) ?? new Set()).add(values));
    }
  const unclear = [...found].filter(([, values]) => values.size > 1);
  expect(unclear.map(([key, values]) => `${key}: ${[...values].join(" or ")}`)).toEqual([]);
  expect([...found.values()].filter((values) => !values.has("")).length).toBeGreaterThan(5);
});
