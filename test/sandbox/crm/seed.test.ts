import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { crmSeed } from "../../../src/sandbox/builtin/seed/crm.ts";
import { openSandboxDatabase, type SandboxDatabase } from "../../../src/sandbox/store/database.ts";
import { organizations } from "../../../src/sandbox/store/organizations.ts";
import { sql } from "../../../src/sandbox/store/sql.ts";
import { webhooks } from "../../../src/sandbox/store/webhooks.ts";
import type { Models } from "../../../src/builtin/generated/operation-types.ts";
import { crmBench } from "./crm-bench.ts";

type Contact = Models["crm"]["Contact"];

const now = Date.UTC(2025, 2, 1, 12, 1);

const { fill } = crmSeed;

const filled = (seed: number, scale: number): SandboxDatabase => {
  const database = openSandboxDatabase();
  database.transaction(() => {
    for (const schema of [organizations.schema, webhooks.schema, ...crmSeed.schema]) database.script(schema);
    organizations.add(database, { id: 1, name: "One" });
    organizations.add(database, { id: 2, name: "Two" });
    fill({ database, seed, scale, now });
  });
  return database;
};

const count = (database: SandboxDatabase, table: "contact" | "gift", organizationId: number): number =>
  database.get<{ n: number }>(
    table === "contact"
      ? sql`select count(*) as n from crm_contact where organization_id = ${organizationId}`
      : sql`select count(*) as n from crm_gift where organization_id = ${organizationId}`,
  )?.n ?? 0;

const allContacts = async (scale: number): Promise<Contact[]> => {
  const made = crmBench({ scale });
  const ids = Array.from({ length: scale }, (_, index) => index + 1);
  const answers = await Promise.all(ids.map((id) => made.call("getContact", { path: [id] })));
  return answers.map(({ json }) => json as Contact); // judged by the documents in `call`
};

/** All contacts with their people, as text. */
const dump = (seed: number): string => {
  const database = filled(seed, 50);
  const rows = database.all(
    sql`select * from crm_contact join crm_individual on crm_individual.contact_id = crm_contact.id`,
  );
  database.close();
  return JSON.stringify(rows);
};

const firstContacts = (scale: number): unknown[] => {
  const database = filled(3, scale);
  const rows = database.all(sql`select name, description from crm_contact order by id limit 40`);
  database.close();
  return rows;
};

/** Whether a field is somewhere null, and somewhere set. */
const seen = <Item>(items: readonly Item[], name: keyof Item): boolean[] => [
  items.some((item) => item[name] === null),
  items.some((item) => item[name] !== null && item[name] !== undefined),
];

describe("seeded contacts", () => {
  it("are as many as the scale says, in two organizations with ids of their own", () => {
    const database = filled(1, 500);
    expect([count(database, "contact", 1), count(database, "contact", 2)]).toEqual([500, 50]);
    expect(count(database, "gift", 1)).toBeGreaterThan(1000);
    database.close();
  });

  it("are the same from the same seed and others from another", () => {
    expect(dump(7)).toBe(dump(7));
    expect(dump(7)).not.toBe(dump(8));
  });

  it("do not change when there are more of them", () => {
    expect(firstContacts(80)).toEqual(firstContacts(60));
  });

  it("all fit the documents, with every nullable field both null and set, several types, some private", async () => {
    const contacts = await allContacts(150);
    const both = [true, true];
    for (const name of [
      "website",
      "maritalStatus",
      "anniversaryMonth",
      "anniversaryDay",
      "anniversaryYear",
    ] as const) {
      expect([name, seen(contacts, name)]).toEqual([name, both]);
    }
    expect(
      seen(
        contacts.flatMap(({ contactIndividuals = [] }) => contactIndividuals),
        "suffix",
      ),
    ).toEqual(both);
    const addresses = contacts.flatMap(({ address }) => (address === undefined ? [] : [address]));
    for (const name of ["address2", "startMonth", "startDay", "endMonth", "endDay"] as const) {
      expect([name, seen(addresses, name)]).toEqual([name, both]);
    }
    expect(new Set(contacts.map(({ contactType }) => contactType)).size).toBeGreaterThanOrEqual(3);
    const hidden = contacts.filter(({ isPrivate }) => isPrivate === true).length;
    expect(hidden).toBeGreaterThan(0);
    expect(hidden).toBeLessThan(contacts.length / 2);
  });

  it("have methods of configured types only", async () => {
    const contacts = await allContacts(80);
    const made = crmBench({ scale: 80 });
    const types = (await made.call("listContactMethodTypes")).json as string[]; // judged by the documents in `call`
    const used = contacts.flatMap(({ contactIndividuals = [] }) =>
      contactIndividuals.flatMap(({ contactMethods = [] }) => contactMethods.map(({ type }) => type)),
    );
    expect(new Set(used).size).toBeGreaterThan(3);
    expect(used.filter((type) => !types.includes(String(type)))).toEqual([]);
  });

  it("show giving figures that agree with the stored gifts", async () => {
    const contacts = await allContacts(80);
    const database = filled(1, 80);
    const year = Date.UTC(2025, 0, 1);
    for (const { id = 0, lifeToDateGiving, yearToDateGiving, lastGiftAmount, lastGiftDate } of contacts) {
      const gifts = database.all<{ amount: number; given_at: number }>(
        sql`select amount, given_at from crm_gift where contact_id = ${id} order by given_at, id`,
      );
      const sum = (some: typeof gifts): string =>
        (some.reduce((total, { amount }) => total + amount, 0) / 100).toFixed(2);
      const last = gifts.at(-1);
      expect([lifeToDateGiving, yearToDateGiving, lastGiftAmount, lastGiftDate]).toEqual([
        sum(gifts),
        sum(gifts.filter(({ given_at }) => given_at >= year)),
        sum(gifts.slice(-1)),
        last === undefined ? undefined : `${new Date(last.given_at).toISOString().slice(0, 19)}Z`,
      ]);
    }
    database.close();
  });
});

describe("configuration", () => {
  it("names records of the kinds that the keys say", async () => {
    const made = crmBench();
    expect((await made.call("getContact", { path: [made.record("contactId")] })).at("/isPrivate")).toBe(
      false,
    );
    expect(
      (await made.call("getContact", { path: [made.record("privateContactId")] })).at("/isPrivate"),
    ).toBe(true);
    const theirs = { path: [made.record("otherOrganizationContactId")], token: made.otherKey };
    expect((await made.call("getContact", theirs)).status).toBe(200);
    const hook = { path: [made.record("otherOrganizationWebhookId")], token: made.otherKey };
    expect((await made.call("getWebhook", hook)).status).toBe(200);
    const note = await made.call("replaceContactNote", {
      path: [made.scratch("noteId")],
      body: { type: made.setting("crm", "scratch", "noteType") },
    });
    expect([note.status, note.at("/reminder/taskStatus")]).toEqual([200, "Open"]);
  });

  it("is there for every scale and seed", async () => {
    const counts = new Set<number>();
    for (const [seed, scale] of [
      [1, 1],
      [2, 20],
      [3, 40],
      [4, 100],
      [5, 40],
      [6, 40],
    ] as const) {
      const sandbox = createSandbox({ seed, scale });
      const { crm } = sandbox.config().interfaces;
      const values = [...Object.values(Object(crm["records"])), ...Object.values(Object(crm["scratch"]))];
      expect(values.filter((value) => value === undefined || value === null)).toEqual([]);
      counts.add(values.length);
      await sandbox.close();
    }
    // The same settings for all of them.
    expect([...counts]).toEqual([expect.any(Number)]);
  });
});
