import { documentation } from "../../../src/builtin/documents.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTrackedTarget } from "../../../src/monitoring/drift/tracked-target.ts";
import { createShapes, type Shapes, shapesFromJson } from "../../../src/core/shapes/shapes.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { answered, json } from "../../monitoring/drift/support.ts";
import { isNightly } from "../../nightly.ts";

const shapesOf = (exchanges: readonly Exchange[]): Shapes => {
  const shapes = createShapes(documentation, { once: true });
  for (const exchange of exchanges) shapes.add(exchange);
  return shapes;
};

const hidden = (...exchanges: readonly Exchange[]): Shapes => {
  const shapes = shapesOf(exchanges);
  shapes.hideNames();
  return shapes;
};

const pointers = (shapes: Shapes): readonly string[] =>
  [...shapes.entries()].flatMap((entry) => (entry.kind === "location" ? [entry.pointer] : []));

type Donor = Readonly<Record<string, unknown>>;

const donors = (count: number, change: (at: number) => Donor, from = 1): readonly Donor[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    name: `n${at}`,
    created: "2025-01-06T09:00:00Z",
    active: true,
    ...change(at),
  }));

const page = (items: readonly Donor[]): Exchange => answered(json({ items, total: items.length }));

/** Names that people bear, as keys would spell them. */
const people = ["Alice", "bob", "Carol", "dmitri", "EstherRuth", "femi_ade", "Gita"];

describe("a key that no document lists, made of words that are not those of fields", () => {
  test("is kept where most of the records have it", () => {
    const all = pointers(hidden(page(donors(9, () => ({ loyaltyTier: "x", nested: { ledger: 1, id: 7 } })))));
    expect(all).toContain("/items/*/loyaltyTier");
    const most = pointers(hidden(page(donors(9, (at) => (at < 5 ? { loyaltyTier: "x" } : {})))));
    expect(most).toContain("/items/*/loyaltyTier");
  });

  test.each<[string, Exchange]>([
    ["few of the records have it", page(donors(9, (at) => (at < 4 ? { loyaltyTier: "x" } : {})))],
    ["there are two records", page(donors(2, () => ({ loyaltyTier: "x" })))],
  ])("is not named where %s", (_, exchange) => {
    const all = pointers(hidden(exchange));
    expect(all).toContain("/items/*/{name}");
    expect(all.join()).not.toContain("loyalty");
  });

  test("is not named where nothing around it has an id", () => {
    const summary = { total: 3, open: 1, amount: 12.5, count: 9, Wilhelmina: 4 };
    const answers = [1, 2, 3, 4].map((total) => answered(json({ items: [{ id: total }], total, summary })));
    const all = pointers(hidden(...answers));
    expect(all).toContain("/{name}/{name}");
    expect(all.join()).not.toContain("Wilhelmina");
  });

  test("is not named where the same record has it, asked for over and over", () => {
    const again = Array.from({ length: 20 }, (_, at) =>
      answered(json({ id: 7, name: "x", created: `${at}`, active: true, Alice: { amount: at } }), {
        interface: "crm",
        operation: "getContact",
      }),
    );
    expect(pointers(hidden(...again)).join()).not.toContain("Alice");
  });

  test("is named everywhere once it is known to be a field anywhere", () => {
    const exchanges = [
      page(donors(9, () => ({ loyaltyTier: "x" }))),
      answered(json({ items: [{ id: 1, loyaltyTier: "x" }], total: 1 }), { operation: "queryDonors" }),
    ];
    expect(pointers(hidden(...exchanges)).filter((one) => one.endsWith("/loyaltyTier"))).toHaveLength(2);
    const later = shapesOf(exchanges.slice(1));
    later.hideNames(new Set(["loyaltyTier"]));
    expect(pointers(later)).toContain("/items/*/loyaltyTier");
  });

  const map = (values: readonly unknown[], chosen: readonly number[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      chosen.map((at, index) => [people[at % people.length] ?? "", values[index % values.length]]),
    );
  const chosen = fc.uniqueArray(fc.nat(people.length - 1), { maxLength: 3 });

  test("is never kept of a map that has people's names for its keys", () => {
    fc.assert(
      fc.property(fc.array(chosen, { minLength: 1, maxLength: 12 }), fc.boolean(), (each, isOwn) => {
        const items = donors(each.length, (at) => {
          const named = map([{ amount: at }, 7, "x"], each[at] ?? []);
          return isOwn ? { members: named } : { owner: { list: [named] } };
        });
        const text = JSON.stringify(hidden(page(items), page(items)));
        for (const name of people) expect(text).not.toContain(`"${name}"`);
      }),
      { numRuns: isNightly ? 5_000 : 60 },
    );
  });

  test("nor where every page counts by the same people", () => {
    const counted = Array.from({ length: 12 }, (_, at) =>
      answered(json({ items: [{ id: at }], total: at, count: { Alice: at, Bob: 3, Carol: 1 } })),
    );
    const text = JSON.stringify(hidden(...counted));
    expect(text).not.toMatch(/Alice|Bob|Carol/);
    expect(text).toContain("count");
  });

  test("hiding twice changes nothing, nor does writing between", () => {
    fc.assert(
      fc.property(fc.array(chosen, { maxLength: 9 }), (each) => {
        const once = hidden(page(donors(each.length, (at) => map([{ loyalty: at }, "x"], each[at] ?? []))));
        const text = JSON.stringify(once);
        const read = shapesFromJson(JSON.parse(text), documentation);
        read.hideNames();
        expect(pointers(read).toSorted()).toEqual(pointers(once).toSorted());
        once.hideNames();
        expect(JSON.stringify(once)).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});

describe("runs", () => {
  const target = { interface: "donation", address: "https://d.example.org", organization: "x" } as const;

  const createRuns = () => {
    const tracked = createTrackedTarget(target, documentation);
    return {
      tracked,
      next(...exchanges: readonly Exchange[]): readonly string[] {
        const run = tracked.state.run + 1;
        const shapes = shapesOf(exchanges);
        const { verdict } = tracked.add({
          run,
          state: "sampled",
          startedAt: new Date(Date.UTC(2025, 0, run)).toISOString(),
          seed: 1,
          version: "0",
          requests: 1,
          findings: { error: 0, warning: 0, info: 0 },
          shapes: () => shapes,
        });
        return (verdict?.drift ?? [])
          .filter(({ state }) => state === "new" || state === "gone" || state === "back")
          .map(({ state, kind, pointer }) => `${state} ${kind} ${pointer}`);
      },
    };
  };

  const contact = (more: object, id = 7): Exchange =>
    answered(json({ id, name: "x", ...more }), { interface: "donation", operation: "getThing" });

  test("a new one in few records is reported without its name, and never again with it", () => {
    const { next, tracked } = createRuns();
    const things = (count: number, more: object): readonly Exchange[] =>
      Array.from({ length: count }, (_, at) => contact({ ...more, amount: tracked.state.run }, 1 + at));
    for (let at = 0; at < 300; at += 1) expect(next(...things(2, {}))).toEqual([]);
    const changes = Array.from({ length: 12 }, () => next(...things(2, { loyaltyTier: "x" }))).flat();
    expect(changes).toEqual(["new field-added /{name}"]);
    const [drift] = tracked.drift();
    expect(drift?.message).toContain("its name is reported once most of at least three records have it");
    expect(next(...things(9, { loyaltyTier: "x" }))).toEqual([]);
    expect(tracked.state.fields).toEqual(new Set(["loyaltyTier"]));
    expect(next(...things(9, { loyaltyTier: "x" }))).toEqual([]);
    expect(
      tracked.accept({ id: 1, at: "2025-01-31T08:00:00.000Z", fingerprint: drift?.fingerprint ?? "" }),
    ).toBe(true);
    for (let at = 0; at < 5; at += 1) expect(next(...things(2, { loyaltyTier: "x" }))).toEqual([]);
  });

  test("one that few records of a list have is no drift where another list shows that it is a field", () => {
    const { next } = createRuns();
    const few = (night: number): Exchange =>
      page(donors(100, (at) => (at % 20 === 0 ? { loyaltyTier: "x" } : {}), 1 + 100 * night));
    for (let night = 0; night < 10; night += 1) expect(next(few(night))).toEqual([]);
    const items = donors(10, () => ({ loyaltyTier: "x" }), 9_000);
    const other = answered(json({ items, total: items.length }), { operation: "queryDonors" });
    expect(next(few(10), other)).toEqual([]);
    expect(next(few(11))).toEqual([]);
  });

  test("one that a recorder has masked where there were few records is no drift, by either name", () => {
    const { next } = createRuns();
    const pageOf = (count: number, from: number, name: string): Exchange =>
      page(donors(count, () => ({ [name]: "x" }), from));
    expect(next(pageOf(10, 1, "loyaltyTier"))).toEqual([]);
    expect(next(pageOf(30, 50, "loyaltyTier"))).toEqual([]);
    expect(next(pageOf(2, 100, "xxxxxxxXxxx"))).toEqual([]);
    expect(next(pageOf(2, 110, "xxxxxxxXxxx"), pageOf(30, 120, "loyaltyTier"))).toEqual([]);
    // One that is gone is still reported.
    expect(next(pageOf(1, 200, "xxxxxxxXxxx"), page(donors(30, () => ({}), 210)))).toEqual([
      "new field-removed /items/*/loyaltyTier",
    ]);
  });

  test("one that a recorder knows by its name from now on is not new", () => {
    const { next } = createRuns();
    for (let night = 0; night < 3; night += 1)
      expect(next(page(donors(2, () => ({ xxxxxxxXxxx: "x" }), 1 + 2 * night)))).toEqual([]);
    expect(next(page(donors(9, () => ({ loyaltyTier: "x" }), 50)))).toEqual([]);
  });

  test("one that about half of the records have is no drift, whichever side of it a night falls on", () => {
    for (let series = 0; series < (isNightly ? 200 : 8); series += 1) {
      const { next } = createRuns();
      let state = series * 7919 + 1;
      const chance = (): boolean => (state = (state * 48_271) % 2_147_483_647) % 100 < 50;
      for (let night = 0; night < 12; night += 1)
        expect(next(page(donors(30, () => (chance() ? { loyaltyTier: "x" } : {}), 1 + 30 * night)))).toEqual(
          [],
        );
    }
  });
});
