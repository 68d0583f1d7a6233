import { describe, expect, it } from "vitest";
import { sortableFields } from "../../../src/sandbox/store/donation/kind.ts";
import { donationBench, expectRefused, kindNamed, listedKinds, listOperations } from "./donation-bench.ts";

const idsOf = (items: readonly Readonly<Record<string, unknown>>[]): unknown[] => items.map(({ id }) => id);

const unreadable = {
  Take: ["-1", "ten", "1.5"],
  Skip: ["-1"],
  Descending: ["perhaps"],
  IncludeDetails: ["2"],
  SortBy: ["nosuchfield", "search", "id;drop table donation_donor"],
};

describe.each(listedKinds)("listing %ss", (kind) => {
  it("answers a page of the default size and the total of all", async () => {
    const { list } = donationBench({ assumptions: { "U-30.defaultTake": 5 } });
    const page = await list(kind);
    expect(page.items).toHaveLength(5);
    expect(page.total).toBeGreaterThan(5);
    expect((await list(kind, { take: 1000 })).items).toHaveLength(page.total);
  });

  it("gives no items, but the total, for Take 0 and beyond the last record", async () => {
    const { list } = donationBench();
    const { total } = await list(kind);
    expect(await list(kind, { take: 0 })).toEqual({ items: [], total });
    expect(await list(kind, { skip: total })).toEqual({ items: [], total });
    expect(await list(kind, { skip: Number.MAX_SAFE_INTEGER })).toEqual({ items: [], total });
  });

  it("clamps a page size beyond the maximum, or refuses it", async () => {
    const clamping = donationBench({ assumptions: { "U-30.maximumTake": 3 } });
    expect((await clamping.list(kind, { take: 4 })).items).toHaveLength(3);
    expect((await clamping.list(kind)).items).toHaveLength(3);
    const refusing = donationBench({
      assumptions: { "U-30.maximumTake": 3, "U-30.beyondMaximum": "refuse" },
    });
    expectRefused(await refusing.call(listOperations[kind], { query: { Take: 4 } }), "Take");
    expect((await refusing.list(kind, { take: 3 })).items).toHaveLength(3);
  });

  it("refuses what it cannot read, and names the field", async () => {
    const { call } = donationBench();
    for (const [name, values] of Object.entries(unreadable))
      for (const value of values) {
        expectRefused(await call(listOperations[kind], { query: { [name]: value } }), name, value);
      }
  });

  it("orders by every sortable field in any case, ties by id, and descending in reverse", async () => {
    const { list } = donationBench();
    const all = new Map((await list(kind, { take: 1000 })).items.map((item) => [item["id"], item]));
    for (const { name, details } of sortableFields(kindNamed(kind))) {
      const ascending = idsOf((await list(kind, { take: 1000, sortBy: name.toLowerCase() })).items);
      expect(new Set(ascending)).toEqual(new Set(all.keys()));
      for (const spelling of [name, name.toUpperCase()]) {
        expect(idsOf((await list(kind, { take: 1000, sortBy: spelling })).items)).toEqual(ascending);
      }
      const descending = await list(kind, { take: 1000, sortBy: name, descending: true });
      expect(idsOf(descending.items)).toEqual(ascending.toReversed());
      if (details.isHidden === undefined) expect(ascending).toEqual(sorted([...all.values()], name));
    }
  });

  it("takes a blank SortBy for none", async () => {
    const { list } = donationBench();
    expect(await list(kind, { sortBy: " " })).toEqual(await list(kind, { sortBy: "id" }));
  });
});

/**
 * Nothing first, then by value as SQLite compares: numbers, or texts without regard to the case of A to Z.
 */
const sorted = (items: readonly Readonly<Record<string, unknown>>[], name: string): unknown[] => {
  const key = (item: Readonly<Record<string, unknown>>): string | number | undefined => {
    const value = item[name];
    if (typeof value === "number") return value;
    return typeof value === "string"
      ? value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
      : undefined;
  };
  const compare = (one: string | number | undefined, other: string | number | undefined): number => {
    if (one === undefined || other === undefined)
      return Number(one !== undefined) - Number(other !== undefined);
    if (typeof one === "number" || typeof other === "number") return Number(one) - Number(other);
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  };
  return idsOf(
    items.toSorted((one, other) => compare(key(one), key(other)) || Number(one["id"]) - Number(other["id"])),
  );
};

describe("SortBy", () => {
  it.each([
    ["gift", ["amount", "date", "donorname", "id", "status", "createdate", "modifieddatetimeutc"]],
    ["donor", ["id", "createdate", "modifieddatetimeutc"]],
    ["campaign", ["id", "createdate", "modifieddatetimeutc"]],
  ] as const)("knows the names that are known of %ss", async (kind, names) => {
    const { list } = donationBench();
    for (const sortBy of names) expect((await list(kind, { sortBy })).items.length).toBeGreaterThan(0);
  });
});

describe("Filter", () => {
  const record = { name: "Été 100%_off  SALE", crmKey: "key", description: "In June" };

  it.each([
    [
      "contains",
      ["0%_o", "00%_off sale", "ÉTÉ", "in june", "%"],
      ["sale in", "0__", "\u001F", "\0", "' or 1=1 --"],
    ],
    ["prefix", ["été", "KEY"], ["100"]],
    ["words", ["ju été", "SALE 100%"], ["off ju", "ale", "sale nothing"]],
  ] as const)("in the %s form finds the record by %j, and not by %j", async (mode, finding, others) => {
    const { call, list, scratch } = donationBench({ assumptions: { "U-10": mode } });
    const { id } = scratch("campaign");
    await call("replaceCampaign", { body: { id, ...record } });
    for (const filter of [...finding, ...others]) {
      const { items, total } = await list("campaign", { filter, take: 1000 });
      expect([filter, items.length]).toEqual([filter, total]);
      const isFound = (finding as readonly string[]).includes(filter);
      expect([filter, idsOf(items).includes(id)]).toEqual([filter, isFound]);
    }
  });

  it("finds everything when it is blank", async () => {
    const { list } = donationBench();
    expect((await list("donor", { filter: "  " })).total).toBe((await list("donor")).total);
  });

  it("finds donors by their texts, and gifts by their donors", async () => {
    const { list } = donationBench();
    const { items: donors } = await list("donor", { take: 1000 });
    const { items: gifts } = await list("gift", { take: 1000 });
    const name = String(donors[0]?.["name"]).toUpperCase();
    const found = await list("donor", { filter: name, take: 1000 });
    const alike = donors.filter((donor) => String(donor["name"]).toUpperCase() === name);
    expect(found.items).toEqual(alike);
    const givers = new Set(idsOf(alike));
    expect((await list("gift", { filter: name, take: 1000 })).items).toEqual(
      gifts.filter(({ donorId }) => givers.has(donorId)),
    );
    const email = donors.find((donor) => typeof donor["email"] === "string" && donor["email"] !== "");
    expect(idsOf((await list("donor", { filter: String(email?.["email"]).toLowerCase() })).items)).toEqual([
      email?.["id"],
    ]);
  });
});

describe("IncludeDetails", () => {
  it.each([
    ["pascal", "DonorAddresses", "DonorContactMethods"],
    ["camel", "donorAddresses", "donorContactMethods"],
  ] as const)(
    "embeds a donor's parts in the %s spelling, and leaves them out otherwise",
    async (spelling, addresses, methods) => {
      const { list } = donationBench({ assumptions: { "U-02.details": spelling } });
      const { items } = await list("donor", { includeDetails: true });
      for (const item of items) {
        expect(item).toMatchObject({ [addresses]: expect.any(Array), [methods]: expect.any(Array) });
      }
      const locations = items.flatMap((item) => item[addresses]);
      expect(locations).toContainEqual(
        expect.objectContaining({ city: expect.any(String), isPrimary: true }),
      );
      for (const item of (await list("donor")).items) {
        expect(Object.keys(item)).not.toContain(addresses);
        expect(Object.keys(item)).not.toContain(methods);
      }
    },
  );

  it("gives the same addresses and e-mail addresses as the donor's own fields", async () => {
    const { list } = donationBench();
    for (const donor of (await list("donor", { includeDetails: true })).items) {
      const addresses = donor["DonorAddresses"];
      expect(addresses).toEqual(
        donor["primaryAddress"] === null ? [] : expect.arrayContaining([donor["primaryAddress"]]),
      );
      const emails = [donor["email"]].filter((email) => typeof email === "string" && email !== "");
      expect(donor["donorEmailAddresses"]).toEqual(
        expect.arrayContaining(emails.map((email) => expect.objectContaining({ email, isPrimary: true }))),
      );
    }
  });

  it("embeds the donor of a gift and the segments of a campaign", async () => {
    const { list } = donationBench();
    const [gift] = (await list("gift", { includeDetails: true })).items;
    expect(gift?.["donor"]).toMatchObject({ id: gift?.["donorId"], name: gift?.["donorName"] });
    const [campaign] = (await list("campaign", { includeDetails: true })).items;
    expect(campaign?.["segments"]).toContainEqual(expect.objectContaining({ code: expect.any(String) }));
  });
});

describe("reference lists", () => {
  it.each(["listCustomFields", "listPremiums", "listProjects"] as const)(
    "%s gives all, or a page",
    async (operation) => {
      const { call } = donationBench({ assumptions: { "U-30.defaultTake": 1 } });
      const all = await call(operation);
      const items = all.at("/items");
      expect(items).toHaveLength(Number(all.at("/total")));
      expect(Number(all.at("/total"))).toBeGreaterThan(2);
      const page = await call(operation, { query: { Skip: 1, Take: 1, SortBy: "ID", Descending: true } });
      expect(page.at("/items/0")).toEqual(Array.isArray(items) ? items.at(-2) : undefined);
      for (const query of [{ Take: -1 }, { Take: "x" }, { SortBy: "nosuch" }]) {
        expect((await call(operation, { query })).status).toBe(400);
      }
    },
  );
});

describe("organizations", () => {
  it("share no record", async () => {
    const { call, otherToken } = donationBench();
    for (const operation of [
      ...Object.values(listOperations),
      "listProjects",
      "listPremiums",
      "listCustomFields",
    ] as const) {
      const ids = async (token?: string): Promise<unknown[]> => {
        const answer = await call(operation, {
          query: { Take: 1000 },
          ...(token === undefined ? {} : { token }),
        });
        // Every list answers a page.
        return (answer.at("/items") as { id: unknown }[]).map(({ id }) => id);
      };
      const [own, others] = [await ids(), await ids(otherToken)];
      expect(others.length).toBeGreaterThan(0);
      expect(own.filter((id) => others.includes(id))).toEqual([]);
    }
  });
});
