import { expect, test } from "vitest";
import { departureText } from "../../../src/checks/support/order.ts";

const list = ["a", "b", "c", "d", "e"];
const numberOf = (key: string): number | undefined =>
  list.includes(key) ? list.indexOf(key) + 1 : undefined;

test.each([
  [["c", "d"], ["d", "e"], "item 1 is record 3 of the list, not record 4"],
  [["a", "x"], ["a", "b"], "item 2 is a record that the list does not hold"],
  [["a"], ["a", "b"], "no item 2; record 2 of the list is due"],
])("%j in place of %j", (keys, due, text) => {
  expect(departureText(keys, due, numberOf, "the list")).toBe(text);
});
