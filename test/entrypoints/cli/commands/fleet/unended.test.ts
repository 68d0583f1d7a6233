import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fleet } from "../../../../../src/app/fleet.ts";
import { documentation } from "../../../../../src/builtin/documents.ts";
import {
  createRunRepository,
  type RunRepository,
} from "../../../../../src/monitoring/history/create-repository.ts";
import { openSqlite } from "../../../../../src/monitoring/history/sqlite.ts";
import type { Database } from "../../../../../src/core/store/database.ts";
import { openPostgres } from "../../../../../src/monitoring/fleet/database/postgres.ts";
import { hasPostgres, temporarySchema, unsyncedUrl } from "../../../../monitoring/fleet/engines.ts";
import { beginRun, dayOf, endRun, orderOf, runOn } from "../../../../monitoring/fleet/fleet-runs.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const names = Array.from({ length: 16 }, (_, at) => `org-${String(at + 1).padStart(2, "0")}`);

const lines = [
  "defaults: { config: o.yaml }",
  `organizations: [${names.map((name) => `{ name: ${name} }`).join(", ")}]`,
  "tolerate: 0.1",
  'schedule: { at: "02:00", window: 4h, timezone: Europe/Amsterdam }',
];

const fleets = [
  {
    engine: "SQLite",
    open: () => {
      const cwd = temporaryFolder({ "o.yaml": "{}", "fleet.yaml": lines.join("\n") });
      return { cwd, database: async () => openSqlite(join(cwd, "fleet.sqlite"), () => 0) };
    },
  },
  ...(hasPostgres
    ? [
        {
          engine: "PostgreSQL",
          open: () => {
            const schema = temporarySchema();
            const server = [`database: ${unsyncedUrl}`, `schema: ${schema}`, `key: ${"k".repeat(32)}`];
            const cwd = temporaryFolder({ "o.yaml": "{}", "fleet.yaml": [...server, ...lines].join("\n") });
            return { cwd, database: () => openPostgres({ url: unsyncedUrl, schema }) };
          },
        },
      ]
    : []),
];

const day = dayOf(2);

/** 02:00 to 06:00 in Amsterdam. */
const [start, end] = ["2025-01-02T01:00:00.000Z", "2025-01-02T05:00:00.000Z"];

const clockAt = (moment: string) => ({ now: () => Date.parse(moment), sleep: async () => undefined });

describe.each(fleets)("a day on $engine", ({ open }) => {
  /** A fleet with this past, and what its commands and functions say at a moment. */
  const filled = async (fill: (repository: RunRepository, database: Database) => Promise<void>) => {
    const { cwd, database: opened } = open();
    const database = await opened();
    const repository = createRunRepository(database, documentation);
    await repository.list(names.map((name) => ({ name, labels: {} })));
    await fill(repository, database);
    await database.close();
    return {
      run: (line: string, at: string) => runCli(`fleet ${line}`, { cwd, clock: clockAt(at) }),
      drift: (at: string) =>
        fleet
          .drift({ fleet: "fleet.yaml", cwd, clock: clockAt(at), date: day })
          .then(({ verdict }) => verdict),
    };
  };

  test("that nobody planned is not over until the schedule's window is, and has failed then", async () => {
    const { run, drift } = await filled(async () => undefined);
    const early = "2025-01-02T04:59:00Z";
    expect(await run("status", early)).toEqual({
      code: 3,
      out: `${day}  0 done, 0 failed, 0 running, 16 waiting (0 requests)\n`,
      err: `tripact: ${day} is not over: 16 of 16 runs may still end until 2025-01-02 05:00 UTC\n`,
    });
    expect([(await run("drift", early)).code, await drift(early)]).toEqual([3, "inconclusive"]);
    const late = await run("status --quiet", end);
    expect([late.code, late.err]).toEqual([
      3,
      `tripact: 16 of 16 runs of ${day} failed, more than \`tolerate\` of the fleet file allows; 16 of them did not end in time\n`,
    ]);
    expect(late.out).toContain("  org-16  late  its run did not end in time\n");
    expect([(await run("drift", end)).code, await drift(end)]).toEqual([3, "inconclusive"]);
    expect(JSON.parse((await run("status --json", end)).out)).toMatchObject({
      state: "failed",
      over: true,
      until: end,
      waiting: 16,
    });
  });

  test("whose worker was killed is not good, neither before nor after the end of its own window", async () => {
    const until = "2025-01-02T12:00:00.000Z";
    const { run, drift } = await filled(async (repository) => {
      // Planned by hand after the schedule's window.
      await repository.makeDue(day, until);
      // Planning again changes nothing.
      await repository.makeDue(day, "2025-01-02T20:00:00.000Z");
      for (const name of names.slice(0, 8)) await beginRun(repository, orderOf(name, 2));
    });
    for (const [at, says] of [
      [
        "2025-01-02T11:59:59Z",
        /8 running, 8 waiting[^]*16 of 16 runs may still end until 2025-01-02 12:00 UTC/,
      ],
      [until, /16 of 16 runs of 2025-01-02 failed/],
    ] as const) {
      const { code, out, err } = await run(`status --date ${day}`, at);
      expect([code, out + err]).toEqual([3, expect.stringMatching(says)]);
      expect([(await run(`drift --date ${day}`, at)).code, await drift(at)]).toEqual([3, "inconclusive"]);
    }
  });

  test("counts a run that did not end against what is tolerated, once the window is over", async () => {
    const { run, drift } = await filled(async (repository) => {
      await repository.makeDue(day, end);
      for (const name of names.slice(0, 15)) await runOn(repository, name, 2, { name: "x" });
    });
    expect((await run("status", start)).code).toBe(3);
    expect(await drift(start)).toBe("inconclusive");
    const late = await run("status", end);
    expect([late.code, late.err]).toEqual([0, ""]);
    expect(late.out).toContain("  org-16  late  ");
    expect(await drift(end)).toBe("conformant");
  });

  test("has failed as soon as more runs have than is tolerated, whatever else may end", async () => {
    const { run } = await filled(async (repository) => {
      const failure = { cause: "target", reason: "no answer" } as const;
      for (const name of names.slice(0, 2))
        await endRun(repository, await beginRun(repository, orderOf(name, 2)), undefined, failure);
    });
    expect((await run("status", start)).err).toContain(`2 of 16 runs of ${day} failed, more than`);
  });

  test("on which everybody has ended is over before its window is", async () => {
    const { run } = await filled(async (repository) => {
      for (const name of names) await runOn(repository, name, 2, { name: "x" });
    });
    expect(await run("status", start)).toMatchObject({ code: 0, err: "" });
    expect((await run("drift", start)).code).toBe(0);
  });

  test("is not late for organizations that were not due: listed later, paused by somebody, or no longer listed", async () => {
    const { run } = await filled(async (repository) => {
      const [first = "", second = "", ...others] = names;
      await repository.list(names.slice(0, 12).map((name) => ({ name, labels: {} })));
      await repository.pause(first, "moving", start);
      await repository.makeDue(day, end);
      for (const name of names.slice(2, 12)) await runOn(repository, name, 2, { name: "x" });
      await repository.list([first, ...others].map((name) => ({ name, labels: {} })));
      await repository.resume(first);
      expect(await repository.status(day)).toMatchObject({ done: 10, waiting: 0, unended: [] });
      expect(second).not.toBe("");
    });
    expect(await run(`status --date ${day}`, "2025-02-01T00:00:00Z")).toMatchObject({ code: 0, err: "" });
  });

  test("is late for those that were given up after failed runs", async () => {
    const { run } = await filled(async (repository) => {
      const failure = { cause: "dead", reason: "no configuration" } as const;
      for (const name of names.slice(0, 2)) {
        for (const before of [-2, -1, 0])
          await endRun(repository, await beginRun(repository, orderOf(name, before)), undefined, failure);
      }
      await repository.makeDue(day, end);
      for (const name of names.slice(2)) await runOn(repository, name, 2, { name: "x" });
      expect(await repository.status(day)).toMatchObject({ done: 14, givenUp: 2 });
    });
    expect((await run("status", end)).err).toContain(`2 of 16 runs of ${day} failed, more than`);
  });

  test("on which nothing was due says nothing of any organization", async () => {
    const { run, drift } = await filled(async (repository) => {
      for (const name of names) await repository.pause(name, "moving", start);
    });
    expect(await run("status", end)).toMatchObject({
      code: 3,
      err: `tripact: no run of ${day} was due: no organization is listed, or somebody has paused them all\n`,
    });
    expect(await drift(end)).toBe("inconclusive");
  });

  test("on which every run failed is never good, even if that is tolerated", async () => {
    const { run } = await filled(async (repository) => {
      const failure = { cause: "target", reason: "no answer" } as const;
      for (const name of names)
        await endRun(repository, await beginRun(repository, orderOf(name, 2)), undefined, failure);
    });
    expect((await run("status", end)).code).toBe(3);
  });
});
