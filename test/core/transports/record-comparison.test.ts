import { describe, expect, test } from "vitest";
import { fieldNames } from "../../../src/builtin/documents.ts";
import { createFieldLabel } from "../../../src/core/model/field-label.ts";
import {
  differencesIn,
  membersIn,
  comparableRecord,
} from "../../../src/core/transports/record-comparison.ts";

const label = createFieldLabel(fieldNames);

test("an entry of a list of members that stands for somebody is known by that", () => {
  expect(
    membersIn([
      { id: 70, user_id: 7 },
      { id: 71, userId: "8" },
    ]),
  ).toEqual([7, "8"]);
});

test("a record is found where it lies least deep", () => {
  const inner = { id: "3", name: "inner" };
  expect(comparableRecord({ id: 3, name: "outer", owner: inner }, "3")).toMatchObject({ name: "outer" });
  expect(comparableRecord({ data: { group: inner } }, "3")).toBe(inner);
  expect(comparableRecord([inner], "3")).toBeUndefined();
});

describe("what a read shows afterwards", () => {
  test("differs by the names of what is not as it was", () => {
    const shows = { kind: "fields", fields: { name: "Drivers", note: null } } as const;
    expect(differencesIn({ data: { id: 3, name: "Drivers" } }, shows, "3", label)).toEqual([]);
    expect(differencesIn({ data: { id: 3, name: "Renamed", note: "x" } }, shows, "3", label)).toEqual([
      { name: "name", isEmptied: false },
      { name: "note", isEmptied: true },
    ]);
  });

  test.each([null, "", "0001-01-01", "0001-01-01T00:00:00Z"])(
    "is the same date that is not set: %j",
    (then) => {
      const shows = { kind: "fields", fields: { endDate: then } } as const;
      for (const endDate of [undefined, null, "0001-01-01T00:00:00"])
        expect(differencesIn({ id: 3, endDate }, shows, "3", label)).toEqual([]);
      expect(differencesIn({ id: 3, endDate: "2025-01-01" }, shows, "3", label)).toEqual([
        { name: "endDate", isEmptied: true },
      ]);
    },
  );

  test("or in the members, in whatever order", () => {
    const shows = { kind: "members", ids: [1, "2"] } as const;
    expect(differencesIn({ data: [2, 1] }, shows, "3", label)).toEqual([]);
    for (const now of [[1], [1, 2, 3], [1, 3]])
      expect(differencesIn({ data: now }, shows, "3", label)).toEqual([
        { name: "members", isEmptied: false },
      ]);
  });
});
