import { expect, test } from "vitest";
import {
  byKind,
  count,
  type Form,
  listOf,
  number,
  oneOf,
  optional,
  record,
  text,
  time,
  truth,
  valuesOf,
} from "../../../src/harness/model/form.ts";
import { storedAs } from "../../../src/harness/model/stored.ts";

const form = record({
  name: text,
  at: time,
  ratio: number,
  pairs: listOf(listOf(count, 2)),
  state: optional(oneOf("open", "gone")),
  names: valuesOf(truth),
  line: byKind({ sent: record({ write: count }), settled: record({}) }),
});

const whole = {
  name: "a",
  at: "2026-01-01T00:00:00Z",
  ratio: 0.5,
  pairs: [[1, 2]],
  names: { secret: true },
  line: { kind: "sent", write: 1 },
  other: "is left alone",
};

test("a value that has the form has no misfit", () => {
  expect(form(whole)).toBeUndefined();
  expect(form({ ...whole, state: "open", line: { kind: "settled" } })).toBeUndefined();
});

test.each<readonly [string, object | null | string]>([
  ["it must be an object", null],
  ["it must be an object", "text"],
  ["/name is missing", { ...whole, name: undefined }],
  ["/name must be a text", { ...whole, name: 1 }],
  ["/at must be a time", { ...whole, at: "soon" }],
  ["/ratio must be a number", { ...whole, ratio: Number.NaN }],
  ["/pairs must be a list", { ...whole, pairs: {} }],
  ["/pairs/1 must be a list of 2", { ...whole, pairs: [[1, 2], [3]] }],
  ["/pairs/0/1 must be a whole number", { ...whole, pairs: [[1, -2]] }],
  ["/state must be open or gone", { ...whole, state: "shut" }],
  ["/names/* must be true or false", { ...whole, names: { secret: "x" } }],
  ["/line/kind must be sent or settled", { ...whole, line: { kind: "constructor" } }],
  ["/line/write is missing", { ...whole, line: { kind: "sent" } }],
])("a misfit is named by its location, and no value is: %s", (misfit, value) => {
  expect(form(value)).toBe(misfit);
});

test("what a store holds is read by its form", () => {
  const stated: Form = record({ id: text });
  expect(storedAs("a run", '{"id":"a"}', stated)).toEqual({ id: "a" });
  expect(() => storedAs("a run", "{}", stated)).toThrow(
    "the store is damaged: a run has another form: /id is missing",
  );
  expect(() => storedAs("a run", "{", stated)).toThrow("the store is damaged: a run cannot be read");
});
