import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { all, any, bodyOf, evaluate, field } from "../../../src/builtin/queries/index.ts";
import { sortableFields } from "../../../src/sandbox/store/donation/kind.ts";
import {
  donationBench,
  type DonationBench,
  type Json,
  kindNamed,
  type Queried,
  queriedKinds,
} from "./donation-bench.ts";
import { sandboxDialect } from "../../builtin/queries/sandbox-dialect.ts";
import { isNightly, tries } from "../../nightly.ts";

const wish = (kind: Queried): fc.Arbitrary<{ sortBy: string; descending: boolean }> =>
  fc.record({
    sortBy: fc.constantFrom(...sortableFields(kindNamed(kind)).map(({ name }) => name)),
    descending: fc.boolean(),
  });

const everything = { take: 100_000 };
const assumptions = { "U-30.maximumTake": 100_000 };

/** Asks the list endpoint where there is one, else the query endpoint. */
const ask = (bench: DonationBench, kind: Queried, body: Json): Promise<readonly Json[]> =>
  bench.query(kind, body).then(({ items }) => items);

describe("pages", () => {
  /** So many donors, with three times as many gifts: filled once. */
  const donors = isNightly ? 7000 : 1500;
  const crowded = donationBench({ assumptions, scale: donors, seed: 3 }, afterAll);

  it.each(queriedKinds)("of %ss tile the whole for any size and order", async (kind) => {
    const bench = donationBench({ assumptions, scale: 30 });
    await fc.assert(
      fc.asyncProperty(wish(kind), fc.integer({ min: 1, max: 40 }), async (order, take) => {
        const { items: whole, total } = await bench.query(kind, { ...order, ...everything });
        const pages: Json[] = [];
        for (let skip = 0; skip < total; skip += take) {
          const page = await bench.query(kind, { ...order, skip, take });
          expect(page.total).toBe(total);
          pages.push(...page.items);
        }
        expect(pages).toEqual(whole);
        expect(new Set(pages.map(({ id }) => id)).size).toBe(total);
      }),
      tries(4, 12),
    );
  });

  it("deep among the matches of a filter are those of the whole, before and after a write", async () => {
    const groups = crowded.groups({ all: [{ parameter: "amount", operator: "greaterThan", value: 0 }] });
    const order = { sortBy: "amount", descending: true, groups, selectedColumns: ["id"] };
    const { items: whole, total } = await crowded.query("gift", { ...order, ...everything });
    expect(total).toBeGreaterThan(4010);
    for (const skip of [1999, 2001, total >> 1, total - 2003]) {
      const page = await crowded.query("gift", { ...order, skip, take: 3 });
      expect([page.total, page.items]).toEqual([total, whole.slice(skip, skip + 3)]);
    }
    crowded.sandbox.clock.advance(1000);
    const token = crowded.credential("donation", "token");
    const body = crowded.scratch("project");
    expect((await crowded.ask("/donation/api/Project/replace", { token, method: "PUT", body })).status).toBe(
      200,
    );
    const again = await crowded.query("gift", { ...order, skip: total >> 1, take: 3 });
    expect(again.items).toEqual(whole.slice(total >> 1, (total >> 1) + 3));
  });

  it("are the same stretches of the whole order among many records", async () => {
    for (const kind of ["donor", "gift"] as const) {
      for (const { name: sortBy } of sortableFields(kindNamed(kind))) {
        const selectedColumns = ["id"];
        const whole = await ask(crowded, kind, { sortBy, selectedColumns, ...everything });
        await fc.assert(
          fc.asyncProperty(
            fc.nat(whole.length),
            fc.integer({ min: 1, max: 1200 }),
            fc.boolean(),
            async (skip, take, descending) => {
              const page = await ask(crowded, kind, { sortBy, descending, skip, take, selectedColumns });
              const ordered = descending ? whole.toReversed() : whole;
              expect(page).toEqual(ordered.slice(skip, skip + take));
            },
          ),
          tries(3, 8),
        );
      }
    }
  });

  it("of matches among very many records are those that a look at each record finds", async () => {
    const { items: gifts } = await crowded.query("gift", everything);
    expect(gifts).toHaveLength(3 * donors);
    const amount = fc.constantFrom(0.01, 10, 50, 99.99, 250);
    const condition = fc.oneof(
      amount.map((value) => field("amount").greaterThan(value)),
      amount.map((value) => field("amount").lessThanOrEqual(value)),
      fc.constantFrom("Approved", "Refunded").map((value) => field("status").equals(value)),
      fc.integer({ min: 1, max: donors }).map((value) => field("donorId").equals(value)),
      fc.constantFrom("Card", "Cash").map((value) => field("paymentMethod").equals(value)),
      fc.constantFrom("2024-02-29", "2025-02-01").map((value) => field("date").afterDay(value)),
    );
    const dialect = sandboxDialect(assumptions);
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(all, any),
        fc.constantFrom("id", "amount", "date", "status"),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (conditions, join, sortBy, part) => {
          const wanted = { kind: "gift", filter: join(...conditions), sortBy, columns: ["id"] };
          const matches = evaluate(wanted, gifts, { dialect, now: crowded.sandbox.clock.now() });
          const skip = Math.floor(part * matches.total);
          const page = await crowded.query("gift", { ...bodyOf({ ...wanted, skip, take: 20 }, dialect) });
          expect(page).toEqual({
            total: matches.total,
            items: matches.items.slice(skip, skip + 20).map(({ id }) => ({ id })),
          });
        },
      ),
      tries(20, 60),
    );
  });
});
