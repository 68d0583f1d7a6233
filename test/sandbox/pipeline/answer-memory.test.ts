import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createManualClock } from "../../../src/sandbox/clock.ts";
import { keepAnswer, recallAnswer, watched } from "../../../src/sandbox/pipeline/answer-memory.ts";
import { openDatabase } from "../../../src/sandbox/store/database.ts";
import { sql } from "../../../src/sandbox/store/sql.ts";
import { bench, type Bench } from "../support.ts";

const answer = (text: string) => ({ status: 200, headers: {}, text });

describe("what was answered", () => {
  test("is kept until something is written", () => {
    const database = openDatabase();
    database.script(sql`create table one (id integer) strict`);
    keepAnswer(database, "a", answer("1"));
    expect(recallAnswer(database, "a")).toEqual(answer("1"));
    expect(recallAnswer(database, "b")).toBeUndefined();
    database.run(sql`insert into one values (1)`);
    expect(recallAnswer(database, "a")).toBeUndefined();
    database.close();
  });

  test("goes, the oldest first, where it comes to too much", () => {
    const database = openDatabase();
    const large = "x".repeat(3_000_000);
    for (const key of ["a", "b", "c"]) keepAnswer(database, key, answer(large));
    expect(["a", "b", "c"].map((key) => recallAnswer(database, key)?.text?.length)).toEqual([
      undefined,
      large.length,
      large.length,
    ]);
    keepAnswer(database, "d", answer(large.repeat(3)));
    expect(recallAnswer(database, "d")).toBeUndefined();
    expect(recallAnswer(database, "c")).toBeDefined();
    database.close();
  });

  test("hangs on the time when anybody asked for it", () => {
    const clock = watched(createManualClock(5));
    expect(clock.wasAsked).toBe(false);
    expect(clock.now()).toBe(5);
    expect(clock.wasAsked).toBe(true);
  });
});

interface Step {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
}

const day = 86_400_000;

const note = (text: string): Step => ({
  method: "PUT",
  path: "/crm/api/ContactNote/1",
  body: { type: "Call", note: text, important: true, private: false },
});

const donorsNamed = (value: string): Step => ({
  method: "POST",
  path: "/donation/api/Donor/query",
  body: { groups: [{ conjunct: 0, conditions: [{ parameter: "name", operator: 14, value }] }] },
});

const steps: readonly Step[] = [
  { path: "/crm/api/Contact/1" },
  { path: "/crm/api/Contact/ByReferenceId/A-1" },
  { path: "/crm/api/Webhook/1" },
  { path: "/crm/api/ContactMethodType" },
  { path: "/donation/api/Donor/list?Take=3" },
  { path: "/donation/api/Donor/list?Take=2&Skip=1&IncludeDetails=true" },
  { path: "/donation/api/Donor/list?Take=5&SortBy=id&Descending=true" },
  { path: "/donation/api/Campaign/list" },
  { path: "/donation/api/Campaign/list?Take=nothing" },
  { path: "/volunteer/v1/users" },
  { path: "/volunteer/v1/users/1" },
  donorsNamed("an"),
  donorsNamed("e"),
  note("first"),
  note("second"),
  {
    method: "PUT",
    path: "/donation/api/Campaign/replace",
    body: { id: 9, name: "Renamed", description: "Anew.", goal: 1, isActive: false },
  },
  { method: "PUT", path: "/volunteer/v1/groups/1", body: { name: "Renamed" } },
];

const credentials = {
  crm: ["apiKey", "limitedApiKey", "otherOrganizationApiKey"],
  donation: ["token", "limitedToken"],
  volunteer: ["token", "otherOrganizationToken"],
} as const;

type Served = keyof typeof credentials;

const asked = fc.constantFrom(...steps).chain((step) =>
  fc.record({
    step: fc.constant(step),
    // The first segment of every path above.
    credential: fc.constantFrom(...credentials[step.path.split("/")[1] as Served]),
    later: fc.constantFrom(0, 0, 0, day),
  }),
);

test("nobody can tell an answer that was kept from one that was made anew", { timeout: 60_000 }, async () => {
  const kept = bench();
  const anew = bench();
  let times = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 10, maxLength: 20 }), async (sequence) => {
      for (const { step, credential, later } of sequence) {
        times += 1;
        const [, name] = step.path.split("/") as [string, Served]; // as above
        const sent = { ...step, token: kept.credential(name, credential) };
        // A parameter that nobody knows makes each address one of a kind.
        const fresh = `${step.path}${step.path.includes("?") ? "&" : "?"}fresh=${times}`;
        const [one, other] = [await kept.ask(step.path, sent), await anew.ask(fresh, sent)];
        expect([one.status, one.text]).toEqual([other.status, other.text]);
        for (const { sandbox } of [kept, anew]) sandbox.clock.advance(later);
      }
    }),
    { numRuns: 25 },
  );
});

test("records that were made for one page serve another, in another order and without its details", async () => {
  const page = async (used: Bench, search: string): Promise<string> =>
    (await used.ask(`/donation/api/Donor/list?${search}`, { token: used.credential("donation", "token") }))
      .text;
  const searches = [
    "Take=3",
    "Take=3&IncludeDetails=true",
    "Take=4&Skip=1&SortBy=name",
    "Take=3&SortBy=id&Descending=true",
  ];
  const warm = bench();
  for (const search of ["Take=250", "Take=250&IncludeDetails=true"]) await page(warm, search);
  for (const search of searches) expect(await page(warm, search)).toBe(await page(bench(), search));
});
