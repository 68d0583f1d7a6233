import { expect, test } from "vitest";
import { lacks, shownIn } from "../../src/checks/support/shown-parts.ts";

test("the parts that an answer shows are its known properties, in whatever order and however often", () => {
  const partsOf = (body: unknown): ReadonlySet<string> => shownIn(body, "by name");
  const [one, two] = [{ city: "A" }, { name: "B" }];
  expect(partsOf({ items: [one, two] })).toEqual(partsOf({ items: [two, one, one], cursor: "after" }));
  expect(lacks(partsOf({ items: [one] }), partsOf({ items: [one, two] }))).toBe(true);
  expect(lacks(partsOf({ items: [one, two] }), partsOf({ items: [one] }))).toBe(false);
});
