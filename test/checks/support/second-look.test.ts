import { describe, expect, test } from "vitest";
import { firstLook, lookAgain, steady } from "../../../src/checks/support/second-look.ts";
import { violation } from "../../../src/checks/support/judgements.ts";
import type { Call, Exchange } from "../../../src/harness/model/exchange.ts";

const answered = (call: Call, ids: readonly number[]): Exchange => ({
  interface: "donation",
  operation: call.operation,
  call,
  request: { method: "GET", url: "http://target.test/list", headers: {}, authorization: "none" },
  outcome: {
    kind: "response",
    status: 200,
    headers: {},
    body: { kind: "json", value: { items: ids.map((id) => ({ id })), total: ids.length } },
    elapsedMs: 0,
  },
});

const call = (label: string): Call => ({ operation: "listGifts", label, authorization: { kind: "none" } });

const first = answered(call("first"), [1, 2, 3]);
const later = answered(call("later"), [3]);
const wrong = violation({
  rule: "relation",
  message: "one is missing",
  exchange: later,
  also: [first],
  expected: "two",
  actual: "one",
});

/** What is asked again, answered by label. */
const again = (answers: Readonly<Record<string, readonly number[]>>): readonly Exchange[] => {
  const plan = lookAgain([wrong, wrong]);
  const { value: calls, done } = plan.next();
  if (done === true) return [];
  return calls.map((one) => answered(one, answers[one.label] ?? []));
};

const asBefore = { "later again": [3], "first again": [1, 2, 3] };

describe("a second look", () => {
  test("is at everything that violations compare, once and afresh", () => {
    const calls = again(asBefore).map((exchange) => exchange.call);
    expect(calls.map((one) => one?.label)).toEqual(["later again", "first again"]);
    expect(calls.every((one) => one?.fresh === true && one.isControl === true)).toBe(true);
  });

  test("asks nothing where nothing is wrong", () => {
    expect(lookAgain([]).next().done).toBe(true);
  });

  test("confirms what is answered as before", () => {
    expect([...steady([wrong], [first, later, ...again(asBefore)])]).toEqual([wrong]);
  });

  test.each([
    ["that shows it", { ...asBefore, "later again": [2, 3] }],
    ["that it is compared with", { ...asBefore, "first again": [1, 3] }],
  ])("makes void what has changed meanwhile in the answer %s", (_, answers) => {
    const judgements = [...steady([wrong], [first, later, ...again(answers)])];
    expect(judgements).toEqual([expect.objectContaining({ kind: "not-applicable" })]);
  });

  test("is not among what was seen first", () => {
    expect(firstLook([first, later, ...again(asBefore)])).toEqual([first, later]);
  });
});
