import { expect, onTestFinished, test } from "vitest";
import { contract } from "../../../src/contract/contract.ts";
import { documentation } from "../../../src/contract/documents.ts";
import type { Clock } from "../../../src/harness/model/clock.ts";
import { embeddedTarget } from "../../../src/harness/runner/create-target.ts";
import { createManualClock, startInstant } from "../../../src/sandbox/clock.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { loadJudgingParts } from "../../../src/tools/cli/judging-parts.ts";
import { readTarget } from "../../../src/tools/cli/read-target.ts";
import { suite } from "../../../src/tools/cli/suite.ts";
import type { Database } from "../../../src/tools/fleet/database/database.ts";
import { integer, text } from "../../../src/tools/fleet/database/rows.ts";
import { breadthOf } from "../../../src/tools/fleet/report/breadth.ts";
import { createRunRepository } from "../../../src/tools/fleet/repository/create-repository.ts";
import type { RunContext } from "../../../src/tools/fleet/run/check-organization.ts";
import { runDay } from "../../../src/tools/fleet/run/run-day.ts";
import { items, rewrite, withHeader, without } from "../../harness/drift/alterations.ts";
import type { Alter } from "../../harness/drift/month.ts";
import { isNightly } from "../../nightly.ts";
import { engines, sqlite } from "./engines.ts";
import { dayOf } from "./fleet-runs.ts";
import { organizationOf, runContext } from "./run/run-context.ts";

const dayMs = 86_400_000;

const breadth = { share: 0.5, atLeast: 10 };

interface Change {
  /** Days from which on it is in force. */
  readonly from: number;
  /** Undefined for a release of the platform. */
  readonly organization?: string;
  readonly kind: string;
  readonly alter: Alter;
}

const [organizations, days] = isNightly ? [50, 30] : [12, 7];

/** So many days into the month, or as far into a week. */
const dayAt = (share: number): number => Math.round(days * share);

const changes: readonly Change[] = [
  {
    from: dayAt(0.6),
    kind: "field-added",
    alter: rewrite(
      /\/api\/Donor\/(?:list|query)$/i,
      200,
      items((item) => ({ ...item, nickname: "x" })),
    ),
  },
  {
    from: dayAt(0.4),
    organization: "org-03",
    kind: "type-changed",
    alter: rewrite(
      /\/api\/Donor\/(?:list|query)$/i,
      200,
      items((item) => ({ ...item, giftCount: String(item["giftCount"]) })),
    ),
  },
  {
    from: dayAt(0.5),
    organization: "org-07",
    kind: "header-appeared",
    alter: withHeader(/^\/crm\//, "x-request-cost", "1"),
  },
  {
    from: dayAt(0.8),
    organization: "org-11",
    kind: "field-removed",
    alter: rewrite(/\/api\/Campaign\/list$/i, 200, items(without("name"))),
  },
];

/** A handful of checks that read what is changed; all that read in the nightly proof. */
const few = [
  "donor-details-are-embedded",
  "contact-is-read-by-id",
  "list-parameters-are-taken",
  "user-is-read-by-id",
];

const nameOf = (index: number): string => `org-${String(index + 1).padStart(2, "0")}`;

/** Organizations of four sizes, each at its own sandbox, as the fleet reads them. */
const readerOf = async (clock: Clock, day: () => number): Promise<RunContext["read"]> => {
  const sandboxes = (isNightly ? [40, 60, 90, 130] : [20, 30, 40, 50]).map((scale, index) =>
    createSandbox({ scale, seed: index + 1, clock: createManualClock(startInstant(1)) }),
  );
  onTestFinished(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())).then(() => undefined));
  const parts = await loadJudgingParts();
  return async (config, { ledger, seed, past, signal }) => {
    const name = /org-\d+/.exec(config.baseUrls["donation"] ?? "")?.[0] ?? "";
    const sandbox = sandboxes[Number(name.slice(4)) % sandboxes.length];
    if (sandbox === undefined) throw new Error("there are four sandboxes");
    const inForce = changes.filter(({ from, organization = name }) => day() >= from && organization === name);
    const fetch = async (request: Request): Promise<Response> => {
      let response = await sandbox.fetch(request.clone());
      for (const { alter } of inForce) response = await alter(response, request);
      return response;
    };
    const target = embeddedTarget(
      { ...sandbox, fetch },
      { contract, clock, monotonic: () => 0, random: () => 0.5, ledger },
    );
    const { footer, interfaces } = await readTarget({
      target: { ...target, budget: 60 },
      clock,
      seed,
      past,
      version: "0.0.0",
      baseline: new Set(),
      parts,
      signal,
      ...(isNightly ? {} : { checks: suite.checks.filter(({ id }) => few.includes(id)) }),
    });
    return { requests: footer?.report.summary.requests ?? 0, interfaces };
  };
};

const template = `interfaces:
  crm: { baseUrl: "https://api.example.org/\${ORGANIZATION}/crm", credentials: { apiKey: "\${TOKEN}" } }
  donation: { baseUrl: "https://api.example.org/\${ORGANIZATION}/donation", credentials: { token: "\${TOKEN}" } }
  volunteer: { baseUrl: "https://api.example.org/\${ORGANIZATION}/volunteer", credentials: { token: "\${TOKEN}" } }
`;

/** Runs every organization on every day. */
const runMonth = async (database: Database): Promise<void> => {
  let day = 1;
  const clock: Clock = {
    now: () => Date.parse(`${dayOf(day)}T01:00:00Z`),
    sleep: async () => undefined,
  };
  const context = runContext(database, {
    clock,
    read: await readerOf(clock, () => day),
    inputs: { env: {}, signal: new AbortController().signal, readText: async () => template },
  });
  const all = Array.from({ length: organizations }, (_, index) => organizationOf(nameOf(index)));
  await createRunRepository(database, documentation).list(all);
  for (; day <= days; day += 1)
    await runDay(all, {
      ...context,
      day: dayOf(day),
      slots: 4,
      windowMs: dayMs,
      signal: new AbortController().signal,
      onReport: () => undefined,
      onWait: () => undefined,
    });
};

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

const engine = (isNightly ? engines.find(({ name }) => name === "PostgreSQL") : undefined) ?? sqlite;

test(
  `${organizations} organizations, ${days} days, one release and three tenants' own changes: four changes, each reported once`,
  { timeout: isNightly ? 3_600_000 : 120_000 },
  async () => {
    const database = await engine.open();
    const repository = createRunRepository(database, documentation);
    await runMonth(database);
    for (const day of [1, days])
      expect(await repository.status(dayOf(day))).toMatchObject({ done: organizations, failed: 0 });
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
