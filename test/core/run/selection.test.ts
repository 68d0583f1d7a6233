import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Check } from "../../../src/core/model/check.ts";
import { select, unmetNeed } from "../../../src/core/run/selection.ts";
import { activeCheck, fakeTarget, passiveCheck } from "./kit.ts";

const ids = (checks: readonly Check[]): readonly string[] => checks.map(({ id }) => id);

const all: readonly Check[] = [
  activeCheck({ id: "crm-write", effect: "write" }),
  activeCheck({ id: "crm-read" }),
  activeCheck({ id: "all-read", interfaces: [] }),
  activeCheck({ id: "donation-read", interfaces: ["donation"] }),
  activeCheck({ id: "clock", effect: "sandbox" }),
  passiveCheck({ id: "donation-passive", interfaces: ["donation"] }),
  passiveCheck({ id: "crm-passive", interfaces: ["crm"] }),
];

const named = (...wanted: readonly string[]): readonly Check[] => all.filter(({ id }) => wanted.includes(id));

describe("what runs", () => {
  test("everything: reads, then writes, then what moves the sandbox, each by id", () => {
    const { active, passive, trafficOnly } = select(all, all);
    expect(ids(active)).toEqual(["all-read", "crm-read", "donation-read", "crm-write", "clock"]);
    expect(ids(passive)).toEqual(["crm-passive", "donation-passive"]);
    expect(trafficOnly.size).toBe(0);
  });

  test("an active check alone", () => {
    const { active, passive, trafficOnly } = select(all, named("crm-read"));
    expect([ids(active), ids(passive), trafficOnly.size]).toEqual([["crm-read"], [], 0]);
  });

  test("a passive check with the active ones that can show it something", () => {
    const { active, passive, trafficOnly } = select(all, named("crm-passive"));
    expect(ids(active)).toEqual(["all-read", "crm-read", "crm-write"]);
    expect([...trafficOnly]).toEqual(["all-read", "crm-read", "crm-write"]);
    expect(ids(passive)).toEqual(["crm-passive"]);
  });

  test("a chosen active check is no feeder", () => {
    const { active, trafficOnly } = select(all, named("crm-passive", "crm-read", "clock"));
    expect(ids(active)).toEqual(["all-read", "crm-read", "crm-write", "clock"]);
    expect([...trafficOnly]).toEqual(["all-read", "crm-write"]);
  });

  test("a check that alone asks, even if it moves the sandbox or draws sequences", () => {
    const asking = new Set(["clock"]);
    expect(ids(select(all, named("crm-passive"), { asking }).active)).toEqual(["clock"]);
  });

  test("nothing where nothing is chosen", () => {
    expect(select(all, [])).toMatchObject({ active: [], passive: [] });
  });

  test("whatever the order in which the checks come", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...all], { minLength: all.length }), (shuffled) => {
        expect(select(shuffled, shuffled)).toEqual(select(all, all));
      }),
    );
  });
});

describe("shards", () => {
  test("share the active checks among them, and each has all passive ones", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), (count) => {
        const parts = Array.from({ length: count }, (_, index) =>
          select(all, all, { shard: { index: index + 1, count } }),
        );
        expect(parts.flatMap(({ active }) => ids(active)).toSorted()).toEqual(
          ids(select(all, all).active).toSorted(),
        );
        for (const { passive } of parts) expect(passive).toHaveLength(2);
      }),
    );
  });
});

describe("why a check cannot run", () => {
  const target = fakeTarget({
    interfaces: ["crm"],
    allowWrites: false,
    settings: { "crm.records.contactId": 1 },
    secrets: { "crm.credentials.apiKey": "key" },
  });
  const why = (parts: Partial<Parameters<typeof activeCheck>[0]>): string | undefined =>
    unmetNeed(activeCheck({ id: "a", ...parts }), target);

  test("it can", () => {
    expect(why({ needs: ["crm.records.contactId", "crm.credentials.apiKey"] })).toBeUndefined();
    expect(why({ interfaces: [] })).toBeUndefined();
  });

  test("an interface is not there", () => {
    expect(why({ interfaces: ["crm", "donation", "volunteer"], needs: ["crm.records.webhookId"] })).toBe(
      "not configured: interfaces.donation, interfaces.volunteer",
    );
  });

  test("keys are not given: each is named", () => {
    expect(
      why({ needs: ["crm.records.webhookId", "crm.records.contactId", "crm.credentials.revokedApiKey"] }),
    ).toBe("not configured: crm.records.webhookId, crm.credentials.revokedApiKey");
  });

  test("writes are off", () => {
    expect(why({ effect: "write" })).toBe("writes are off (safety.writes)");
  });

  test("there is no sandbox", () => {
    expect(why({ effect: "sandbox" })).toBe("only the sandbox can show it");
  });

  test("there is one that must not be changed", () => {
    const kept = fakeTarget({ sandboxOrigin: "http://127.0.0.1:1", allowWrites: false });
    const check = activeCheck({ id: "a", interfaces: [], effect: "sandbox" });
    expect(unmetNeed(check, kept)).toBe("writes are off (safety.writes)");
  });
});
