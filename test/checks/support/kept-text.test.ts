import { expect, test } from "vitest";
import { isAnotherMoment, isSameAmount, keptDecimals } from "../../../src/checks/support/kept-text.ts";

test.each([
  [2500.75, 2500.75, 2],
  [2500.75, "2500.75", 2],
  [1000.5, 1000.5, 1],
  [2500.75, 2501, 0],
  [2500.75, undefined, 0],
])("a field that shows %d as %j keeps %d decimals", (sent, shown, kept) => {
  expect(keptDecimals(sent, shown)).toBe(kept);
});

test.each([
  [19.99, 19.98, 0, false],
  [19.99, 20, 0, true],
  [19.99, 20, 2, false],
  [0.01, 0, 0, true],
  [0.01, 0, 2, false],
  [0.01, 0, 1, true],
  [-12.5, "-12.50", 2, true],
  [19.99, null, 0, false],
])("%d shown as %j by a field that keeps %d decimals", (sent, shown, kept, isSame) => {
  expect(isSameAmount(sent, shown, kept)).toBe(isSame);
});

test.each([
  ["the same", "2025-12-31T23:59:59.999Z", false],
  ["the same instant in another zone", "2026-01-01T01:59:59+02:00", false],
  ["rounded to a second", "2026-01-01T00:00:00Z", false],
  ["the beginning of its day", "2025-12-31T00:00:00Z", false],
  ["the beginning of its day in New York", "2025-12-31T05:00:00Z", false],
  ["a day alone", "2025-12-31", false],
  ["five hours earlier", "2025-12-31T18:59:59.999Z", true],
  ["a year earlier", "2024-12-31T23:59:59.999Z", true],
])("a moment shown as %s", (_, shown, isAnother) => {
  expect(isAnotherMoment("2025-12-31T23:59:59.999Z", shown)).toBe(isAnother);
});

test.each([
  ["the end of its day", "2026-03-01T23:59:59Z", false],
  ["the end of its day in New York", "2026-03-02T04:59:59.999Z", false],
  ["an hour later", "2026-03-01T11:07:00Z", true],
  ["the end of the next day", "2026-03-02T23:59:59Z", true],
])("a moment in the morning shown as %s", (_, shown, isAnother) => {
  expect(isAnotherMoment("2026-03-01T10:07:00Z", shown)).toBe(isAnother);
});
