import { expect, test } from "vitest";
import { interfacesStating } from "../../../src/checks/support/interfaces-stating.ts";

test.each([
  ["GEN-04", ["crm", "donation", "volunteer"]],
  ["GEN-05", ["crm", "volunteer"]],
  ["VOL-01", ["volunteer"]],
])("%s is stated by %j", (fact, names) => {
  expect(interfacesStating(fact)).toEqual(names);
});

test("a fact that nobody states is a mistake", () => {
  expect(() => interfacesStating("GEN-99")).toThrow("no interface states GEN-99");
});
