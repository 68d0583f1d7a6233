import { describe, expect, test } from "vitest";
import type { Drift } from "../../../../src/core/model/drift.ts";
import type { Finding } from "../../../../src/core/model/finding.ts";
import { contract } from "../../../../src/inputs/contract.ts";
import { documentsOf } from "../../../../src/inputs/interface-documents.ts";
import { describedForm } from "../../../../src/core/validation/shape-of.ts";
import type { Use } from "../../../../src/consumers/usage/use.ts";
import { usageOf } from "../../../../src/consumers/usage/usage-file.ts";
import { worst } from "../../../../src/consumers/usage/verdict/judge-documents.ts";
import { createSeenJudge } from "../../../../src/consumers/usage/verdict/judge-seen.ts";
import { seenInDrift, seenInFinding } from "../../../../src/consumers/usage/verdict/seen-changes.ts";

const contact = "/components/schemas/Contact/properties";

const uses: readonly Use[] = [
  {
    interface: "crm",
    location: `${contact}/name`,
    how: "read",
    accepts: ["absent", "string"],
    at: ["src/a.ts:1"],
  },
  { interface: "crm", location: `${contact}/id`, how: "read", accepts: ["number"], at: ["src/a.ts:2"] },
  { interface: "crm", location: "/paths/~1api~1Contact~1{contactId}/get", how: "call", at: ["src/a.ts:3"] },
  {
    interface: "crm",
    location: "/components/schemas/ContactIndividual/properties/firstName",
    how: "read",
    at: ["src/a.ts:4"],
  },
  {
    interface: "donation",
    location: "/components/schemas/Donor/properties/nickname",
    how: "read",
    at: ["src/a.ts:5"],
  },
];

const documents = await documentsOf(contract);

const judge = createSeenJudge([usageOf("shop", uses)], documents);

const drift = (change: Partial<Drift>): Drift =>
  // Only what decides the verdict.
  ({
    target: { interface: "crm", address: "https://crm.example.org", organization: "default" },
    operation: "getContact",
    status: 200,
    pointer: "/name",
    now: "string",
    ...change,
  }) as Drift;

const finding = (change: Partial<Finding>): Finding =>
  ({
    interface: "crm",
    operation: "getContact",
    pointer: "/id",
    expected: "integer",
    actual: "",
    ...change,
  }) as Finding;

const verdictOf = (seen: ReturnType<typeof seenInDrift>, by = judge) =>
  worst(seen === undefined ? [] : by.judge(seen).map(({ verdict }) => verdict));

describe("what was seen at a target, by what consumers use", () => {
  test.each<[string, Partial<Drift>, string]>([
    ["a field is null that is used as a text", { kind: "null-appeared", now: "null" }, "breaks"],
    ["a field is absent, and that is handled", { kind: "presence-dropped", now: "absent" }, "safe"],
    ["a field is gone", { kind: "field-removed", now: "absent" }, "breaks"],
    ["another type", { kind: "type-changed", now: "integer" }, "breaks"],
    ["another form of the same type", { kind: "format-changed", now: "string, a date" }, "at risk"],
    [
      "a field of an item",
      { kind: "null-appeared", pointer: "/contactIndividuals/*/firstName", now: "null" },
      "breaks",
    ],
    ["a field that is not read", { kind: "field-removed", pointer: "/website", now: "absent" }, "safe"],
    ["an operation that is called", { kind: "operation-removed", pointer: "" }, "breaks"],
    [
      "an operation that is not called",
      { kind: "operation-removed", operation: "getWebhook", pointer: "" },
      "safe",
    ],
    ["another status", { kind: "status-changed", pointer: "", now: "404" }, "at risk"],
    ["a slower answer", { kind: "latency-changed", pointer: "" }, "safe"],
  ])("drift: %s", (_, change, expected) => {
    expect(verdictOf(seenInDrift(drift(change)))).toBe(expected);
  });

  const page = "/components/schemas/Page";

  test.each<[string, string | undefined, string]>([
    ["queryRecurringGifts", "/components/schemas/DonorPage", "safe"],
    ["queryDonors", "/components/schemas/DonorPage", "breaks"],
    ["listDonors", "/components/schemas/DonorPage", "breaks"],
    ["queryRecurringGifts", undefined, "breaks"],
  ])("a field that models share, in %s, read of %s: %s", (operation, model, expected) => {
    const use: Use = {
      interface: "donation",
      location: `${page}/properties/total`,
      how: "read",
      accepts: ["number"],
      ...(model === undefined ? {} : { of: [model, page] }),
      at: ["src/a.ts:1"],
    };
    const seen = seenInDrift(
      drift({
        target: { interface: "donation", address: "", organization: "default" },
        operation,
        kind: "type-changed",
        pointer: "/total",
      }),
    );
    expect(verdictOf(seen, createSeenJudge([usageOf("shop", [use])], documents))).toBe(expected);
  });

  test("a field of an open model that no document lists", () => {
    const seen = seenInDrift(
      drift({
        target: { interface: "donation", address: "", organization: "default" },
        operation: "listDonors",
        kind: "field-removed",
        pointer: "/items/*/nickname",
      }),
    );
    expect(seen && judge.judge(seen)).toMatchObject([
      { consumer: "shop", verdict: "breaks", uses: [{ at: ["src/a.ts:5"] }] },
    ]);
  });

  test.each<[string, Partial<Finding>, string]>([
    ["a number written as text", { actual: "a number written as text" }, "breaks"],
    ["any other text", { actual: describedForm("many") }, "breaks"],
    ["an empty text", { actual: describedForm("") }, "breaks"],
    ["a null", { actual: "null" }, "breaks"],
    ["a value of the right type in a wrong form", { pointer: "/name", actual: "string(3)" }, "at risk"],
    ["a field that is not read", { pointer: "/website", actual: "array(2)" }, "safe"],
    ["an answer with a wrong status", { pointer: "", actual: "500" }, "at risk"],
    ["no documented operation", { operation: "unknown", pointer: "" }, "safe"],
  ])("finding: %s", (_, change, expected) => {
    expect(verdictOf(seenInFinding(finding(change), judge))).toBe(expected);
  });
});
