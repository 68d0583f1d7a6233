import { contract } from "../../../src/inputs/contract.ts";
import { expect, test } from "vitest";
import { describeMismatch, describeMismatches, pactKeys } from "../../../src/consumers/pact/verify-pact.ts";
import type { Mismatch } from "../../../src/consumers/pact/run-verifier.ts";

const isShown = (key: string): boolean => key === "loyaltyTier" || contract.fieldNames.isField(key);

test.each<[Mismatch, string]>([
  [{ type: "StatusMismatch", expected: 200, actual: 404 }, "status: expected 200, got 404"],
  [
    { type: "BodyMismatch", path: "$.amount", expected: "12", actual: "1840" },
    "body $.amount: expected another number",
  ],
  [
    { type: "BodyMismatch", path: "$.name", expected: '"Ann"', actual: "null" },
    "body $.name: expected string(3), got null",
  ],
  [
    { type: "BodyMismatch", path: "$.members['Alice'].amount", expected: "1", actual: '"x"' },
    "body $.members['*'].amount: expected number, got string(1)",
  ],
  [
    { type: "BodyMismatch", path: "$.members.Alice[0].loyaltyTier", expected: "1", actual: "null" },
    "body $.members.*[0].loyaltyTier: expected number, got null",
  ],
  [
    { type: "BodyMismatch", path: "$", expected: '["loyaltyTier","id"]', actual: '["id"]' },
    "body $ lacks loyaltyTier",
  ],
  [
    { type: "BodyMismatch", path: "$", expected: '["{\\"id\\":\\"7\\"}"]', actual: "[]" },
    "body $: expected array(1), got array(0)",
  ],
  [
    { type: "HeaderMismatch", key: "etag", expected: "x", actual: "abc" },
    "header etag: expected string(1), got string(3)",
  ],
  [{ type: "Error" }, "error does not match"],
])("%j is described without a value and without a key that may be somebody's", (mismatch, text) => {
  expect(describeMismatch(mismatch, isShown)).toBe(text);
});

test("of a wrong status, header and body the status is reported first", () => {
  const body = { type: "BodyMismatch", path: "$.id", expected: "1", actual: "null" };
  const header = { type: "HeaderMismatch", key: "etag", expected: "x", actual: "abc" };
  const status = { type: "StatusMismatch", expected: 200, actual: 404 };
  expect(describeMismatches([body, header, status], isShown)).toEqual([
    "status: expected 200, got 404",
    "header etag: expected string(1), got string(3)",
    "body $.id: expected number, got null",
  ]);
});

test("a pact's own keys are those at any depth", () => {
  expect(pactKeys({ a: [{ b: 1 }], c: { d: null } }).toSorted()).toEqual(["a", "b", "c", "d"]);
});
