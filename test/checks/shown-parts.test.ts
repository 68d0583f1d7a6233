import { expect, test } from "vitest";
import { partsOf } from "../../src/checks/support/shown-parts.ts";

test("the order of members says nothing of which parts an answer shows", () => {
  const [one, two] = [[1], [1, 2]];
  expect(partsOf({ addresses: one, methods: two })).toBe(partsOf({ methods: two, addresses: one }));
  expect(partsOf({ addresses: one, methods: two })).not.toBe(partsOf({ addresses: two, methods: one }));
});
