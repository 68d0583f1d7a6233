import { describe, expect, test } from "vitest";
import { someOf } from "../nightly.ts";
import { checkShop } from "./check-shop.ts";
import { documentFaults } from "./document-faults.ts";

const opened = { timeout: 120_000 };

describe("a server that honours its document", opened, () => {
  test("is conformant, whatever the seed", async () => {
    for (const seed of someOf([1, 2, 7], 2)) {
      const { verdict, report } = await checkShop({}, { seed });
      expect(report.findings).toEqual([]);
      expect(verdict).toBe("conformant");
    }
  });

  test("is left as it was: what the run has created is removed", async () => {
    const { shop, report } = await checkShop();
    expect(shop.requests.filter((one) => one.startsWith("POST /orders")).length).toBeGreaterThan(20);
    expect([...shop.orders.values()].map(({ name }) => name)).toEqual(["first"]);
    expect(report.run.writes?.records.length).toBeGreaterThan(20);
  });

  test("is asked the same by the same seed", async () => {
    const asked = async (seed: number): Promise<readonly string[]> =>
      (await checkShop({}, { seed, maxRequests: 200 })).shop.requests;
    const requests = await asked(3);
    expect(await asked(3)).toEqual(requests);
    expect(await asked(4)).not.toEqual(requests);
  });
});

describe("a finding", opened, () => {
  test("that several answers show together comes with their requests, and with its replay", async () => {
    const fault = documentFaults.find(({ fact }) => fact.endsWith("/5xx"));
    const { report } = await checkShop(fault?.fault);
    const lines = report.problems?.flatMap(({ reproduce }) => reproduce) ?? [];
    expect(lines.some((line) => line.startsWith("curl -i "))).toBe(true);
    expect(lines.some((line) => line.startsWith("tripact replay"))).toBe(true);
  });
});

test("a value that a server should have refused and shows again is no second defect", async () => {
  const accepts = documentFaults.find(({ what }) => what === "a value that no enum lists is accepted");
  const { report } = await checkShop(accepts?.fault);
  expect(report.findings.map(({ severity }) => severity)).not.toContain("error");
  expect(report.findings.map(({ fact }) => fact)).toContain("the-shop/createOrder/refuses");
}, 120_000);

describe("a server with one defect", opened, () => {
  test.each(someOf(documentFaults, 8))("$severity $fact: $what", async ({ fact, severity, fault }) => {
    const { report, verdict } = await checkShop(fault);
    const own = report.findings.filter((one) => one.fact === fact);
    expect(own.map((one) => one.severity)).toContain(severity);
    expect(verdict).toBe(severity === "error" ? "findings" : "conformant");
    expect(report.facts.find(({ id }) => id === fact)?.status).toBe("failed");
  });
});
