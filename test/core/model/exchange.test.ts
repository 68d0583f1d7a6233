import { describe, expect, test } from "vitest";
import { send, sendAll } from "../../../src/core/model/check.ts";
import {
  type Call,
  type Exchange,
  isSuccess,
  jsonOf,
  type Outcome,
  responseOf,
} from "../../../src/core/model/exchange.ts";

const exchange = (outcome: Outcome): Exchange => ({
  interface: "crm",
  operation: "readThing",
  request: { method: "GET", url: "https://crm.example.org/", headers: {}, authorization: "none" },
  outcome,
});

const response = (
  status: number,
  body: (Outcome & { kind: "response" })["body"] = { kind: "empty" },
): Exchange => exchange({ kind: "response", status, headers: {}, body, elapsedMs: 1 });

const failed = exchange({ kind: "failure", reason: "timeout", message: "" });

const call = (label: string): Call => ({ operation: "readThing", authorization: { kind: "none" }, label });

describe("what an exchange shows", () => {
  test("is its response, or none", () => {
    expect(responseOf(response(404))?.status).toBe(404);
    expect(responseOf(failed)).toBeUndefined();
  });

  test("is its JSON, null and false too, or none", () => {
    expect(jsonOf(response(200, { kind: "json", value: null }))).toBeNull();
    expect(jsonOf(response(200, { kind: "json", value: false }))).toBe(false);
    expect(jsonOf(response(200, { kind: "text", text: "{}" }))).toBeUndefined();
    expect(jsonOf(response(200))).toBeUndefined();
    expect(jsonOf(failed)).toBeUndefined();
  });

  test("is success from 200 to 299", () => {
    expect([200, 204, 299].map((status) => isSuccess(response(status)))).toEqual([true, true, true]);
    expect([199, 300, 404, 500].map((status) => isSuccess(response(status)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(isSuccess(failed)).toBe(false);
  });
});

describe("a plan", () => {
  test("asks for one exchange and gets it", () => {
    const plan = send(call("one"));
    expect(plan.next([])).toEqual({ done: false, value: [call("one")] });
    expect(plan.next([failed])).toEqual({ done: true, value: failed });
  });

  test("asks for several and gets them in order", () => {
    const plan = sendAll([call("one"), call("two")]);
    expect(plan.next([]).value).toEqual([call("one"), call("two")]);
    expect(plan.next([failed, response(200)])).toEqual({ done: true, value: [failed, response(200)] });
  });

  test("without an answer to its call is a bug, and names it", () => {
    const plan = send(call("one"));
    plan.next([]);
    expect(() => plan.next([])).toThrow("one");
  });
});
