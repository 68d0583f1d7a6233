import { describe, expect, test } from "vitest";
import type { Exchange, Outcome } from "../../../src/core/model/exchange.ts";
import type { SchemaViolation } from "../../../src/core/model/violation.ts";
import { createJudgeTools } from "../../../src/core/run/judge.ts";
import { exchangeWith, ok } from "./kit.ts";

const broken: SchemaViolation = {
  pointer: "/id",
  rule: "missing",
  expected: "a value",
  actual: "missing",
  message: "`/id` is missing.",
  facts: ["F-1"],
};

const exchange = (outcome: Outcome, operation: string | undefined = "readCrm"): Exchange =>
  exchangeWith({ operation, outcome });

const json = ok({ a: 1 });

const tools = () => {
  const asked: unknown[] = [];
  const note = (...values: readonly unknown[]): void => {
    asked.push(values);
  };
  const judge = createJudgeTools({
    validateResponse: (...values) => {
      note(...values);
      return [broken];
    },
    validateModel: (...values) => {
      note(...values);
      return [broken];
    },
    instances: (...values) => {
      note(...values);
      return [{ pointer: "", value: 1 }];
    },
  });
  return { judge, asked };
};

test("a response is validated once, however many plans share it", () => {
  const { judge, asked } = tools();
  expect(judge.validate(exchange(json))).toEqual([broken]);
  expect(judge.validate({ ...exchange(json) })).toEqual([broken]);
  expect(asked).toEqual([["readCrm", 200, { a: 1 }]]);
});

test("two responses alike are validated each", () => {
  const { judge, asked } = tools();
  judge.validate(exchange(json));
  judge.validate(exchange({ ...json }));
  expect(asked).toHaveLength(2);
});

describe("nothing is stated, and nothing broken,", () => {
  test.each<[string, Exchange]>([
    ["where there is no answer", exchange({ kind: "failure", reason: "timeout", message: "" })],
    ["in text", exchange({ ...json, body: { kind: "text", text: "{" } })],
    ["in nothing", exchange({ ...json, body: { kind: "empty" } })],
    ["of an address that is not documented", { ...exchange(json), operation: undefined }],
  ])("%s", (_, one) => {
    const { judge, asked } = tools();
    expect(judge.validate(one)).toEqual([]);
    expect(judge.instances(one, "Thing")).toEqual([]);
    expect(asked).toEqual([]);
  });
});

test("models and their places are asked of the documents", () => {
  const { judge, asked } = tools();
  expect(judge.instances(exchange(json), "Thing")).toEqual([{ pointer: "", value: 1 }]);
  expect(judge.validateModel("crm", "Thing", { a: 1 })).toEqual([broken]);
  expect(asked).toEqual([
    ["readCrm", 200, { a: 1 }, "Thing"],
    ["crm", "Thing", { a: 1 }],
  ]);
});
