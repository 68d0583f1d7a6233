import { describe, expect, test } from "vitest";
import { someOf } from "../../nightly.ts";
import { type FaultId, faults } from "./faults.ts";
import { judged } from "./judged.ts";
import { shop } from "./shop.ts";

const factsOf = async (...[models, options]: Parameters<typeof judged>): Promise<readonly string[]> => {
  const { findings } = await judged(models, options);
  return findings.filter(({ severity }) => severity === "error").map(({ fact }) => fact);
};

const ids = Object.keys(faults) as readonly FaultId[]; // Its own keys.

describe("relations over the records of a server", () => {
  test("are quiet about a server that keeps its word, whether its records are declared or not", async () => {
    expect(await factsOf(shop)).toEqual([]);
    expect(await factsOf(shop, { isDeclared: false })).toEqual([]);
  });

  test("judge every fact of records that are declared", async () => {
    const { facts } = await judged(shop);
    const passed = facts.filter(({ status }) => status === "passed").map(({ id }) => id);
    const ofFaults = new Set(
      Object.values(faults).flatMap((fact) => (fact === undefined ? [] : [`shop/${fact}`])),
    );
    // What is refused and kept all the same shows only where something is refused.
    ofFaults.delete("shop/customer/removed-refused");
    expect(passed).toEqual(expect.arrayContaining([...ofFaults]));
  });

  test.each(someOf(ids, 12))("find a server that does %s", async (fault) => {
    const fact = faults[fault];
    const found = await factsOf(shop, { fault });
    // No relation sees it; what it leaves behind may contradict a schema.
    if (fact === undefined)
      return expect(found.filter((one) => one.split("/")[1] === "customer")).toEqual([]);
    expect(found).toContain(`shop/${fact}`);
  });

  test("blame a removal that does nothing once for each kind of records", async () => {
    const found = await factsOf(shop, { fault: "delete-nothing" });
    expect(found).toContain("shop/customer/removed");
    expect(found.filter((fact) => fact.split("/")[1] === "customer")).toEqual(["shop/customer/removed"]);
  });

  test("of records that are only inferred warn", async () => {
    const { findings } = await judged(shop, { fault: "delete-nothing", isDeclared: false });
    const severities = findings
      .filter(({ fact }) => fact.endsWith("/removed"))
      .map(({ severity }) => severity);
    expect(new Set(severities)).toEqual(new Set(["warning"]));
  });

  test("find the shortest sequence of requests, whether records are declared or inferred", async () => {
    for (const [isDeclared, severity] of [
      [true, "error"],
      [false, "warning"],
    ] as const) {
      const { findings } = await judged(shop, { fault: "at-once-loses-both", isDeclared });
      const found = findings.filter(({ fact }) => fact === "shop/ticket/over-time");
      expect(found.map((one) => [one.severity, one.replay])).toEqual([
        [severity, '[["update-twice-at-once"]]'],
      ]);
    }
  });

  test("try no sequences of records that break a relation by themselves", async () => {
    const { facts } = await judged(shop, { fault: "delete-nothing" });
    const skipped = facts.filter(({ id }) => id === "shop/customer/over-time");
    expect(skipped.map(({ status, reason }) => [status, reason])).toEqual([
      ["skipped", "another relation of customer is broken"],
    ]);
  });
});
