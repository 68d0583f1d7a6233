import { describe, expect, it } from "vitest";
import { identifiedObjects, identifyingValue } from "../../../src/checks/support/identifying-values.ts";

const idsAndNames = (value: unknown) =>
  [...identifiedObjects(value)].map(({ ids, values }) => ({ ids, names: values.map(({ name }) => name) }));

describe("what identifies a record", () => {
  it("is its own id, not those that it refers to", () => {
    expect(idsAndNames({ id: 4, organization_id: 3, name: "Saturday crew" })).toEqual([
      { ids: ["4"], names: ["name"] },
    ]);
  });

  it("is the id of the record that it is a part of", () => {
    expect(idsAndNames({ Id: 7, reminder: { description: "Call back on Monday" } })).toEqual([
      { ids: ["7"], names: ["description"] },
    ]);
  });

  it("is what it refers to, where it has no id", () => {
    expect(idsAndNames({ contactId: "12", email: "noor@volunteers.example" })).toEqual([
      { ids: ["12"], names: ["email"] },
    ]);
  });

  it("is no id by its words: records of other kinds may have the same", () => {
    expect(idsAndNames({ id: "5f0d2c1a-0000-4000-8000-000000000004", ownerId: "a b c d e" })).toEqual([]);
  });

  it("has no id where the answer names none: such an object is no record", () => {
    expect(idsAndNames({ parameters: [{ name: "startDate" }] })).toEqual([{ ids: [], names: ["name"] }]);
  });

  it("is no property that no document names: it may say something of the answer", () => {
    expect(idsAndNames({ id: 4, servedBy: "Node of Eastern Europe", name: "Saturday crew" })).toEqual([
      { ids: ["4"], names: ["name"] },
    ]);
  });

  it("is the beginning of a text, however long it is", () => {
    const [long, longer] = [50_000, 10_000_000].map((length) => identifyingValue("name", "a".repeat(length)));
    expect(long?.key.length).toBeLessThan(20_000);
    expect(longer).toEqual(long);
  });
});
