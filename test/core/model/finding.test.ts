import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint, type FindingIdentity } from "../../../src/core/model/finding.ts";

const identity: FindingIdentity = {
  fact: "DON-03",
  check: "page-total-is-stable",
  operation: "listDonors",
  rule: "relation",
  pointer: "/total",
};

test("a fingerprint never changes: baselines hold it", () => {
  expect(fingerprint(identity)).toBe("dcfccc0efccf");
});

describe("two findings are the same defect", () => {
  test.each([
    ["/items/0/id", "/items/17/id"],
    ["/0", "/9"],
    ["/items/0/1/x", "/items/5/22/x"],
    ["/items/3", "/items/12"],
  ])("at %s and at %s", (left, right) => {
    expect(fingerprint({ ...identity, pointer: left })).toBe(fingerprint({ ...identity, pointer: right }));
  });

  test("at any two positions", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (left, right) => {
        const at = (position: number): string =>
          fingerprint({ ...identity, pointer: `/items/${position}/name` });
        expect(at(left)).toBe(at(right));
      }),
    );
  });
});

describe("two findings are not the same defect", () => {
  test.each<Partial<FindingIdentity>>([
    { fact: "DON-02" },
    { check: "another-check" },
    { operation: "listGifts" },
    { rule: "missing" },
    { pointer: "/items" },
    { pointer: "/total/2fa" },
    { pointer: "" },
  ])("with another %o", (parts) => {
    expect(fingerprint({ ...identity, ...parts })).not.toBe(fingerprint(identity));
  });

  test("when a word moves from one part to the next", () => {
    expect(fingerprint({ ...identity, fact: "a", check: "bc" })).not.toBe(
      fingerprint({ ...identity, fact: "ab", check: "c" }),
    );
  });

  test("where a number is part of a name", () => {
    expect(fingerprint({ ...identity, pointer: "/address1" })).not.toBe(
      fingerprint({ ...identity, pointer: "/address2" }),
    );
  });
});
