import { describe, expect, test } from "vitest";
import { printDialectFile, printDiscovery } from "../../../src/onboarding/discovery/print-discovery.ts";
import { createPalette } from "../../../src/core/output/palette.ts";
import { all, field, query, readDialect } from "../../../src/builtin/queries/index.ts";
import type { Assumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { expectUnderstood } from "./assumed.ts";
import { combinations } from "./combinations.ts";
import { discoverSandbox, type Setting } from "./kit.ts";
import { isNightly } from "../../nightly.ts";

const seeds = Array.from({ length: isNightly ? 20 : 0 }, (_, index) => index + 1);

/** Everything that may be turned round at once, another way for every seed. */
const turned = (seed: number): Partial<Assumptions> => ({
  "U-11": seed % 2 === 0 ? "nested" : "flat",
  "U-12": ["value", "singleValue", "operandText", "zork"][seed % 4] ?? "value",
  "U-13": `permutation:${seed}`,
  "U-14": seed % 3 === 0 ? "and-is-0" : "and-is-1",
  "U-15": `permutation:${seed + 100}`,
});

const scale = 40;

/** One of the hardest is looked at from several sides. */
const { assumptions: hard } = combinations.find(({ name }) => name === "strict: names nothing") ?? {
  assumptions: {},
};
const first = discoverSandbox({ assumptions: hard, scale });

describe("the meanings of a sandbox whose integers are shuffled are found within 300 requests, none of them wrong", () => {
  test("where it names nothing that it refuses", async () => {
    const found = await first;
    expectUnderstood(found, hard);
    expect(found.discovery.dialect.letterCase).toBe("ignored");
  });

  test.runIf(isNightly).each(seeds)("seed %i", async (seed) => {
    const assumptions = turned(seed);
    const found = await discoverSandbox({ seed, assumptions, scale: 250 });
    process.stdout.write(
      `seed ${seed}: ${found.right.length} recovered, ${found.undecided.length} undecided, ${found.wrong.length} wrong, ${found.requests} requests\n`,
    );
    expectUnderstood(found, assumptions);
    expect(found.discovery.dialect.letterCase).toBe("ignored");
  });
});

describe("a discovery", () => {
  test("only reads", async () => {
    const { calls } = await first;
    const paths = new Set(calls.map((call) => call.replace(/\d+$/, "N").replace("/donation", "")));
    expect([...paths].toSorted()).toEqual([
      "GET /api/Campaign/list",
      "GET /api/Donor/list",
      "GET /api/Gift/list",
      "GET /api/Query/options/N",
      "POST /api/Campaign/query",
      "POST /api/Donor/query",
      "POST /api/Gift/query",
      "POST /api/RecurringGift/query",
      "POST /api/Segment/query",
    ]);
  });

  test("tells no value of any record", async () => {
    const { discovery, state } = await first;
    const held = state.samples.flatMap(({ columns }) =>
      columns
        .filter(({ type }) => type === "text" || type === "instant")
        .flatMap(({ values }) => values.map(String)),
    );
    const values = new Set(held.filter((value) => value.length > 6));
    expect(values.size).toBeGreaterThan(200);
    const written = [
      JSON.stringify(discovery),
      printDialectFile(discovery),
      String(printDiscovery(discovery, createPalette(false))),
    ];
    for (const text of written) expect([...values].filter((value) => text.includes(value))).toEqual([]);
  });

  test("writes a dialect that the builder takes and the target understands", async () => {
    const { discovery } = await first;
    const dialect = readDialect(printDialectFile(discovery), "donation.dialect.yaml");
    expect(dialect).toEqual(discovery.dialect);
    const sandbox = createSandbox({ scale, assumptions: hard });
    const { baseUrl, credentials } = sandbox.config().interfaces.donation;
    const ask = async (body: unknown): Promise<number> => {
      const response = await sandbox.fetch(
        new Request(`${baseUrl}/api/Donor/query`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${String(credentials["token"])}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
        }),
      );
      const page: unknown = await response.json();
      return typeof page === "object" && page !== null && "total" in page ? Number(page.total) : -1;
    };
    const donors = query("donor", dialect).take(1);
    const organizations = field("isOrganization").equals(true);
    const totals = await Promise.all([
      ask(donors.body()),
      ask(donors.where(organizations).body()),
      ask(donors.where(field("isOrganization").equals(false)).body()),
      ask(donors.where(all(organizations, field("isOrganization").isFalse())).body()),
    ]);
    const [everyone = 0, some = 0, others = 0, none] = totals;
    expect(everyone).toBe(scale);
    expect(some).toBeGreaterThan(0);
    expect(some + others).toBe(everyone);
    expect(none).toBe(0);
    await sandbox.close();
  });

  test("stops at its budget and tells what it knows, none of it wrong", async () => {
    const setting: Setting = {
      budget: 90,
      assumptions: {
        "U-13": "permutation:77",
        "U-14": "and-is-1",
        "U-30.maximumTake": 20,
        "U-30.defaultTake": 7,
        "U-30.beyondMaximum": "refuse",
      },
    };
    const found = await discoverSandbox(setting);
    expect(found.requests).toBeLessThanOrEqual(90);
    expect(found.discovery.stopped?.reason).toBe("budget");
    expect(found.discovery.complete).toBe(false);
    expect(found.wrong).toEqual([]);
    expect(found.undecided.length).toBeGreaterThan(0);
    expect(found.discovery.dialect.conjunct?.and).toBe(1);
    expect(found.state.pages).toMatchObject({
      defaultTake: 7,
      defaultSort: "id ascending",
      skipsNothing: true,
      beyond: { kind: "refused" },
    });
    expect(found.state.pages?.largestTaken).toBeLessThanOrEqual(20);
    if (!isNightly) return;
    const again = await discoverSandbox(setting);
    expect(again.calls).toEqual(found.calls);
    expect(again.discovery).toEqual(found.discovery);
  });

  test("infers a time that the target does not tell", async () => {
    const found = await discoverSandbox({ skew: 600 * 86_400_000, ...(isNightly ? {} : { budget: 140 }) });
    expect(found.state.clockIsOff).toBe(true);
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(26);
  });

  test.runIf(isNightly)("does with small pages", async () => {
    const found = await discoverSandbox({ assumptions: { "U-30.maximumTake": 20, "U-13.case": "exact" } });
    expect(found.wrong).toEqual([]);
    expect(found.right.length).toBeGreaterThanOrEqual(26);
    expect(found.discovery.dialect.letterCase).toBe("exact");
  });
});
