import { describe, expect, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import type { Drift } from "../../../src/core/model/drift.ts";
import type { Call } from "../../../src/core/model/exchange.ts";
import { configured } from "../../../src/core/model/secret.ts";
import type { Target } from "../../../src/core/run/target.ts";
import { createFollowUp } from "../../../src/monitoring/run/drift-follow-up.ts";
import { createRequestExamples } from "../../../src/monitoring/drift/request-examples.ts";
import type { InterfaceSample } from "../../../src/monitoring/run/drift-samples.ts";

const main = "donation.credentials.token";

const calls = (operation: string): readonly Call[] =>
  Array.from({ length: 40 }, (_, at) => ({
    operation,
    label: `${operation} ${at}`,
    authorization: { kind: "secret" as const, secret: configured(at % 2 === 0 ? main : "another") },
  }));

const asksOf = ["listDonors", "listGifts", "queryGifts"].flatMap(calls);

interface Past {
  readonly known?: readonly string[];
  readonly inconclusive?: readonly string[];
  readonly fresh?: readonly Drift[];
}

const startedAt = "2025-01-06T02:00:00.000Z";
const target = { interface: "donation", address: "https://d.example.org", organization: "default" };

/** A follow-up whose calls are all answered well, but for operations that never are. */
const followed = (
  past: Past,
  good: Readonly<Record<string, number>> = {},
  budget = 300,
  used = 0,
  seen: Partial<Pick<InterfaceSample, "good" | "statuses" | "failures">> = {},
) => {
  const asked: (readonly Call[])[] = [];
  let requests = used;
  const sample: InterfaceSample = {
    shapes: createShapes(documentation),
    main: { path: main, shown: "$TOKEN" },
    requests: 0,
    examples: createRequestExamples(),
    good: 1,
    goodOf: new Map(Object.entries(good)),
    statuses: new Set(),
    failures: new Set(),
    ...seen,
  };
  const follow = createFollowUp({
    // What a follow-up reads of a target.
    target: { budget, requests: () => requests } as Target,
    past: () => ({
      outlook: { known: past.known ?? [], inconclusive: past.inconclusive ?? [] },
      freshIn: async () => past.fresh ?? [],
    }),
    samples: new Map([["donation", sample]]),
    seed: 1,
    ask: async (isAsked) => {
      const some = asksOf.filter(isAsked);
      requests += some.length;
      asked.push(some);
    },
  });
  return { follow, asked: () => asked, requests: () => requests };
};

const operationsIn = (some: readonly Call[] = []): readonly string[] => [
  ...new Set(some.map(({ operation }) => operation)),
];

const fresh: Drift = {
  fingerprint: "0123456789ab",
  target,
  kind: "type-changed",
  impact: "breaking",
  severity: "warning",
  operation: "listGifts",
  status: 200,
  variant: "",
  pointer: "/items/*/id",
  message: "",
  before: "integer",
  now: "string",
  seenBefore: { count: 0, of: 9 },
  seenSince: { count: 1, of: 1 },
  chance: 0.01,
  confidence: "likely",
  state: "new",
  firstSeen: startedAt,
  lastSeen: startedAt,
  nights: 1,
};

describe("what a drift run asks beside its checks", () => {
  test("nothing in the first run, which has the whole budget", async () => {
    const { follow, asked } = followed({});
    await follow.before();
    await follow.after([]);
    expect(asked()).toEqual([]);
    expect(follow.target.budget).toBe(300);
  });

  test("first what is inconclusive, with a part of what the checks are not given", async () => {
    const { follow, asked } = followed({ known: ["listGifts"], inconclusive: ["queryGifts", "listDonors"] });
    await follow.before();
    expect(operationsIn(asked()[0]).toSorted()).toEqual(["listDonors", "queryGifts"]);
    expect(follow.target.budget).toBe(252);
    expect(follow.target.left?.()).toBe(252 - (asked()[0]?.length ?? 0));
  });

  test.each([
    ["an interface that no check had a turn for is asked", {}, true],
    ["one that only refuses is not", { statuses: new Set([500]) }, false],
    ["one that does not answer is not", { failures: new Set(["it took too long"]) }, false],
  ])("%s", async (_, seen, isAsked) => {
    const { follow, asked } = followed({ known: ["listGifts"] }, {}, 300, 0, { good: 0, ...seen });
    await follow.after([]);
    expect(asked().length > 0).toBe(isAsked);
  });

  test("nothing of an interface in an outage, whatever it answered", async () => {
    const { follow, asked } = followed({ known: ["listGifts"], fresh: [fresh] });
    await follow.after(["donation"]);
    expect(asked()).toEqual([]);
  });

  test("an operation of earlier runs that the checks left out, with the main credential", async () => {
    const { follow, asked } = followed({ known: ["listDonors", "queryGifts"] }, { listDonors: 5 });
    await follow.after([]);
    const [sampled = []] = asked();
    expect(operationsIn(sampled)).toEqual(["queryGifts"]);
    expect(sampled.map(({ authorization }) => authorization)).toEqual(
      sampled.map(() => ({ kind: "secret", secret: configured(main) })),
    );
  });

  test("a breaking change that is new and not confirmed, and no other", async () => {
    const { follow, asked } = followed(
      {
        known: ["listDonors", "listGifts", "queryGifts"],
        fresh: [
          fresh,
          { ...fresh, operation: "queryGifts", confidence: "confirmed" },
          { ...fresh, operation: "listDonors", impact: "additive" },
        ],
      },
      { listDonors: 9, listGifts: 9, queryGifts: 9 },
    );
    await follow.after([]);
    expect(asked().slice(-2).map(operationsIn)).toEqual([["listGifts"], ["listGifts"]]);
  });

  test.each([0, 1, 3, 20])("no more than the budget has left: %i", async (left) => {
    const { follow, requests } = followed(
      { known: ["listGifts", "queryGifts"], inconclusive: ["listDonors"], fresh: [fresh] },
      {},
      300,
      300 - left,
    );
    await follow.before();
    await follow.after([]);
    expect(requests()).toBeLessThanOrEqual(300);
  });
});
