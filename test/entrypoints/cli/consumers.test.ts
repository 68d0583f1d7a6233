import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { facts } from "../../../src/builtin/generated/registry.ts";
import type { Drift, DriftGroup, DriftReport } from "../../../src/core/model/drift.ts";
import { judgeDriftByUse, usedFacts } from "../../../src/consumers/usage/consumers.ts";
import { contract } from "../../../src/inputs/contract.ts";
import { documentsOf } from "../../../src/inputs/interface-documents.ts";
import type { Use } from "../../../src/consumers/usage/use.ts";
import { usageOf } from "../../../src/consumers/usage/usage-file.ts";
import { createSeenJudge } from "../../../src/consumers/usage/verdict/judge-seen.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const reads = (location: string): Use => ({ interface: "crm", location, how: "read", at: ["src/page.ts:7"] });

const documents = await documentsOf(contract);

const consumersOf = (use: Use, onlyUsed = false) => {
  const usages = [usageOf("shop", [use])];
  return { usages, documents, judge: createSeenJudge(usages, documents), onlyUsed };
};

const id = "/components/schemas/Contact/properties/id";

describe("a check by what consumers use", () => {
  const checkWith = async (location: string) => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, "shop.json"), JSON.stringify(usageOf("shop", [reads(location)])));
    const some = "--check contact-fields --fault contact-ids-are-strings --usage shop.json";
    const { code, out } = await runCli(`check ${some} --only-used --json`, { cwd });
    return { code, usage: JSON.parse(out).usage };
  };

  test("fails on what is used, and says where", async () => {
    expect(await checkWith(id)).toMatchObject({
      code: 1,
      usage: {
        safe: false,
        consumers: { shop: "breaks" },
        concerns: [{ consumers: [{ places: ["src/page.ts:7 reads Contact.id"] }] }, {}],
      },
    });
  });

  test("fails on nothing else", async () => {
    expect(await checkWith(`${id}s`)).toEqual({
      code: 0,
      usage: { safe: true, consumers: { shop: "safe" }, concerns: [] },
    });
  });
});

describe("a drift run by what consumers use", () => {
  const change = {
    fingerprint: "a",
    target: { interface: "crm", address: "https://crm.example.org", organization: "default" },
    kind: "null-appeared",
    severity: "error",
    state: "new",
    operation: "getContact",
    status: 200,
    pointer: "/id",
    now: "null",
  };
  const group = {
    fingerprint: "g",
    kind: "null-appeared",
    state: "new",
    message: "`id` is null",
    title: "`id`",
    changes: ["a"],
  };
  // Only what decides the verdict.
  const report = {
    results: [{ drift: [change as Drift], groups: [group as Partial<DriftGroup>] }],
    findings: [],
    exitCode: 1,
  } as unknown as DriftReport;

  test.each([
    [id, true, 1, "breaks"],
    [`${id}s`, true, 0, "safe"],
    [`${id}s`, false, 1, "safe"],
  ])("of %s, only used: %s, exits with %i", (location, onlyUsed, exitCode, verdict) => {
    const judged = judgeDriftByUse(report, consumersOf(reads(location), onlyUsed));
    expect(judged).toMatchObject({ exitCode, usage: { consumers: { shop: verdict } } });
  });
});

test("what is used is asked first", () => {
  const used = usedFacts(consumersOf(reads(id)), facts);
  expect(used.has("CRM-01")).toBe(true);
  expect(used.size).toBeLessThan(facts.length / 2);
});
