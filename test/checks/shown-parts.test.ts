import { expect, test } from "vitest";
import { partsOf } from "../../src/checks/support/shown-parts.ts";

test("the parts that an answer shows are its known properties, in whatever order and however often", () => {
  const [one, two] = [{ city: "A" }, { name: "B" }];
  expect(partsOf({ items: [one, two] })).toBe(partsOf({ items: [two, one, one], cursor: "after" }));
  expect(partsOf({ items: [one, two] })).not.toBe(partsOf({ items: [one] }));
});
