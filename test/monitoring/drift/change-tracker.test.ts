import { describe, expect, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import type { DriftVerdict } from "../../../src/monitoring/drift/change-tracker.ts";
import { createShapes, shapesFromJson } from "../../../src/core/shapes/shapes.ts";
import { createValueDigest } from "../../../src/core/shapes/value-digest.ts";
import type { Drift } from "../../../src/core/model/drift.ts";
import type { Body, Exchange } from "../../../src/core/model/exchange.ts";
import { acceptance, answered, createRuns as createNights, json } from "./support.ts";

type Donor = Readonly<Record<string, unknown>>;

const donors = (
  from: number,
  count: number,
  change: (donor: Donor, at: number) => Donor = (donor) => donor,
) =>
  Array.from({ length: count }, (_, at) =>
    change({ id: from + at, name: `n${from + at}`, created: "2025-01-06T09:00:00Z", active: true }, at),
  );

const withoutActive = (donor: Donor): Donor =>
  Object.fromEntries(Object.entries(donor).filter(([name]) => name !== "active"));

const page = (items: readonly Donor[], options = {}): Exchange =>
  answered(json({ items, total: items.length }), { label: "list", ...options });

const numbers = Array.from({ length: 12 }, (_, at) => at);

/** Twelve answers to lists, each of other donors. */
const lists = (options = {}): readonly Exchange[] =>
  numbers.map((at) =>
    answered(json({ items: donors(at * 5, 5), total: 5 }), { label: `list ${at}`, ...options }),
  );

const reported = ({ drift }: DriftVerdict): readonly string[] =>
  drift.filter(({ state }) => state === "new").map(({ kind, pointer }) => `${kind} ${pointer}`.trim());

const states = ({ drift }: DriftVerdict): readonly string[] =>
  drift.map(({ state, kind, pointer }) => `${state} ${kind} ${pointer}`.trim());

const one = ({ drift }: DriftVerdict): Drift => {
  const [first] = drift;
  if (first === undefined) throw new Error("nothing was reported");
  return first;
};

const quietNights = (count: number, size = 40) => {
  const nights = createNights();
  for (let at = 0; at < count; at += 1) nights.next([page(donors(1 + at * size, size))]);
  return nights;
};

/** What is reported of a night after four others. */
const reportedAfter = (
  usual: readonly Exchange[],
  night: readonly Exchange[],
  { next } = createNights(),
): readonly string[] => {
  for (let at = 0; at < 4; at += 1) expect(states(next(usual))).toEqual([]);
  return reported(next(night));
};

const changes: readonly [string, string, (donor: Donor, at: number) => Donor][] = [
  ["a new field", "field-added /items/*/nickname", (donor) => ({ ...donor, nickname: "x" })],
  ["a field gone", "field-removed /items/*/active", withoutActive],
  ["another type", "type-changed /items/*/id", (donor) => ({ ...donor, id: `${String(donor["id"])}x` })],
  [
    "nulls",
    "null-appeared /items/*/name",
    (donor, at) => ({ ...donor, name: at % 9 === 0 ? null : donor["name"] }),
  ],
  [
    "absence in some records",
    "presence-dropped /items/*/active",
    (donor, at) => (at % 4 === 0 ? withoutActive(donor) : donor),
  ],
  [
    "another form of text",
    "format-changed /items/*/created",
    (donor) => ({ ...donor, created: "2025-01-06T09:00:00" }),
  ],
];

describe("what a run reports", () => {
  test("the first night is the baseline, and nights like it are quiet", () => {
    const { next } = createNights();
    expect(next([page(donors(1, 40))])).toMatchObject({ isBaseline: true, drift: [] });
    expect(next([page(donors(41, 40))])).toMatchObject({ isBaseline: false, drift: [] });
    expect(next([page(donors(11, 60))])).toMatchObject({ drift: [] });
  });

  test.each(changes)("%s: once as new, then as standing, then as gone", (_, expected, change) => {
    const { next } = quietNights(5);
    expect(reported(next([page(donors(300, 40, change))]))).toEqual([expected]);
    const second = next([page(donors(400, 40, change))]);
    expect(reported(second)).toEqual([]);
    expect(states(second)).toEqual([`standing ${expected}`]);
    expect(one(second)).toMatchObject({ nights: 2, firstSeen: "2025-01-06T02:00:00.000Z" });
    const gone = Array.from({ length: 8 }, (__, at) => next([page(donors(500 + at * 40, 40))])).map(states);
    expect(gone.flat().filter((state) => state.startsWith("gone"))).toEqual([`gone ${expected}`]);
    expect(gone.at(-1)).toEqual([]);
    expect(states(next([page(donors(900, 40, change))]))).toEqual([`back ${expected}`]);
  });

  test("a change on one status alone", () => {
    const problem = (status: unknown, at: number) =>
      answered(json({ title: "t", status, detail: `d${at}` }), { status: 404, label: `p${at}` });
    const { next } = createNights();
    const night = (status: unknown): DriftVerdict =>
      next([page(donors(1, 20)), ...Array.from({ length: 6 }, (_, at) => problem(status, at))]);
    for (let at = 0; at < 3; at += 1) expect(states(night(404))).toEqual([]);
    const verdict = night("404");
    expect(reported(verdict)).toEqual(["type-changed /status"]);
    expect(one(verdict)).toMatchObject({ status: 404, before: "integer", now: "string", impact: "breaking" });
  });

  test("statuses, forms of errors, headers, rates and latency", () => {
    const headers = { "content-type": "application/json", "x-ratelimit-limit": "5000" };
    const refused = (at: number, body: unknown = { title: "t", status: 400, detail: `d${at}` }) =>
      answered(json(body), { operation: "queryDonors", status: 400, label: `bad ${at}` });
    const night = (options = {}, body?: unknown) => [
      ...lists({ headers, ...options }),
      ...numbers.map((at) => refused(at, body)),
    ];
    const kinds = (exchanges: readonly Exchange[]) => reportedAfter(night(), exchanges);
    expect(kinds(night({}, { message: "no" }))).toEqual(["error-form-changed"]);
    expect(kinds(night({ elapsedMs: 2000 }))).toEqual(["latency-changed"]);
    expect(kinds(night({ status: 204 }))).toEqual(["status-changed"]);
    const limited = { "content-type": "application/json", "x-ratelimit-limit": "1500", "x-new": "1" };
    expect(kinds(night({ headers: limited })).toSorted()).toEqual(["header-appeared", "rate-changed"]);
  });
});

const crmForms: readonly [string, Body][] = [
  ["the envelope", json({ error: { code: "NOT_FOUND", message: "No.", details: [] } })],
  ["a message", json({ message: "No." })],
  ["a message with a model state", json({ message: "No.", modelState: {} })],
  ["another object", json({ Error: { code: "NOT_FOUND", message: "No." } })],
  ["a problem", json({ title: "No.", status: 404 })],
  ["text", { kind: "text", text: "No." }],
  ["a web page", { kind: "text", text: "<!doctype html><p>No.</p>" }],
  ["nothing", { kind: "empty" }],
];

test.each(
  crmForms.flatMap(([from, before]) =>
    crmForms.filter(([to]) => to !== from).map(([to, now]) => [from, to, before, now] as const),
  ),
)("an error of the CRM that changes from %s to %s is reported", (_from, _to, before, now) => {
  const night = (body: Body) =>
    numbers.map((at) =>
      answered(body, { interface: "crm", operation: "getContact", status: 404, label: `unknown ${at}` }),
    );
  const crm = { interface: "crm", address: "https://crm.example.org", organization: "default" } as const;
  const found = reportedAfter(night(before), night(now), createNights(crm));
  expect(found).toContain("error-form-changed");
});

describe("latency", () => {
  /** What each night shows, after four on which answers take 40 ms. */
  const after = (nights: readonly number[]) => {
    const { next } = createNights();
    for (let at = 0; at < 4; at += 1) expect(next(lists({ elapsedMs: 40 })).drift).toEqual([]);
    return nights.map((elapsedMs) =>
      next(lists({ elapsedMs })).drift.map(
        ({ impact, confidence, state }) => `${impact} ${confidence} ${state}`,
      ),
    );
  };

  test("of 5 s in place of 40 ms is a breaking change of the first night, and gone when it is over", () => {
    expect(after([5000, 5000, 40, 40])).toEqual([
      ["breaking confirmed new"],
      ["breaking confirmed standing"],
      ["breaking confirmed gone"],
      [],
    ]);
  });

  test("of a busy machine is no change; of a machine that stays so it is one of the second night", () => {
    const tentative = ["informational inconclusive inconclusive"];
    expect(after([150, 40, 200, 40])).toEqual([tentative, [], tentative, []]);
    expect(after([400, 400])).toEqual([tentative, ["informational confirmed new"]]);
  });
});

test("a header that only refusals have is new where refusals were seen without it", () => {
  const refused = (headers: Readonly<Record<string, string>>) =>
    numbers.map((at) => answered(json({ title: "t" }), { status: 401, label: `refused ${at}`, headers }));
  const { "content-type": plain, challenged } = {
    "content-type": { "content-type": "application/json" },
    challenged: { "content-type": "application/json", "www-authenticate": "Bearer" },
  };
  const shown = (nights: readonly (readonly Exchange[])[]) => {
    const { next } = createNights();
    return nights.map((night) => reported(next([...lists(), ...night]))).at(-1);
  };
  expect(shown([[], [], [], refused(challenged)])).toEqual([]);
  expect(shown([[], refused(plain), refused(plain), refused(challenged)])).toEqual(["header-appeared"]);
});

describe("how sure it is", () => {
  test("absent in three of three is no removal, and what would settle it is reported", () => {
    const { next } = quietNights(5);
    const gone = withoutActive;
    const first = next([page(donors(300, 3, gone))]);
    expect(one(first)).toMatchObject({
      kind: "field-removed",
      confidence: "likely",
      severity: "warning",
      moreSamples: 26,
    });
    const second = next([page(donors(310, 26, gone))]);
    expect(one(second)).toMatchObject({ state: "standing", confidence: "confirmed", severity: "error" });
    expect(one(second).moreSamples).toBeUndefined();
  });

  test("absence that spreads is drift, although its first records have become part of the past", () => {
    const { next } = createNights();
    const lacking = (count: number) => [
      page(donors(1, 13, (donor, at) => (at < count ? withoutActive(donor) : donor))),
    ];
    for (let at = 0; at < 3; at += 1) next(lacking(0));
    const first = next(lacking(1));
    const second = next(lacking(1));
    expect([first, second].map(states)).toEqual([
      ["inconclusive presence-dropped /items/*/active"],
      ["inconclusive presence-dropped /items/*/active"],
    ]);
    expect(one(second).chance).toBeCloseTo(one(first).chance, 3);
    expect(reported(next(lacking(3)))).toEqual(["presence-dropped /items/*/active"]);
  });

  test("where hardly anything varies, one null among known records is likely; where much does, it is not", () => {
    const fields = Array.from({ length: 30 }, (_, at) => `field${String.fromCodePoint(97 + (at % 26))}${at}`);
    const varied = (donor: Donor, at: number): Donor => ({
      ...donor,
      ...Object.fromEntries(fields.map((name, of) => [name, (at + of) % 2 === 0 ? null : "x"])),
    });
    const tellsOf = (usual: (donor: Donor, at: number) => Donor): readonly string[] => {
      const withNull = (donor: Donor, at: number) => ({
        ...usual(donor, at),
        name: at === 7 ? null : donor["name"],
      });
      return reportedAfter([page(donors(1, 60, usual))], [page(donors(1, 60, withNull))]);
    };
    expect(tellsOf((donor) => donor)).toEqual(["null-appeared /items/*/name"]);
    expect(tellsOf(varied)).toEqual([]);
  });

  test("what some records lack without details is nothing new with them", () => {
    const detailed = {
      label: "details",
      url: "https://donations.example.org/api/Donor/list?includeDetails=true",
    };
    const tellsOf = (usual: (donor: Donor, at: number) => Donor): readonly string[] => {
      const night = (withDetails: (donor: Donor, at: number) => Donor) => [
        page(donors(1, 60, usual)),
        page(donors(1, 20, withDetails), detailed),
      ];
      const withNull = (donor: Donor, at: number) => (at % 5 === 0 ? { ...donor, name: null } : donor);
      return reportedAfter(
        night((donor) => donor),
        night(withNull),
      );
    };
    expect(tellsOf((donor) => donor)).toEqual(["null-appeared /items/*/name"]);
    expect(tellsOf((donor, at) => (at % 9 === 8 ? { ...donor, name: null } : donor))).toEqual([]);
    // So many are new all the same.
    expect(tellsOf((donor, at) => (at % 30 === 29 ? { ...donor, name: null } : donor))).toEqual([
      "null-appeared /items/*/name",
    ]);
  });

  test("many gifts of one donor are one sight of it", () => {
    const gifts = (donorOf: (at: number) => Donor): Exchange =>
      answered(
        json({ items: Array.from({ length: 20 }, (_, at) => ({ id: at, donor: donorOf(at) })), total: 20 }),
        {
          operation: "listGifts",
          label: "gifts",
          url: "https://donations.example.org/api/Gift/list",
        },
      );
    const usual = (at: number): Donor => ({ id: at % 7, email: `d${at % 7}@example.org` });
    const tellsOf = (donorOf: (at: number) => Donor) => reportedAfter([gifts(usual)], [gifts(donorOf)]);
    const withoutEmail = (lacks: (id: number) => boolean) => (at: number) =>
      lacks(at % 7) ? { id: at % 7, email: null } : usual(at);
    expect(tellsOf(withoutEmail((id) => id < 6))).toEqual(["null-appeared /items/*/donor/email"]);
    expect(tellsOf(withoutEmail((id) => id === 6))).toEqual([]);
    // A donor who is new has given most of what is listed.
    expect(tellsOf((at) => (at < 12 ? { id: 9, email: null } : usual(at)))).toEqual([]);
  });

  test("a null after few samples is inconclusive, not drift", () => {
    const { next } = quietNights(1, 30);
    const verdict = next([
      page(donors(100, 30, (donor, at) => (at === 3 ? { ...donor, name: null } : donor))),
    ]);
    expect(verdict.counts).toMatchObject({ new: 0, inconclusive: 1, breaking: 0 });
    expect(one(verdict)).toMatchObject({
      confidence: "inconclusive",
      severity: "info",
      kind: "null-appeared",
    });
    expect(one(verdict).settledBy).toBe("30 samples before it are too few to distinguish it from chance");
  });

  test("the same records night after night are no more evidence than one night of them", () => {
    const { next } = createNights();
    for (let night = 0; night < 20; night += 1) next([page(donors(1, 12))]);
    const grown = next([page([...donors(1, 12), { ...donors(900, 1)[0], name: null }])]);
    expect(reported(grown)).toEqual([]);
  });

  test("a first null among many is reported at once", () => {
    const { next } = quietNights(8, 50);
    const verdict = next([
      page(donors(900, 50, (donor, at) => (at === 7 ? { ...donor, name: null } : donor))),
    ]);
    expect(reported(verdict)).toEqual(["null-appeared /items/*/name"]);
    expect(one(verdict)).toMatchObject({ confidence: "likely", impact: "breaking", severity: "warning" });
  });
});

describe("accepting", () => {
  test("moves the baseline: the new is usual, and the old would be drift again", () => {
    const { tracker, next } = quietNights(5);
    const texts = (donor: Donor): Donor => ({ ...donor, id: `x${String(donor["id"])}` });
    const { fingerprint } = one(next([page(donors(300, 40, texts))]));
    expect(tracker.accept("0123456789ab", acceptance)).toBe(false);
    expect(tracker.accept(fingerprint, acceptance)).toBe(true);
    expect(states(next([page(donors(400, 40, texts))]))).toEqual([]);
    expect(reported(next([page(donors(500, 40))]))).toEqual(["type-changed /items/*/id"]);
  });

  test.each(changes)("%s stays quiet from then on", (_, __, change) => {
    const { tracker, next } = quietNights(5);
    const { fingerprint } = one(next([page(donors(300, 40, change))]));
    tracker.accept(fingerprint, acceptance);
    for (let at = 0; at < 4; at += 1)
      expect(states(next([page(donors(400 + at * 40, 40, change))]))).toEqual([]);
  });
});

test("operations that were not asked tonight are reported, and their drift stands", () => {
  const { next } = quietNights(5);
  next([page(donors(300, 40, (donor) => ({ ...donor, nickname: "x" })))]);
  const verdict = next([answered(json({ items: [], total: 0 }), { operation: "listGifts" })]);
  expect(verdict.notSampled).toEqual(["listDonors"]);
  expect(states(verdict)).toEqual(["standing field-added /items/*/nickname"]);
});

describe("a text that takes few values, none of which the OpenAPI documents list", () => {
  const kinds = ["gold", "silver", "bronze"];
  const ofKind =
    (of: (at: number) => string) =>
    (donor: Donor, at: number): Donor => ({ ...donor, kind: of(at) });
  const usual = ofKind((at) => kinds[at % 3] ?? "");
  const withFourth = ofKind((at) => (at % 3 === 0 ? "platinum" : (kinds[at % 2] ?? "")));
  const night = (at: number, change: (donor: Donor, at: number) => Donor) => [
    page(donors(1 + at * 60, 60, change)),
  ];
  const withPast = () => {
    const nights = createNights();
    for (const at of [0, 1]) expect(reported(nights.next(night(at, usual)))).toEqual([]);
    return nights;
  };

  test("is reported on the first night on which a third has another one, stands, and is gone", () => {
    const { next } = withPast();
    const first = next(night(2, withFourth));
    expect(one(first)).toMatchObject({
      kind: "value-added",
      pointer: "/items/*/kind",
      before: "one of 3 values",
      now: "another value",
      impact: "additive",
      confidence: "confirmed",
      state: "new",
      seenSince: { count: 20, of: 60 },
    });
    expect(states(next(night(3, withFourth)))).toEqual(["standing value-added /items/*/kind"]);
    const later = [4, 5, 6].flatMap((at) => states(next(night(at, usual))));
    expect(later).toContain("gone value-added /items/*/kind");
  });

  test("is usual with it once it is accepted, and another one is new again", () => {
    const { next, tracker } = withPast();
    const { fingerprint } = one(next(night(2, withFourth)));
    expect(tracker.accept(fingerprint, acceptance)).toBe(true);
    for (const at of [3, 4, 5]) expect(reported(next(night(at, withFourth)))).toEqual([]);
    const withFifth = ofKind((at) => (at % 3 === 0 ? "iron" : (kinds[at % 2] ?? "")));
    expect(reported(next(night(6, withFifth)))).toEqual(["value-added /items/*/kind"]);
  });

  test.each<[string, (donor: Donor, at: number) => Donor]>([
    ["few records have another one", ofKind((at) => (at < 6 ? "platinum" : (kinds[at % 3] ?? "")))],
    ["every record has its own", ofKind((at) => `kind ${at}`)],
    ["nothing is new", usual],
  ])("is quiet where %s", (_, change) => {
    const { next } = withPast();
    for (const at of [2, 3, 4]) expect(reported(next(night(at, change)))).toEqual([]);
  });

  test("leaves no value in what is stored, and nothing at all of texts that take many", () => {
    const shapes = createShapes(documentation, { once: true, digest: createValueDigest("key") });
    for (const exchange of night(0, usual)) shapes.add(exchange);
    const text = JSON.stringify(shapes);
    expect(text).not.toMatch(/gold|silver|bronze|n1\b/);
    const digests = [...text.matchAll(/"v":\[(\[[^\]]*\],?)+\]/g)].map(([found]) => found);
    expect(digests).toHaveLength(1);
    expect(digests[0]).toMatch(/^"v":\[\["[\w-]{3}",20\],\["[\w-]{3}",20\],\["[\w-]{3}",20\]\]$/);
    const read = shapesFromJson(JSON.parse(text), documentation);
    expect(JSON.stringify(read)).toBe(text);
  });
});
