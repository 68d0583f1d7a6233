import { expect, test } from "vitest";
import { oddPart } from "../../../src/checks/support/odd-part.ts";

test("the part of an answer that is otherwise for once is found", () => {
  const answer = (name: unknown, modified = "now") => ({ items: [{ id: 1, name }], modified });
  expect(oddPart(answer("Smith"), answer("Smith", "later"), answer("Jones", "then"))).toEqual({
    pointer: "/items/0/name",
    right: "Smith",
    wrong: "Jones",
  });
  expect(oddPart(answer("Smith"), answer("Smith"), { items: [{ id: 1 }], modified: "now" })).toMatchObject({
    pointer: "/items/0/name",
    wrong: undefined,
  });
  expect(oddPart([1, 2], [1, 2], { error: "x" })).toMatchObject({ pointer: "" });
});

test("what is alike, what changes by itself, and what has a name that may be a person's, is not", () => {
  expect(oddPart({ id: 1 }, { id: 1 }, { id: 1 })).toBeUndefined();
  expect(oddPart({ modified: 1 }, { modified: 2 }, { modified: 3 })).toBeUndefined();
  expect(oddPart({ "Ada Lovelace": 1 }, { "Ada Lovelace": 1 }, { "Ada Lovelace": 2 })).toBeUndefined();
});
