import { expect, test } from "vitest";
import { lacks, namesIn, shownParts } from "../../src/checks/support/shown-parts.ts";

test("a moment is the same with a fraction that is none", () => {
  const [one, other] = ["09:30:00Z", "09:30:00.000Z"].map((time) => ({ noteDateTime: `2025-03-01T${time}` }));
  expect(shownParts(one, "in any order")).toEqual(shownParts(other, "in any order"));
});

test("what shows how a request was written is no part, a text with a slash between words is", () => {
  const addresses = ["/api/Contact/1", "https://host.example/x", "*/*", "text/plain;q=0.5, */*", "?Take=1"];
  expect(shownParts({ name: "Kitchen / Zoë" }, "in any order")).toEqual(
    new Set(['/name is "Kitchen / Zoë"']),
  );
  for (const name of addresses) expect(shownParts({ name }, "in any order")).toEqual(new Set());
});

test("the names that an answer shows are its known properties, in whatever order and however often", () => {
  const [one, two] = [{ city: "A" }, { name: "B" }];
  const some = namesIn({ items: [{ id: 1, address: one, donor: two }] });
  expect(namesIn({ cursor: "after", items: [{ donor: two, address: one, id: 1 }] })).toEqual(some);
  expect(lacks(namesIn({ items: [{ id: 1, address: one }] }), some)).toBe(true);
  expect(lacks(some, namesIn({ items: [{ id: 1, address: one }] }))).toBe(false);
});

test.each<[string, shown: readonly object[], other: readonly object[], boolean]>([
  ["a record that is listed in both lacks it", [{ id: 1 }, { id: 2 }], [{ id: 1, name: "A" }], true],
  ["another record of the list shows it", [{ id: 1 }, { id: 2, name: "B" }], [{ id: 1, name: "A" }], false],
  ["the record that showed it is listed no more", [{ id: 2 }], [{ id: 1, name: "A" }, { id: 2 }], false],
  ["no record is listed any more", [], [{ id: 1, name: "A" }], true],
  ["of records without ids all showed it", [{ city: "A" }], [{ city: "A", name: "B" }], true],
  [
    "of records without ids some showed it",
    [{ city: "A" }],
    [{ city: "A", name: "B" }, { city: "B" }],
    false,
  ],
])("a list lacks a name: %s", (_, shown, other, expected) => {
  expect(lacks(namesIn({ items: shown }), namesIn({ items: other }))).toBe(expected);
});
