import { describe, expect, test } from "vitest";
import { contract } from "../../../../src/inputs/contract.ts";
import { loadConfig } from "../../../../src/core/config/load-config.ts";
import { type Account, accountsOf, fingerprintOf } from "../../../../src/monitoring/fleet/budget/accounts.ts";
import { holdGrant } from "../../../../src/monitoring/fleet/budget/grant-ledger.ts";
import { createGrants, type GrantOrder } from "../../../../src/monitoring/fleet/budget/grants.ts";
import type { Database } from "../../../../src/core/store/database.ts";
import { engines } from "../engines.ts";

const hour = 3_600_000;
const holdMs = 120_000;
/** Accounts by `<interface> <who>`. */
const of = (...ids: readonly string[]): readonly Account[] =>
  ids.map((id) => ({ interface: id.split(" ")[0] ?? "", id, hasCredential: true }));

const order: GrantOrder = {
  holder: { organization: "north" },
  day: "2025-01-01",
  accounts: of("crm a", "donation a"),
  requests: 300,
  perHour: 1000,
  holdMs,
};

/** As if so many milliseconds had gone by. */
const pass = (database: Database, ms: number) =>
  database.rows("UPDATE budget_grant SET valid_until = valid_until - $1", [ms]);

describe.each(engines)("grants on $name", ({ open }) => {
  const opened = async () => {
    const database = await open();
    const grants = createGrants(database);
    return {
      database,
      grants,
      granted: async (more: Partial<GrantOrder> = {}) => {
        const answer = await grants.take({ ...order, ...more });
        if (answer.kind !== "granted") throw new Error(JSON.stringify(answer));
        return answer.grant;
      },
    };
  };

  test("a grant holds its accounts alone, and gives back what was not sent", async () => {
    const { grants, granted } = await opened();
    const grant = await granted();
    expect(grant.requests).toBe(300);
    expect((await grants.take({ ...order, accounts: of("donation a", "volunteer b") })).kind).toBe("wait");
    const other = await granted({ accounts: of("donation b") });
    await grants.end(grant, 100);
    expect((await granted({ requests: 900 })).requests).toBe(900);
    await grants.end(other, 0);
    expect((await granted({ accounts: of("donation b"), requests: 5000 })).requests).toBe(1000);
  });

  test("what was sent counts for an hour", async () => {
    const { database, grants, granted } = await opened();
    await grants.end(await granted(), 300);
    await pass(database, hour / 2);
    await grants.end(await granted({ requests: 500 }), 500);
    const answer = await grants.take(order);
    if (answer.kind !== "wait") throw new Error("the hour is spent");
    expect(answer.ms).toBeGreaterThan(hour / 2 - 10_000);
    expect(answer.ms).toBeLessThanOrEqual(hour / 2);
    await pass(database, answer.ms + 1);
    expect((await granted()).requests).toBe(300);
    expect((await grants.take({ ...order, accounts: of("crm a"), requests: 201 })).kind).toBe("wait");
  });

  test("the grant of a killed run counts as sent for an hour after it has lapsed", async () => {
    const { database, grants, granted } = await opened();
    const killed = await granted({ requests: 800 });
    expect(await grants.renew(killed)).toBe(true);
    await pass(database, holdMs + 1);
    expect((await grants.take(order)).kind).toBe("wait");
    await grants.end(await granted({ requests: 200 }), 0);
    // It may have ended late, and knows what it sent.
    await grants.end(killed, 10);
    expect((await granted({ requests: 990 })).requests).toBe(990);
  });

  test("a grant that has lapsed is held again, unless another run holds its account or an hour is over", async () => {
    const { database, grants, granted } = await opened();
    const late = await granted({ requests: 400 });
    await pass(database, holdMs + 1);
    expect(await grants.renew(late)).toBe(true);
    expect((await grants.take(order)).kind).toBe("wait");
    await pass(database, holdMs + 1);
    const other = await granted({ accounts: of("donation a") });
    expect(await grants.renew(late)).toBe(false);
    await grants.end(other, 0);
    expect(await grants.renew(late)).toBe(true);
    // It counts no longer, and others may have sent as much.
    await pass(database, holdMs + hour + 1);
    expect(await grants.renew(late)).toBe(false);
    await grants.end(late, 0);
    expect(await grants.renew(late)).toBe(false);
  });

  test("who asks at the same time never gets more than the hour", async () => {
    const { database } = await opened();
    const ask = async (): Promise<number> => {
      const grants = createGrants(database);
      let sent = 0;
      for (let tries = 0; tries < 25; tries += 1) {
        const answer = await grants.take({ ...order, accounts: of("x"), requests: 37, perHour: 500 });
        if (answer.kind !== "granted") continue;
        sent += 37;
        await grants.end(answer.grant, 37);
      }
      return sent;
    };
    const sent = await Promise.all([ask(), ask(), ask(), ask()]);
    const sum = sent.reduce((all, one) => all + one, 0);
    expect(sum).toBeLessThanOrEqual(500);
    expect(sum).toBeGreaterThan(500 - 37);
  });
});

describe.each(engines)("credentials on $name", ({ open }) => {
  const opened = async () => {
    const database = await open();
    const grants = createGrants(database);
    return async (organization: string, accounts: readonly Account[], shared?: string, day = order.day) => {
      const answer = await grants.take({ ...order, holder: { organization, shared }, accounts, day });
      if (answer.kind === "granted") await grants.end(answer.grant, 0);
      return answer.kind === "shared" ? [answer.interface, answer.organization] : answer.kind;
    };
  };

  test.each([
    ["one credential at one address", of("crm a", "donation b"), undefined, ["donation", "north"]],
    ["another credential", of("donation c"), undefined, "granted"],
    ["another account", of("donation b"), "other", ["donation", "north"]],
    [
      "no credential",
      of("donation b").map((one) => ({ ...one, hasCredential: false })),
      undefined,
      "granted",
    ],
  ])("south with %s", async (_, accounts, shared, expected) => {
    const take = await opened();
    expect(await take("north", of("donation b"), "north and others")).toBe("granted");
    expect(await take("south", accounts, shared)).toEqual(expected);
    // Its owner is not known better than the other's.
    const isShared = Array.isArray(expected);
    expect(await take("north", of("donation b"))).toEqual(isShared ? ["donation", "south"] : "granted");
  });

  test("may be one where the fleet file names one account for both", async () => {
    const take = await opened();
    for (const name of ["north", "south", "north"])
      expect(await take(name, of("crm a"), "both")).toBe("granted");
  });

  test("of an organization that has another one by now are those of the next that has them", async () => {
    const take = await opened();
    await take("north", of("crm a"));
    await take("north", of("crm b"));
    expect(await take("south", of("crm a"))).toBe("granted");
    // What was wrong yesterday is judged by what is found today.
    expect(await take("north", of("crm a"), undefined, "2025-01-02")).toBe("granted");
    expect(await take("south", of("crm a"), undefined, "2025-01-02")).toEqual(["crm", "north"]);
  });
});

describe("a grant that is held", () => {
  const held = (renews: () => Promise<boolean>) => {
    let now = 0;
    const ended: number[] = [];
    const one = holdGrant(
      { id: 1, requests: 3, holdMs },
      {
        grants: { renew: renews, end: async (_, sent) => void ended.push(sent) },
        perSecond: Infinity,
        askedAt: 0,
        now: () => now,
      },
    );
    return { ...one, ended, move: (ms: number) => (now += ms) };
  };

  test("sends no more than it holds", async () => {
    const { ledger, end, ended } = held(async () => true);
    expect([1, 2, 3, 4].map(() => ledger.take("crm").kind)).toEqual(["taken", "taken", "taken", "spent"]);
    await end(3);
    expect(ended).toEqual([3]);
  });

  test("waits once it has lapsed, and gives up after five minutes", async () => {
    const { ledger, end, move } = held(async () => {
      throw new Error("no database");
    });
    move(holdMs);
    expect(ledger.take("crm").kind).toBe("wait");
    move(300_000);
    expect(ledger.take("crm").kind).toBe("spent");
    await end(0);
  });
});

describe("accounts", () => {
  const fleet = (key: string) => ({ key: () => key });
  const accounts = (baseUrl: string, token: string, key: string) =>
    accountsOf(
      loadConfig(JSON.stringify({ interfaces: { donation: { baseUrl, credentials: { token } } } }), {
        contract,
        file: "o.yaml",
        env: {},
      }),
      contract,
      fingerprintOf(fleet(key), ""),
    );

  test("are the same for all spellings of an address, and others for another credential or key", () => {
    const usual = accounts("https://d.example.org/x", "t0ken-1", "key");
    expect(accounts("https://D.example.org:443/x/", "t0ken-1", "key")).toEqual(usual);
    expect(accounts("https://d.example.org/y", "t0ken-1", "key")).not.toEqual(usual);
    expect(accounts("https://d.example.org/x", "t0ken-2", "key")).not.toEqual(usual);
    expect(accounts("https://d.example.org/x", "t0ken-1", "yek")).not.toEqual(usual);
    expect(usual[0]?.id).toMatch(/^[0-9a-f]{32}$/);
  });
});
