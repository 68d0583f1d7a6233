import { expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { Answers, answersOf, type ListTag } from "../../../src/checks/support/answers.ts";

type Asks = "everything" | { readonly filter: string };

const asked = (tag: ListTag<Asks> | undefined, status: number): Exchange<ListTag<Asks>> => ({
  interface: "donation",
  operation: "listDonors",
  call: {
    operation: "listDonors",
    authorization: { kind: "none" },
    label: "one",
    ...(tag === undefined ? {} : { tag }),
  },
  request: { method: "GET", url: "https://example.org/", headers: {}, authorization: "none" },
  outcome: { kind: "response", status, headers: {}, body: { kind: "empty" }, elapsedMs: 0 },
});

test("answers are found by equal data, of the list that was asked", () => {
  const filtered = asked({ list: "listDonors", asks: { filter: "a" } }, 200);
  const all = asked({ list: "listDonors", asks: "everything" }, 200);
  const other = asked({ list: "listGifts", asks: "everything" }, 200);
  const answers = answersOf([filtered, all, other, asked(undefined, 200)], "listDonors");
  expect(answers.get({ filter: "a" })).toBe(filtered);
  expect(answers.get("everything")).toBe(all);
  expect(answers.has({ filter: "b" })).toBe(false);
  expect(answers.size).toBe(2);
});

test("the same asked again has its later answer, in its first place", () => {
  const [first, second, later] = [200, 201, 202].map((status) => asked(undefined, status));
  const answers = new Answers<string>();
  for (const [asks, exchange] of [
    ["one", first],
    ["two", second],
    ["one", later],
  ] as const)
    if (exchange !== undefined) answers.set(asks, exchange);
  expect([...answers]).toEqual([
    ["one", later],
    ["two", second],
  ]);
});
