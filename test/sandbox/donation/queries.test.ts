import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnNames } from "../../../src/sandbox/store/donation/kind.ts";
import { integerOf, type OperatorName } from "../../../src/sandbox/store/operators.ts";
import { queryTypeOfKind, queryTypes } from "../../../src/sandbox/store/donation/kinds.ts";
import {
  donationBench,
  type DonationBench,
  expectRefused,
  type Json,
  kindNamed,
  type Meant,
  type MeantGroup,
  queriedKinds,
  queryOperations,
} from "./donation-bench.ts";
import { tries } from "../../nightly.ts";
import { codePoint } from "../../code-point.ts";

const total = async (bench: DonationBench, wanted: MeantGroup): Promise<number> =>
  (await bench.match("gift", wanted)).total;

describe("groups", () => {
  it("at the top are joined by AND, and those without members are passed over", async () => {
    const bench = donationBench();
    const first: Meant = { parameter: "status", operator: "equals", value: "Approved" };
    const second: Meant = { parameter: "amount", operator: "greaterThan", value: 99.99 };
    const joined = await total(bench, { all: [first, second] });
    const groups = [...bench.groups({ any: [first] }), ...bench.groups({ any: [second] })];
    expect((await bench.query("gift", { groups })).total).toBe(joined);
    const hollow = { conjunct: 1, conditions: [], groups: [{ conjunct: 0 }] };
    expect((await bench.query("gift", { groups: [...groups, hollow] })).total).toBe(joined);
    expect((await bench.query("gift", { groups: [hollow] })).total).toBe((await bench.query("gift")).total);
    const [withHollow] = bench.groups({ any: [first] });
    expect((await bench.query("gift", { groups: [{ ...withHollow, groups: [hollow] }] })).total).toBe(
      await total(bench, { all: [first] }),
    );
  });
});

describe("a group without a conjunct", () => {
  it("asks for all of its conditions", async () => {
    const bench = donationBench();
    const conditions: readonly Meant[] = [
      { parameter: "status", operator: "equals", value: "Approved" },
      { parameter: "amount", operator: "greaterThan", value: 99.99 },
    ];
    const [whole] = bench.groups({ all: conditions });
    const { conjunct: _, ...rest } = { conjunct: 0, ...whole };
    expect((await bench.query("gift", { groups: [rest] })).total).toBe(
      await total(bench, { all: conditions }),
    );
  });
});

describe("hostile values", () => {
  const hostile = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.constantFrom(
      "' or 1=1 --",
      '"; drop table donation_gift; --',
      "%",
      "_",
      "\\",
      "\0",
      "a\0b",
      "*",
      "[a-z]",
      "?",
      "$1",
      ")",
      "🎉".repeat(9),
    ),
  );

  it("are kept and found by the filter, and change nothing else", async () => {
    const bench = donationBench();
    const id = bench.scratch("campaign")["id"];
    const before = (await bench.query("campaign", { take: 1000 })).items.filter((item) => item["id"] !== id);
    await fc.assert(
      fc.asyncProperty(hostile, async (name) => {
        const answer = await bench.call("replaceCampaign", { body: { id, name } });
        const isStorable = !name.includes("\0") && name.isWellFormed();
        expect(answer.status).toBe(isStorable ? 200 : 400);
        if (!isStorable) return;
        expect(answer.at("/name")).toBe(name);
        if (name.trim() !== "" && !name.includes("\u001F")) {
          expect(
            (await bench.list("campaign", { filter: name, take: 1000 })).items.map((item) => item["id"]),
          ).toContain(id);
        }
      }),
      { ...tries(40, 120), examples: [["\uD800"], [""]] },
    );
    const after = (await bench.query("campaign", { take: 1000 })).items.filter((item) => item["id"] !== id);
    expect(after).toEqual(before);
  });

  it("may be a megabyte long", async () => {
    const bench = donationBench();
    const value = "%_'".repeat(350_000);
    for (const operator of ["equals", "contains", "startsWith", "endsWith", "anyOf"] as const) {
      expect(await bench.match("donor", { all: [{ parameter: "name", operator, value }] })).toEqual({
        total: 0,
        ids: [],
      });
    }
  });
});

describe("columns", () => {
  it.each(queriedKinds)("of %ss: each can be chosen alone, and then nothing else is shown", async (kind) => {
    const bench = donationBench();
    for (const name of columnNames(kindNamed(kind), bench.assumptions)) {
      const { items } = await bench.query(kind, { selectedColumns: [name], includeDetails: true });
      expect(new Set(items.flatMap((item) => Object.keys(item)))).toEqual(new Set([name]));
    }
  });

  it("show all when none is chosen", async () => {
    const bench = donationBench();
    expect(await bench.query("donor", { selectedColumns: [] })).toEqual(await bench.query("donor"));
    expect(await bench.query("donor")).toEqual(await bench.list("donor"));
  });

  it("give a gift's metadata in their order, as a person reads them", async () => {
    const { query } = donationBench();
    const [gift] = (
      await query("gift", { selectedColumns: ["status", "amount", "metadata"], sortBy: "amount" })
    ).items;
    const amount = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(
      Number(gift?.["amount"]),
    );
    expect(gift?.["metadata"]).toEqual([gift?.["status"], amount]);
  });
});

describe("names as people read them", () => {
  const wanted = { selectedColumns: ["Donor Name", "Gift Amount", "Gift Id", "Created Date", "metadata"] };
  const written = { parameter: "Gift Status", operator: "equals", value: "Approved" } as const;

  it("choose columns and compare as those of records do", async () => {
    const bench = donationBench();
    const exact = ["donorName", "amount", "id", "createdDate", "metadata"];
    const all = [{ ...written, parameter: "status" }];
    const meant = { selectedColumns: exact, groups: bench.groups({ all }), sortBy: "createdDate" };
    const read = { ...wanted, groups: bench.groups({ all: [written] }), sortBy: "createdate" };
    const page = await bench.query("gift", read);
    expect(page).toEqual(await bench.query("gift", meant));
    expect(page.items[0]?.["metadata"]).toHaveLength(4);
  });

  it("are unknown where only names of records are", async () => {
    const bench = donationBench({ assumptions: { "U-34": "exact" } });
    const asked = (body: Json) => {
      const queryType = queryTypeOfKind(kindNamed("gift"), bench.assumptions);
      return bench.call("queryGifts", { body: { queryType, ...body } });
    };
    expectRefused(await asked({ selectedColumns: ["ID"] }), "selectedColumns[0]");
    expectRefused(await asked({ sortBy: "createdate" }), "sortBy");
    const groups = bench.groups({ all: [written] });
    expectRefused(await asked({ groups }), "groups[0].conditions[0].parameter");
  });
});

describe("an operator by its name", () => {
  const named = (operator: string): Json => ({
    groups: [
      {
        conditions: [{ parameter: "amount", operator, value: 99.99 }],
        groups: [{ conditions: [{ parameter: "status", operator: "IsAnyOf", values: ["Approved"] }] }],
      },
    ],
  });

  it("is refused, as integers are stated", async () => {
    const bench = donationBench();
    const queryType = queryTypeOfKind(kindNamed("gift"), bench.assumptions);
    const answer = await bench.call("queryGifts", { body: { queryType, ...named("GreaterThan") } });
    expect(answer.status).toBe(400);
  });

  it("compares as its integer where names are accepted, which stays accepted", async () => {
    const bench = donationBench({ assumptions: { "U-13.names": "accepted", "U-13": "permutation:3" } });
    const all: readonly Meant[] = [
      { parameter: "amount", operator: "greaterThan", value: 99.99 },
      { parameter: "status", operator: "anyOf", values: ["Approved"] },
    ];
    const byInteger = await bench.query("gift", { groups: bench.groups({ all }) });
    expect(byInteger.total).toBeGreaterThan(0);
    for (const name of ["GreaterThan", "greaterThan"])
      expect(await bench.query("gift", named(name))).toEqual(byInteger);
    const queryType = queryTypeOfKind(kindNamed("gift"), bench.assumptions);
    const unknown = await bench.call("queryGifts", { body: { queryType, ...named("Resembles") } });
    expect(unknown.status).toBe(400);
  });
});

describe("queries that are refused", () => {
  /** What is refused, by the field that is named; a condition is the only one, by what its operator means. */
  const refused: Readonly<Record<string, readonly Json[]>> = {
    queryType: [
      { queryType: undefined },
      { queryType: 10 },
      { queryType: "0" },
      { queryType: 3 },
      { queryType: 9 },
    ],
    take: [{ take: -1 }],
    sortBy: [{ sortBy: "amount" }],
    "selectedColumns[1]": [{ selectedColumns: ["id", "nosuch"] }],
    // One that is not shown to anybody, and the name of a gift's column.
    "selectedColumns[0]": [{ selectedColumns: ["search"] }, { selectedColumns: ["Gift Amount"] }],
    "groups[0].conjunct": [{ groups: [{ conjunct: 2 }] }],
    "condition.operator": [
      { parameter: "name", operator: 30, value: "x" },
      { parameter: "name", operator: "lessThan", value: "x" },
    ],
    "condition.parameter": [{ parameter: "amount", operator: 0, value: 1 }],
    "condition.value": [
      { parameter: "name", operator: "equals" },
      { parameter: "name", operator: "equals", value: null },
      { parameter: "lifetimeGiving", operator: "equals", value: "ten" },
      { parameter: "lifetimeGiving", operator: "equals", value: "1e2" },
      { parameter: "createdDate", operator: "onDay", value: "2025-02-29" },
      { parameter: "createdDate", operator: "equals", value: "2025-02-01T24:00:00Z" },
      // Half of a character.
      { parameter: "name", operator: "equals", value: "\uD800" },
      { parameter: "createdDate", operator: "inLastDays", value: 1.5 },
      { parameter: "createdDate", operator: "inLastDays", value: 1e9 },
      { parameter: "id", operator: "between", secondaryValue: 1 },
      { parameter: "name", operator: "isSet", value: "x" },
    ],
    "condition.values": [
      { parameter: "name", operator: "anyOf", values: [] },
      { parameter: "name", operator: "equals", values: ["a", "b"] },
      { parameter: "name", operator: "anyOf", value: "a", values: ["b"] },
    ],
    "condition.values[1]": [
      { parameter: "id", operator: "anyOf", values: [1, "x"] },
      { parameter: "id", operator: "noneOf", values: [1, null] },
    ],
    "condition.secondaryValue": [
      { parameter: "id", operator: "between", value: 1 },
      { parameter: "id", operator: "between", values: [1, 2] },
      { parameter: "id", operator: "equals", value: 1, secondaryValue: 2 },
    ],
    // More conditions than anybody asks.
    groups: [
      {
        groups: [
          {
            conjunct: 1,
            conditions: Array.from({ length: 501 }, () => ({ parameter: "id", operator: 0, value: 1 })),
          },
        ],
      },
    ],
  };

  it.each(Object.entries(refused))("name %s", async (named, bodies) => {
    const bench = donationBench();
    const field = named.replace("condition", "groups[0].conditions[0]");
    for (const { operator, ...rest } of bodies) {
      const integer =
        typeof operator === "string" ? integerOf(operator as OperatorName, bench.assumptions) : operator; // as above
      const body = named.startsWith("condition")
        ? { groups: [{ conjunct: 0, conditions: [{ operator: integer, ...rest }] }] }
        : rest;
      const answer = await bench.call("queryDonors", {
        body: { queryType: queryTypeOfKind(kindNamed("donor"), bench.assumptions), ...body },
      });
      expectRefused(answer, field, rest);
    }
  });

  it("list everything that is wrong at once", async () => {
    const { call } = donationBench();
    const conditions = [
      { parameter: "nosuch", operator: 0 },
      { parameter: "id", operator: 0 },
    ];
    const answer = await call("queryDonors", {
      body: { queryType: 1, sortBy: "nosuch", groups: [{ conjunct: 0, conditions }] },
    });
    expect(Object.keys(answer.at("/errors") ?? {})).toEqual([
      "queryType",
      "sortBy",
      "groups[0].conditions[0].parameter",
      "groups[0].conditions[1].value",
    ]);
  });

  it("do not include five hundred conditions, nor groups within groups within groups", async () => {
    const bench = donationBench();
    const conditions = Array.from({ length: 500 }, () => ({ parameter: "ID", operator: 0, value: 1 }));
    expect((await bench.query("donor", { groups: [{ conjunct: 1, conditions }] })).total).toBe(1);
    let deep: Json = { conjunct: 0, conditions: conditions.slice(0, 2) };
    for (let depth = 0; depth < 28; depth += 1)
      deep = { conjunct: depth % 2, conditions: conditions.slice(0, 1), groups: [deep] };
    expect((await bench.query("donor", { groups: [deep] })).total).toBe(1);
  });
});

describe("an example of the document", () => {
  it("is answered as it stands, with every field", async () => {
    const { query } = donationBench();
    const page = await query("donor", {
      skip: 0,
      take: 25,
      sortBy: "modifieddatetimeutc",
      descending: true,
      includeDetails: false,
      groups: [
        {
          conjunct: 0,
          conditions: [
            { parameter: "id", operator: 3, values: [1, 2] },
            {
              parameter: "modifieddatetimeutc",
              operator: 12,
              values: ["2015-01-01T00:00:00Z"],
              secondaryValue: "2025-04-01T00:00:00Z",
            },
          ],
          groups: [{ conjunct: 1, conditions: [] }],
        },
      ],
      selectedColumns: ["id", "name"],
    });
    expect(page.items.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect(Object.keys(page.items[0] ?? {})).toEqual(["id", "name"]);
  });
});

describe("each query endpoint", () => {
  it.each(queriedKinds)("for %ss takes its own query type and no other", async (kind) => {
    const { call, assumptions } = donationBench({ assumptions: { "U-15": "permutation:5" } });
    for (const other of queryTypes) {
      const answer = await call(queryOperations[kind], {
        body: { queryType: queryTypeOfKind(other, assumptions) },
      });
      expect([other.name, answer.status]).toEqual([other.name, other.name === kind ? 200 : 400]);
    }
  });
});
