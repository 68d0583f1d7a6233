import { describe, expect, it } from "vitest";
import { donationBench, type Json, type Meant, type Queried } from "./donation-bench.ts";

const everything = { take: 100_000 };
const assumptions = { "U-30.maximumTake": 100_000 };

describe("the seeded records", () => {
  it("are as many as the scale says: three gifts for each donor", async () => {
    for (const scale of [1, 7, 40]) {
      const { list } = donationBench({ scale });
      expect([(await list("donor")).total, (await list("gift")).total]).toEqual([scale, scale * 3]);
    }
  });

  it("are decided by the seed", async () => {
    const all = async (seed: number): Promise<unknown[]> => {
      const { list, query } = donationBench({ seed, scale: 20 });
      const details = { take: 1000, includeDetails: true };
      return [
        await list("donor", details),
        await list("gift", details),
        await list("campaign", details),
        await query("recurringGift"),
        await query("segment"),
      ];
    };
    const first = await all(3);
    expect(await all(3)).toEqual(first);
    expect(await all(4)).not.toEqual(first);
  });

  it("agree on what a donor has given", async () => {
    const { list } = donationBench({ assumptions, scale: 120 });
    const { items: gifts } = await list("gift", everything);
    for (const donor of (await list("donor", everything)).items) {
      const own = gifts.filter(({ donorId }) => donorId === donor["id"]);
      const approved = own.filter(({ status }) => status === "Approved");
      const cents = approved.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      const last = approved
        .toSorted((one, other) => String(one["date"]).localeCompare(String(other["date"])))
        .at(-1);
      expect(donor).toMatchObject({
        giftCount: own.length,
        lifetimeGiving: cents / 100,
        lastGiftDate: last?.["date"] ?? null,
      });
      for (const gift of own) {
        expect(gift["donorName"]).toBe(donor["name"]);
        // Every gift has its projects.
        const shares = gift["projects"] as { amount: number }[];
        expect(shares.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(
          Math.round(Number(gift["amount"]) * 100),
        );
      }
    }
  });

  it("hold what real ones do: nothing, empty texts, accents, ties, edges of days and cents", async () => {
    const { list, match } = donationBench({ assumptions, scale: 250 });
    const { items: donors } = await list("donor", everything);
    const emails = donors.map(({ email }) => email);
    expect(emails).toEqual(expect.arrayContaining([null, ""]));
    expect(donors.some(({ name }) => /[^\u0020-\u007F]/.test(String(name)))).toBe(true);
    const changes = donors.map(({ modifiedDate }) => modifiedDate);
    expect(new Set(changes).size).toBeLessThan(changes.length);
    for (const operator of ["isThisMonth", "isThisYear"] as const) {
      expect((await match("gift", { all: [{ parameter: "date", operator }] })).total).toBeGreaterThan(0);
    }
    expect(
      (await match("gift", { all: [{ parameter: "date", operator: "inLastDays", value: 30 }] })).total,
    ).toBeGreaterThan(0);
    expect(
      (
        await match("recurringGift", {
          all: [{ parameter: "nextGiftDate", operator: "inNextDays", value: 90 }],
        })
      ).total,
    ).toBeGreaterThan(0);
    const { items: gifts } = await list("gift", everything);
    expect(gifts.some(({ date }) => String(date).endsWith("T00:00:00.000Z"))).toBe(true);
    expect(gifts.some(({ amount }) => !Number.isInteger(amount))).toBe(true);
    expect(
      gifts.every(
        ({ date, createdDate, modifiedDate }) =>
          String(date) <= String(modifiedDate) && String(createdDate) <= String(modifiedDate),
      ),
    ).toBe(true);
  });
});

describe("the configuration", () => {
  it("speaks the dialect of the assumptions: each sample matches some records, but not all", async () => {
    for (const chosen of [
      {},
      {
        "U-12": "operand",
        "U-13": "permutation:2",
        "U-14": "and-is-1",
        "U-15": "permutation:6",
        "U-13.case": "exact",
      } as const,
    ]) {
      const bench = donationBench({ assumptions: chosen });
      const samples = bench.setting("donation", "queries", "sampleConditions") as Readonly<
        Record<Queried, readonly Meant[]>
      >;
      const queryTypes = bench.setting("donation", "queries", "queryTypes") as Json;
      expect(bench.setting("donation", "queries", "singleValueField")).toBe(bench.assumptions["U-12"]);
      expect(bench.setting("donation", "queries", "conjunctAnd")).toBe(
        bench.assumptions["U-14"] === "and-is-0" ? 0 : 1,
      );
      for (const kind of ["donor", "gift", "campaign", "recurringGift", "segment"] as const) {
        const { total } = await bench.query(kind, { queryType: queryTypes[kind] });
        expect(samples[kind].length).toBeGreaterThan(1);
        for (const condition of samples[kind]) {
          const page = await bench.query(kind, {
            queryType: queryTypes[kind],
            groups: [{ conjunct: 0, conditions: [condition] }],
          });
          expect([condition, page.total > 0 && page.total < total]).toEqual([condition, true]);
        }
      }
    }
  });

  it("names disposable records that nothing refers to", async () => {
    const { query, scratch } = donationBench({ assumptions, scale: 100 });
    const gifts = (await query("gift", everything)).items;
    expect(gifts.filter((gift) => gift["campaignId"] === scratch("campaign")["id"])).toEqual([]);
    expect(gifts.filter((gift) => gift["segmentId"] === scratch("segment")["id"])).toEqual([]);
    expect(gifts.filter((gift) => gift["projectId"] === scratch("project")["id"])).toEqual([]);
  });
});
