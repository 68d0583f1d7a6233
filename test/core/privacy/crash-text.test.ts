import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { crashText } from "../../../src/core/privacy/crash-text.ts";
import { ok } from "../run/kit.ts";

const heard = (value: unknown): Exchange => ({
  interface: "crm",
  operation: "getContact",
  request: { method: "GET", url: "https://crm.example.org/", headers: {}, authorization: "none" },
  outcome: ok(value),
});

describe("the text of a crash", () => {
  test("is its message", () => {
    const error = new TypeError("Cannot read properties of undefined (reading 'length')");
    expect(crashText(error, [heard({ name: "Jane" })])).toBe(error.message);
    expect(crashText("thrown as it is", [])).toBe("thrown as it is");
  });

  test.each([
    ["Cannot convert Jane Doe of Springfield to a BigInt", "Cannot convert … of … to a BigInt"],
    ["no Jane in 4711", "no … in …"],
    ["Unexpected token 'J', \"...ane Doe\"... is not JSON", "Unexpected token 'J', \"...…\"... is not JSON"],
    ["a\n    line of Springfield", "a line of …"],
  ])("but nothing of an answer: %j", (message, shown) => {
    const answer = { person: [{ "Jane Doe": "Springfield", first: "Jane", number: 4711 }] };
    expect(crashText(new Error(message), [heard({}), heard(answer)])).toBe(shown);
  });

  test("and not at any length", () => {
    expect(crashText(new Error("x".repeat(100_000)), []).length).toBeLessThan(5_000);
  });
});
