import { expect, test } from "vitest";
import { lacks, shownIn } from "../../src/checks/support/shown-parts.ts";

test("a moment is the same with a fraction that is none", () => {
  const [one, other] = ["09:30:00Z", "09:30:00.000Z"].map((time) => ({ noteDateTime: `2025-03-01T${time}` }));
  expect(shownIn(one, "in any order")).toEqual(shownIn(other, "in any order"));
});

test("the parts that an answer shows are its known properties, in whatever order and however often", () => {
  const partsOf = (body: unknown): ReadonlySet<string> => shownIn(body, "by name");
  const [one, two] = [{ city: "A" }, { name: "B" }];
  expect(partsOf({ items: [one, two] })).toEqual(partsOf({ items: [two, one, one], cursor: "after" }));
  expect(lacks(partsOf({ items: [one] }), partsOf({ items: [one, two] }))).toBe(true);
  expect(lacks(partsOf({ items: [one, two] }), partsOf({ items: [one] }))).toBe(false);
});
