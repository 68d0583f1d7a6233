import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDashboardApp } from "../../../../src/monitoring/fleet/dashboard/dashboard-app.ts";
import { daysAround } from "../../../../src/monitoring/fleet/dashboard/views.ts";
import type { Database } from "../../../../src/core/store/database.ts";
import { type AtEnd, type Engine, engines, sqlite } from "../engines.ts";
import { dayOf, fleetSettings } from "../fleet-runs.ts";
import { filled, hostile } from "./filled.ts";

const appOf = (database: Database, token?: string, now = "2025-01-03T10:00:00Z") =>
  createDashboardApp({
    database,
    now: () => Date.parse(now),
    fleet: fleetSettings,
    isOwnHost: (host) => host === "localhost",
    ...(token === undefined ? {} : { token }),
  });

type App = ReturnType<typeof appOf>;

/** One for all tests of a suite: the dashboard only reads. */
const sharedDatabase = (engine: Engine): (() => Database) => {
  const closing: Parameters<AtEnd>[0][] = [];
  let database: Database | undefined;
  beforeAll(async () => {
    database = await filled(engine, (close) => closing.push(close));
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
  return () => {
    if (database === undefined) throw new Error("it is opened before the first test");
    return database;
  };
};

const get = async (app: App, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await app.request(`http://localhost${path}`, {
    headers: { host: "localhost", ...headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe.each(engines)("the dashboard on $name", (engine) => {
  const database = sharedDatabase(engine);

  it("shows tonight: runs by state, what is open, failed runs, then in one line what is not, and the days", async () => {
    const { status, text } = await get(appOf(database()), "/");
    expect(status).toBe(200);
    expect(text).toContain(`Tonight, ${dayOf(3)}`);
    expect(text).toMatch(/<b>3<\/b>\s*done/);
    expect(text).toMatch(/<b>1<\/b>\s*failed/);
    expect(text).toMatch(/<b>1<\/b>\s*running/);
    expect(text).toMatch(
      /<h2>Releases of the platform<[\s\S]*nickname[\s\S]*<h2>Failed runs<[\s\S]*<p class="empty">[^<]*No organization has an open change of its own\.[\s\S]*<h2>Runs</,
    );
    expect(text.match(/class="empty"/g)).toHaveLength(1);
    expect(text).toContain("donation.credentials.token was refused (401)");
  });

  it("shows a change, an organization, an operation and the work from links of the pages alone", async () => {
    const app = appOf(database());
    const seen = new Set<string>();
    const open = ["/"];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, text } = await get(app, path);
      expect([path, status]).toEqual([path, 200]);
      open.push(
        ...[...text.matchAll(/href="(\/[^"]*)"/g)].map(([, to = ""]) =>
          to.replaceAll("&#39;", "'").replaceAll("&amp;", "&"),
        ),
      );
    }
    const paths = [...seen].join("\n");
    for (const page of ["/changes/", "/organizations/alpha", "/operations/donation/listDonors", "/work"])
      expect(paths).toContain(page);
    const change = await get(app, [...seen].find((path) => path.startsWith("/changes/")) ?? "");
    expect(change.text).toMatch(/In 2 organizations/);
    expect((await get(app, "/organizations/gamma")).text).toContain("asked to");
    expect((await get(app, "/organizations?search=al")).text).toMatch(/alpha/);
    expect((await get(app, "/organizations?search=%25")).text).toContain("No organization has such a name.");
  });

  it("writes no markup that a name brought", async () => {
    const app = appOf(database());
    for (const path of ["/", "/work", "/organizations", `/organizations/${encodeURIComponent(hostile)}`])
      expect((await get(app, path)).text).not.toContain("<img src=x");
  });

  it("has no page for an address that no name can have, and no address takes the database for away", async () => {
    const app = appOf(database());
    const odd = [
      "%00",
      "a%00b",
      "%ff",
      "%",
      "%ED%A0%80",
      "%2500",
      "..%2f",
      "\u{1f600}",
      "%0a",
      "__proto__",
      "x".repeat(9000),
    ];
    for (const name of odd)
      for (const path of [
        `/${name}`,
        `/organizations/${name}`,
        `/operations/${name}/${name}`,
        `/changes/${name}`,
        `/?day=${name}`,
      ]) {
        const { status, text } = await get(app, path);
        expect([path, status, text.includes("does not answer")]).toEqual([path, 404, false]);
      }
    for (const name of odd) {
      const { status } = await get(app, `/organizations?search=${name}`);
      expect([name, status]).toEqual([name, name.includes("%00") ? 404 : 200]);
    }
  });

  it("has metrics for Prometheus", async () => {
    const { text, headers } = await get(appOf(database()), "/metrics");
    expect(headers.get("content-type")).toContain("version=0.0.4");
    expect(text).toContain('tripact_fleet_runs{state="failed"} 1\n');
    expect(text).toContain("tripact_fleet_paused_organizations 1\n");
    expect(text).toContain('tripact_fleet_organization_failed{organization="delta"} 1\n');
    expect(text).toMatch(/tripact_fleet_open_changes\{impact="[a-z]+",severity="[a-z]+"\} \d/);
  });

  it("shows a day that nobody ran once its window is over, and none of its organizations as well", async () => {
    const at = async (now: string) => {
      const app = appOf(database(), undefined, now);
      return { page: (await get(app, "/")).text, metrics: (await get(app, "/metrics")).text };
    };
    // The running run of the third day is late by then.
    const before = await at("2025-01-04T06:59:59Z");
    expect(before.page).toContain(`Tonight, ${dayOf(3)}`);
    expect(before.page).toContain(`2 of 5 runs of ${dayOf(3)} failed, more than`);
    expect(before.metrics).toContain("tripact_fleet_late_runs 1\n");
    const after = await at("2025-01-04T07:00:00Z");
    expect(after.page).toContain(`Tonight, ${dayOf(4)}`);
    expect(after.page).toContain(`4 of 4 runs of ${dayOf(4)} failed, more than`);
    expect(after.page).toMatch(/alpha<\/a>[^]*?late/);
    expect(after.metrics).toContain('tripact_fleet_runs{state="done"} 0\n');
    expect(after.metrics).toContain("tripact_fleet_late_runs 4\n");
    expect(after.metrics).toContain('tripact_fleet_organization_failed{organization="alpha"} 1\n');
    expect(after.metrics).toContain(
      `tripact_fleet_last_day_timestamp_seconds ${Date.parse("2025-01-03T00:00:00Z") / 1000}\n`,
    );
  });

  it("says of a day whose window is open that it is not over", async () => {
    const { text } = await get(appOf(database(), undefined, "2025-01-04T02:00:00Z"), "/?day=2025-01-04");
    expect(text).toContain(`${dayOf(4)} is not over: 4 of 4 runs may still end until 2025-01-04 07:00 UTC`);
  });
});

describe("the chart of a change", () => {
  it("of one day shows a week before and after it, whatever the month", () => {
    const on = daysAround([{ day: "2025-03-02", turn: "new", targets: 3 }]);
    expect([on.length, on[0], on[7], on.at(-1)]).toEqual([15, "2025-02-23", "2025-03-02", "2025-03-09"]);
    expect(daysAround([])).toEqual([]);
  });

  it("has every day between two events once", () => {
    const events = ["2024-12-30", "2025-01-02"].map((day) => ({ day, turn: "new", targets: 1 }));
    const on = daysAround(events);
    expect(on).toEqual([...new Set(on)].toSorted());
    expect(on).toHaveLength(18);
  });
});

describe("the dashboard", () => {
  const database = sharedDatabase(sqlite);

  it("only reads, and only for its own host and whoever has the token", async () => {
    const app = appOf(database(), "s3cret");
    const authorization = "Bearer s3cret";
    expect((await get(app, "/", { authorization })).status).toBe(200);
    expect((await get(app, "/")).status).toBe(401);
    expect((await get(app, "/", { authorization: "Bearer s3cre" })).status).toBe(401);
    expect((await get(app, "/metrics")).status).toBe(401);
    expect((await get(app, "/", { authorization, host: "evil.example" })).status).toBe(421);
    const post = await app.request("http://localhost/", {
      method: "POST",
      headers: { host: "localhost", authorization },
    });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    for (const probe of ["/healthz", "/readyz"])
      expect((await get(app, probe, { host: "10.0.0.7" })).status).toBe(200);
  });

  it("lets pages load nothing from elsewhere, whatever is asked", async () => {
    const app = appOf(database());
    for (const path of [
      "/",
      "/none",
      "/assets/dashboard.css",
      "/assets/none",
      "/metrics",
      "/changes/ffffffffffff",
    ]) {
      const { headers } = await get(app, path);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringContaining("default-src 'none'"),
      ]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("says what is not there, and nothing about a database that does not answer", async () => {
    const open = database();
    const app = appOf(open);
    expect(await get(app, "/changes/ffffffffffff")).toMatchObject({
      status: 404,
      text: expect.stringContaining("No organization has such a change."),
    });
    expect(await get(app, "/organizations/none")).toMatchObject({
      status: 404,
      text: expect.stringContaining("There is no such organization."),
    });
    expect(await get(app, "/operations/crm/none")).toMatchObject({ status: 404 });
    for (const day of ["0000-01-01", "2025-02-30", "10000-01-01"])
      expect((await get(app, `/?day=${day}`)).status).toBe(404);
    expect(await get(app, "/?day=tomorrow")).toMatchObject({
      status: 404,
      text: expect.stringContaining("no day"),
    });
    const broken = appOf({ ...open, rows: () => Promise.reject(new Error("role fleet at 10.0.0.1 denied")) });
    for (const path of ["/", "/readyz", "/metrics"])
      expect(await get(broken, path)).toMatchObject({ status: 503, text: "The database does not answer.\n" });
    expect(await get(broken, "/healthz")).toMatchObject({ status: 200 });
  });

  it.each([
    [
      "UPDATE operation_day SET day = 'x' WHERE rowid = (SELECT max(rowid) FROM operation_day WHERE day = '2025-01-03')",
      "/operations/donation/listDonors",
      "the column day holds no day",
    ],
    ["UPDATE operation_day SET asked = 9007199254740993", "/operations/donation/listDonors", "beyond 2^53"],
    ["UPDATE run SET day = 'x' WHERE id = 1", "/organizations/alpha", "the column day holds no day"],
    ["UPDATE organization SET labels = 'x'", "/organizations/alpha", "the column labels"],
  ])("says of a database in which somebody has called %s that it is damaged", async (change, path, says) => {
    const damaged = await filled(sqlite);
    await damaged.rows(change);
    const { status, text } = await get(appOf(damaged), path);
    expect([status, text]).toEqual([500, expect.stringContaining(says)]);
  });

  it("names no organization in the metrics of more than a thousand", async () => {
    const large = await filled(sqlite);
    const names = Array.from({ length: 1000 }, (_, index) => `('many-${index}')`);
    await large.rows(`INSERT INTO organization (name) VALUES ${names.join(", ")}`);
    const { text } = await get(appOf(large), "/metrics");
    expect(text).toContain("tripact_fleet_waiting_organizations ");
    expect(text).not.toContain("organization=");
  });

  it("serves an empty fleet", async () => {
    if (sqlite === undefined) throw new Error("there is always SQLite");
    const app = appOf(await sqlite.open());
    for (const path of ["/", "/operations", "/organizations", "/work", "/metrics"])
      expect([path, (await get(app, path)).status]).toEqual([path, 200]);
  });
});
