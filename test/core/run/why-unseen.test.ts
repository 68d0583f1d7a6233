import { expect, test } from "vitest";
import type { TalliedFinding } from "../../../src/core/model/tally.ts";
import { createWhyUnseen } from "../../../src/core/run/why-unseen.ts";
import { finding } from "../../report/events.ts";
import { fact, passiveCheck } from "./kit.ts";

const contract = {
  facts: [fact("F-1", { places: ["shop.yaml#/components/schemas/Line"] }), fact("F-2")],
  modelInstances: {
    "getOrder.200": { Order: [""], Line: ["/lines/*"] },
    "listOrders.200": { Order: ["/items/*"], Line: ["/items/*/lines/*"] },
    "getOrder.404": { Problem: [""] },
  },
};

const why = (
  findings: readonly TalliedFinding[],
  unserved: readonly string[] = [],
  of: "F-1" | "F-2" = "F-1",
) =>
  createWhyUnseen({
    contract,
    served: {
      isServed: (id) => !unserved.includes(id ?? ""),
      isDeclaredAway: () => false,
      see: () => Promise.resolve(),
      missing: () => new Map(),
    },
    findings: () => findings,
  })(passiveCheck({ id: "lines", facts: [of] }));

const misspelt = (operation: string, pointer: string): TalliedFinding => ({
  finding: finding({ fact: "F-9", operation, pointer, message: "lines is spelt Lines" }),
  at: [0, 1],
  about: [0, 1],
  exchanges: [[0, 1]],
});

test("a passive check has seen nothing because of a finding above what it looks at", () => {
  const expected = "no exchange showed it: lines is spelt Lines (F-9)";
  expect(why([misspelt("getOrder", "/lines")])).toBe(expected);
  expect(why([misspelt("listOrders", "/items/3/lines")])).toBe(expected);
});

test("a finding elsewhere is no reason", () => {
  expect(why([misspelt("getOrder", "/line")])).toBeUndefined();
  expect(why([misspelt("getOrder", "/lines/0/price")])).toBeUndefined();
  expect(why([misspelt("listOrders", "")])).toBeUndefined();
  expect(why([misspelt("getOrder", "/lines")], [], "F-2")).toBeUndefined();
});

test("nor can it see what is not served", () => {
  expect(why([], ["getOrder", "listOrders"])).toBe("not served: getOrder, listOrders");
  expect(why([], ["getOrder"])).toBeUndefined();
});
