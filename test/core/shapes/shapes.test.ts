import { documentation } from "../../../src/builtin/documents.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LocationEntry, ShapeEntry } from "../../../src/core/shapes/shape-entry.ts";
import { createShapes, type Shapes, shapesFromJson } from "../../../src/core/shapes/shapes.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { answered, json } from "../../monitoring/drift/support.ts";
import { isNightly, tries } from "../../nightly.ts";

const shapesOf = (exchanges: readonly Exchange[]): Shapes => {
  const shapes = createShapes(documentation);
  for (const exchange of exchanges) shapes.add(exchange);
  return shapes;
};

const plain = (value: unknown): unknown =>
  value instanceof Map
    ? [...value].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    : typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, plain(inner)] as const)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value;

/** What shapes hold, whatever the order in which it came. */
const contents = (shapes: Shapes): readonly string[] =>
  [...shapes.entries()].map((entry) => JSON.stringify(plain(entry))).toSorted();

const merged = (...all: readonly Shapes[]): Shapes => {
  const sum = createShapes(documentation);
  for (const one of all) sum.merge(one);
  return sum;
};

const location = (shapes: Shapes, pointer: string): LocationEntry => {
  const found = [...shapes.entries()].find(
    (entry): entry is LocationEntry => entry.kind === "location" && entry.pointer === pointer,
  );
  if (found === undefined) throw new Error(`nothing was seen at ${pointer}`);
  return found;
};

const pointers = (shapes: Shapes): readonly string[] =>
  [...shapes.entries()].flatMap((entry: ShapeEntry) => (entry.kind === "location" ? [entry.pointer] : []));

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 12 }),
  fc.constantFrom("2025-01-06T09:00:00Z", "1840.50", "Household", "a@b.example", "Open"),
);
const fieldName = fc.oneof(
  fc.constantFrom("id", "name", "items", "contactType", "errors", "*", "{text}", "__proto__"),
  fc.string({ maxLength: 6 }),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fieldName, tie("tree"), { maxKeys: 5 }),
  ),
}));
const exchange = fc
  .record({
    body: tree,
    status: fc.constantFrom(200, 400, 404),
    operation: fc.constantFrom("listDonors", "getContact"),
    label: fc.constantFrom(undefined, "known", "again"),
  })
  .map(({ body, status, operation, label }) =>
    answered(json(body), {
      interface: operation === "getContact" ? "crm" : "donation",
      operation,
      status,
      ...(label === undefined ? {} : { label }),
    }),
  );
const exchanges = fc.array(exchange, { maxLength: 6 });

describe("shapes add up", () => {
  test("in any order, in any grouping, and nothing changes nothing", () => {
    fc.assert(
      fc.property(exchanges, exchanges, exchanges, (first, second, third) => {
        const [a, b, c] = [shapesOf(first), shapesOf(second), shapesOf(third)] as const;
        const whole = contents(shapesOf([...first, ...second, ...third]));
        expect(contents(merged(merged(a, b), c))).toEqual(whole);
        expect(contents(merged(a, merged(b, c)))).toEqual(whole);
        expect(contents(merged(c, a, b))).toEqual(whole);
        expect(contents(merged(a, createShapes(documentation)))).toEqual(contents(a));
      }),
      tries(20, 40),
    );
  });

  test("also where so many names come that they are folded", () => {
    const inWords = (count: number): string =>
      `field_${String(count).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
    const named = (from: number, count: number): Shapes =>
      shapesOf(
        Array.from({ length: count }, (_, index) =>
          answered(json({ items: [{ [inWords(from + index)]: index }] })),
        ),
      );
    const [a, b, c] = [named(0, 120), named(100, 100), named(190, 60)] as const;
    const whole = contents(merged(merged(a, b), c));
    expect(contents(merged(a, merged(b, c)))).toEqual(whole);
    expect(contents(merged(c, b, a))).toEqual(whole);
    expect(pointers(merged(a, b, c))).toContain("/items/*/*");
    expect(location(merged(a, b, c), "/items/*/*").seen).toBe(280);
  });

  test("also where stored names have become one mask", () => {
    const shapes = shapesOf([answered(json({ items: [{ first: 1, second: "x" }] }))]);
    const stored = JSON.stringify(shapes)
      .replace('"first"', '"a@b.example"')
      .replace('"second"', '"c@d.example"');
    const read = location(shapesFromJson(JSON.parse(stored), documentation), "/items/*/{email}");
    expect(read.types).toEqual({ integer: 1, string: 1 });
  });

  test("after they were written and read", () => {
    fc.assert(
      fc.property(exchanges, exchanges, (first, second) => {
        const [a, b] = [shapesOf(first), shapesOf(second)] as const;
        const read = shapesFromJson(JSON.parse(JSON.stringify(a)), documentation);
        expect(contents(read)).toEqual(contents(a));
        expect(contents(merged(read, b))).toEqual(contents(merged(a, b)));
        expect(read.answers).toBe(a.answers);
      }),
      tries(20, 40),
    );
  });
});

describe("what is counted", () => {
  test("types, nulls and absence, each of so many", () => {
    const items = [
      { id: 1, name: "Ann", note: null },
      { id: 2, name: "Bob" },
      { id: 3, name: 7 },
    ];
    const shapes = shapesOf([answered(json({ items, total: 3 }))]);
    expect(location(shapes, "/items/*/name")).toMatchObject({
      parents: 3,
      seen: 3,
      types: { string: 2, integer: 1 },
    });
    expect(location(shapes, "/items/*/note")).toMatchObject({ parents: 3, seen: 1, types: { null: 1 } });
    expect(location(shapes, "/total").types).toEqual({ integer: 1 });
  });

  test("forms of texts and sizes in classes", () => {
    const texts = {
      a: "2025-01-06T09:00:00.5Z",
      b: "2025-01-06T09:00:00",
      c: "1,200.50",
      d: "1840.50",
      e: "2025-01-06",
      f: "2025-01-06T09:00:00+02:00",
      g: "",
      h: "0f8fad5b-d9cb-469f-a165-70867728950e",
      i: "$1,200",
      j: "-$250.00",
      k: "11/29/2026",
      l: "9/4/1998",
      m: "29/11/2026",
      n: "$1,2",
    };
    const shapes = shapesOf([answered(json(texts))]);
    const forms = Object.keys(texts).map((name) => Object.keys(location(shapes, `/${name}`).textForms));
    expect(forms.flat()).toEqual([
      "utc-date-time",
      "local-date-time",
      "grouped-number",
      "decimal",
      "date",
      "offset-date-time",
      "empty",
      "uuid",
      "money",
      "money",
      "us-date",
      "us-date",
      "text",
      "text",
    ]);
    expect([...location(shapes, "/h").lengths]).toEqual([[6, 1]]);
  });

  test("values only where the documents list them", () => {
    const contact = (contactType: string) =>
      answered(json({ id: 1, contactType, name: contactType }), {
        interface: "crm",
        operation: "getContact",
      });
    const shapes = shapesOf([contact("Household"), contact("Household"), contact("Coven")]);
    expect([...location(shapes, "/contactType").values]).toEqual([["Household", 2]]);
    expect(location(shapes, "/contactType").otherValues).toBe(1);
    expect(location(shapes, "/name").values.size).toBe(0);
  });

  test("headers by name, announced rates, forms of bodies, latency and statuses", () => {
    const headers = {
      "content-type": "application/json",
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "77",
    };
    const problem = { title: "Bad Request", status: 400, detail: "…" };
    const shapes = shapesOf([
      answered(json({ items: [] }), { headers, elapsedMs: 450, label: "list" }),
      answered(json(problem), { status: 400, headers, label: "list" }),
    ]);
    const entries = [...shapes.entries()];
    const [ok, bad] = entries.filter((entry) => entry.kind === "answer");
    expect([...(ok?.rates ?? [])]).toEqual([["x-ratelimit-limit: 5000", 1]]);
    expect([...(ok?.headers.keys() ?? [])]).toEqual(Object.keys(headers));
    expect([...(ok?.latencies ?? [])]).toEqual([[2, 1]]);
    expect(bad?.forms).toEqual({ problem: 1 });
    const probe = entries.find((entry) => entry.kind === "probe");
    expect([...(probe?.statuses ?? [])]).toEqual([
      [200, 1],
      [400, 1],
    ]);
  });

  test("answers of operations that are not documented are passed over", () => {
    const shapes = createShapes(documentation);
    shapes.add({ ...answered(json({ id: 1 })), operation: undefined });
    expect([...shapes.entries()]).toEqual([]);
  });

  test("a record that comes again unchanged counts once where that is asked for", () => {
    const shapes = createShapes(documentation, { once: true });
    const page = (...ids: readonly number[]) =>
      answered(json({ items: ids.map((id) => ({ id, name: "x" })), total: 9 }));
    for (const one of [page(1, 2), page(2, 3), page(1, 2), page(1, 2, 3)]) shapes.add(one);
    expect(location(shapes, "/items/*/name").parents).toBe(3);
    expect(location(shapes, "/items").seen).toBe(3);
  });

  test("how many different records there were is known about, whichever nights they came in", () => {
    const night = (from: number) =>
      shapesOf([
        answered(json({ items: Array.from({ length: 40 }, (_, at) => ({ id: from + at, name: "x" })) })),
      ]);
    const twice = location(merged(night(1), night(1)), "/items/*/name");
    expect(twice.parents).toBe(80);
    expect(twice.records).toBeGreaterThan(32);
    expect(twice.records).toBeLessThan(48);
    expect(location(merged(night(1), night(1001)), "/items/*/name").records).toBeGreaterThan(64);
  });
});

describe("what is kept of names", () => {
  test("the documents' own and those that a programmer would give", () => {
    const shapes = shapesOf([
      answered(
        json({
          giftCount: 1,
          "ann@example.org": 1,
          "Shirt size": "L",
          "4711": 1,
          c20250106: 1,
          [`f${"0".repeat(80)}`]: 1,
        }),
      ),
      answered(json({ ".issued": "x" }), { interface: "crm", operation: "issueToken" }),
    ]);
    expect(pointers(shapes)).toEqual([
      "",
      "/{number}",
      "/giftCount",
      "/{email}",
      "/{text}",
      "/{key}",
      "",
      "/.issued",
    ]);
    expect(JSON.stringify(shapes)).not.toMatch(/ann@|Shirt|4711|2025/);
  });

  test("behind the thousandth key of an object, the names that are known", () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`k${1000 + at}`, at]));
    const known = answered(json({ nickname: "x", items: [], total: 1 }));
    const large = answered(json({ ...many, giftCount: 1, nickname: "x", items: [], total: 1 }));
    const shapes = shapesOf([known, large]);
    expect(["/nickname", "/total", "/{key}"].map((pointer) => location(shapes, pointer).seen)).toEqual([
      2,
      2,
      1200 + 1,
    ]);
    // Nothing but the large object says that `giftCount` is a field.
    expect(pointers(shapes)).not.toContain("/giftCount");
  });

  test("a map's names stand under one, as the documents say", () => {
    const problem = {
      title: "t",
      status: 400,
      detail: "d",
      errors: { firstName: ["x"], lastName: ["y", "z"] },
    };
    const shapes = shapesOf([answered(json(problem), { status: 400 })]);
    expect(pointers(shapes)).toContain("/errors/*/*");
    expect(pointers(shapes)).not.toContain("/errors/firstName");
  });

  test("no value of a record is written", () => {
    const secretive = fc.record({
      id: fc.integer({ min: 100_000, max: 999_999 }),
      name: fc.string({ minLength: 8 }).map((text) => `vv${text}`),
      amount: fc.double({ min: 1000.5, max: 9000, noNaN: true }),
      custom: fc.dictionary(
        fc.emailAddress(),
        fc.string({ minLength: 8 }).map((text) => `ww${text}`),
        { minKeys: 1 },
      ),
    });
    fc.assert(
      fc.property(fc.array(secretive, { minLength: 1 }), (items) => {
        const text = JSON.stringify(shapesOf([answered(json({ items, total: items.length }))]));
        for (const { id, name, amount, custom } of items) {
          expect(text).not.toContain(String(id));
          expect(text).not.toContain(JSON.stringify(name).slice(1, -1));
          expect(text).not.toContain(String(amount));
          for (const [key, value] of Object.entries(custom)) {
            expect(text).not.toContain(key);
            expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
          }
        }
      }),
      tries(20, 40),
    );
  });
});

test("bodies nested too deeply to follow are counted as far as they go", () => {
  let body: unknown = 1;
  for (let depth = 0; depth < 5000; depth += 1) body = { inner: [body] };
  expect(() => shapesOf([answered(json(body))])).not.toThrow();
});

test("merging is linear: a million places take seconds, not minutes", () => {
  const locations = isNightly ? 1_000_000 : 15_000;
  const letters = (index: number): string =>
    `f_${index.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "q")}`;
  const wide = Object.fromEntries(Array.from({ length: 190 }, (_, index) => [letters(index), "x"]));
  const body = Object.fromEntries(Array.from({ length: 190 }, (_, index) => [letters(index), wide]));
  const shapes = createShapes(documentation);
  const perStatus = 190 * 191;
  for (let status = 200; (status - 200) * perStatus < locations; status += 1)
    shapes.add(answered(json(body), { status }));
  const sum = createShapes(documentation);
  const startedAt = performance.now();
  sum.merge(shapes);
  sum.merge(shapes);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  expect(pointers(sum).length).toBeGreaterThan(locations);
});
