import { expect, test } from "vitest";
import { documentation } from "../../../src/contract/documents.ts";
import { suite } from "../../../src/inputs/suite.ts";
import type { Database } from "../../../src/harness/store/database.ts";
import { integer, text } from "../../../src/harness/store/rows.ts";
import { breadthOf } from "../../../src/tools/fleet/report/breadth.ts";
import { createRunRepository } from "../../../src/harness/history/create-repository.ts";
import { ofItems, withHeader, without } from "../../harness/drift/alterations.ts";
import { isNightly } from "../../nightly.ts";
import { engines, sqlite } from "./engines.ts";
import { dayOf } from "./fleet-runs.ts";
import { type SimulatedChange, simulateFleet } from "./simulated-fleet.ts";

const breadth = { share: 0.5, atLeast: 10 };

interface Change extends SimulatedChange {
  readonly kind: string;
}

const [organizations, days] = [50, 30];

/** So many days into the month. The release comes later than org-03's own change of the same answers. */
const dayAt = (share: number): number => Math.ceil(days * share);

const changes: readonly Change[] = [
  {
    from: dayAt(0.6),
    kind: "field-added",
    alter: ofItems(/\/api\/Donor\/(?:list|query)$/i, (item) => ({ ...item, nickname: "x" })),
  },
  {
    from: dayAt(0.4),
    organization: "org-03",
    kind: "type-changed",
    alter: ofItems(/\/api\/Donor\/(?:list|query)$/i, (item) => ({
      ...item,
      giftCount: String(item["giftCount"]),
    })),
  },
  {
    from: dayAt(0.5),
    organization: "org-04",
    kind: "header-appeared",
    alter: withHeader(/^\/crm\//, "x-request-cost", "1"),
  },
  {
    from: dayAt(0.75),
    organization: "org-05",
    kind: "field-removed",
    alter: ofItems(/\/api\/Campaign\/list$/i, without("name")),
  },
];

/** A handful of checks that read what is changed, and what stays as it is. */
const few = [
  "donor-details-are-embedded",
  "contact-is-read-by-id",
  "list-parameters-are-taken",
  "user-is-read-by-id",
];

interface ShownEvents {
  /** Organizations in which it was new. */
  readonly organizations: number;
  readonly days: readonly string[];
}

/** When and how widely each change was new, back or gone, by what it is and its fingerprint. */
const eventsOf = async (database: Database): Promise<ReadonlyMap<string, ShownEvents>> => {
  const rows = await database.rows(
    "SELECT turn, fingerprint, event.day, count(*) AS targets FROM event GROUP BY turn, fingerprint, event.day",
  );
  const grouped = Map.groupBy(rows, (row) => `${text(row, "turn")} ${text(row, "fingerprint")}`);
  return new Map(
    [...grouped].map(([key, of]) => {
      const organizations = of.reduce((sum, row) => sum + integer(row, "targets"), 0);
      return [key, { organizations, days: of.map((row) => text(row, "day")) }];
    }),
  );
};

const engine = engines.find(({ name }) => name === "PostgreSQL") ?? sqlite;

// A usual run has one organization's month, and alerts of days that are made.
test.runIf(isNightly)(
  `${organizations} organizations, ${days} days, one release and three tenants' own changes: four changes, each reported once`,
  { timeout: 1_800_000 },
  async () => {
    const database = await engine.open();
    const repository = createRunRepository(database, documentation);
    await simulateFleet(database, {
      organizations,
      days,
      changes,
      scales: [40, 60, 90, 130],
      budget: 60,
      checks: suite.checks.filter(({ id }) => few.includes(id)),
    });
    for (const day of [1, days])
      expect(await repository.status(dayOf(day))).toMatchObject({ done: organizations, failed: 0 });
    expect(await database.rows("SELECT reason FROM target_run WHERE status = 'failed'")).toEqual([]);
    const open = await repository.changes();
    expect(
      open.map((change) => [breadthOf(change, breadth), change.group.kind, change.organizations]).toSorted(),
    ).toEqual(
      changes
        .map(({ organization, kind }) =>
          organization === undefined ? ["release", kind, organizations] : ["own", kind, 1],
        )
        .toSorted(),
    );
    const events = await eventsOf(database);
    expect([...events.keys()].toSorted()).toEqual(
      open.map(({ group }) => `new ${group.fingerprint}`).toSorted(),
    );
    for (const { group, names } of open) {
      const change = changes.find(({ kind }) => kind === group.kind);
      const event = events.get(`new ${group.fingerprint}`);
      // In every organization once, and on one day: a person reads of it once.
      expect([event?.organizations, event?.days.length]).toEqual([
        change?.organization === undefined ? organizations : 1,
        1,
      ]);
      expect((event?.days[0] ?? "") >= dayOf(change?.from ?? days)).toBe(true);
      if (change?.organization !== undefined) expect(names).toEqual([change.organization]);
    }
  },
);
