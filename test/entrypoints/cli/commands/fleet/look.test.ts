import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentation } from "../../../../../src/builtin/documents.ts";
import { openStore } from "../../../../../src/core/store/store.ts";
import { openHistory, openSqlite } from "../../../../../src/monitoring/history/sqlite.ts";
import { createRunRepository } from "../../../../../src/monitoring/history/create-repository.ts";
import { ownRun } from "../../../../monitoring/history/own-run.ts";
import { hasPostgres, postgresUrl, temporarySchema } from "../../../../monitoring/fleet/engines.ts";
import {
  beginRun,
  dayOf,
  endRun,
  orderOf,
  runOn,
  shapesOf,
  targetOf,
} from "../../../../monitoring/fleet/fleet-runs.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const template =
  'interfaces:\n  donation: { baseUrl: "https://d.example.org", credentials: { token: "${TOKEN}" } }\n';
type Env = Readonly<Record<string, string>>;

const fleet = "defaults: { config: o.yaml }\norganizations: [{ name: north }, { name: south }]\n";

/** A folder with the fleet's files, and its commands. */
const openFolder = (files: Readonly<Record<string, string>> = {}, inherited: Env = {}) => {
  const cwd = temporaryFolder({ "fleet.yaml": fleet, "o.yaml": template, ...files });
  const run = (line: string, env: Env = inherited) => runCli(`fleet ${line}`, { cwd, env });
  return { cwd, run };
};

let database: Buffer | undefined;

/** The same with two organizations, of which one drifts on the second day and the other fails on the third. */
const filled = async () => {
  const opened = openFolder();
  const path = join(opened.cwd, "fleet.sqlite");
  if (database === undefined) {
    const file = openSqlite(path, () => 0);
    const repository = createRunRepository(file, documentation);
    for (const day of [1, 2]) await runOn(repository, "south", day, { name: "x" });
    await runOn(repository, "north", 1, { name: "x" });
    await runOn(repository, "north", 2, { name: 1 });
    const failed = { cause: "target", reason: "no answer" } as const;
    await endRun(repository, await beginRun(repository, orderOf("south", 3)), undefined, failed);
    await file.close();
    database = readFileSync(path);
  } else writeFileSync(path, database);
  return opened;
};

test("drift lists what changed and how widely, until it is accepted", async () => {
  const { run } = await filled();
  const open = await run(`drift --date ${dayOf(2)}`);
  expect(open.code).toBe(1);
  expect(open.out).toMatch(
    new RegExp(
      `^ {2}error donation could not be read: no answer\n {6}one organization, 1 of 1 organization, since ${dayOf(3)}, last seen ${dayOf(3)}: south\n` +
        ` {2}NEW Donor.name, so far string, is integer in listDonors \\(breaking, confirmed, [0-9a-f]{12}\\)\n` +
        "(?: {4}\\S.*\n)+ {4}if meant +tripact fleet accept [0-9a-f]{12}\n" +
        " {6}one organization, 1 of 2 organizations",
    ),
  );
  expect((await run(`drift --date ${dayOf(3)}`)).out).toMatch(
    new RegExp(`^ {2}known since ${dayOf(2)} Donor.name, so far string, is integer in listDonors`, "m"),
  );
  const fingerprint = /confirmed, ([0-9a-f]{12})/.exec(open.out)?.[1] ?? "";
  const json = JSON.parse((await run(`drift --date ${dayOf(2)} --json`)).out);
  const shown = { organizations: 1, names: ["north"], sampledBy: 2, breadth: "own" };
  const group = String(json.changes[0].group.fingerprint);
  expect(json.changes).toMatchObject([shown]);
  expect(json.problems.slice(1)).toMatchObject([{ ...shown, problem: { fingerprint, groups: [group] } }]);
  expect((await run(`drift --date ${dayOf(2)} --fingerprint ${fingerprint}`)).code).toBe(1);
  expect(await run(`drift --date ${dayOf(3)} --organization south`)).toEqual({
    code: 3,
    out: expect.stringContaining("error donation could not be read: no answer\n"),
    err: `tripact: 2 of 2 runs of ${dayOf(3)} failed, more than \`tolerate\` of the fleet file allows; 1 of them did not end in time (tripact fleet status --date ${dayOf(3)} lists them)\n`,
  });
  expect(await run("accept 000000000000")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no drift has the fingerprint 000000000000"),
  });
  expect((await run(`accept ${fingerprint}`)).out).toBe(`accepted ${fingerprint} in 1 organization\n`);
  expect(await run(`drift --date ${dayOf(2)}`)).toMatchObject({
    code: 0,
    out: expect.not.stringContaining("Donor.name"),
  });
  // It is known, and accepted.
  expect((await run(`drift --date ${dayOf(2)} --fingerprint ${group}`)).code).toBe(0);
});

test.each([
  ["drift --organization suoth", "--organization: there is no organization suoth (did you mean south?)"],
  ["history --organization suoth", "--organization: there is no organization suoth (did you mean south?)"],
  ["drift --operation listDonor", "--operation: there is no operation listDonor (did you mean listDonors?)"],
  ["drift --fingerprint abcdef", "--fingerprint: there is no change with the fingerprint abcdef (known: "],
])("%s names nothing, and does not look as if nothing were wrong", async (line, message) => {
  const result = await (await filled()).run(line);
  expect(result).toEqual({ code: 2, out: "", err: expect.stringContaining(`tripact: ${message}`) });
});

const wholeFleet = "database: ${DATABASE}\nschema: ${SCHEMA}\nkey: kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n";

/** A fleet whose database has no tables. */
const fleets = [
  { engine: "SQLite", open: () => ({ DATABASE: "fleet.sqlite", SCHEMA: "tripact" }) },
  ...(hasPostgres
    ? [{ engine: "PostgreSQL", open: () => ({ DATABASE: postgresUrl, SCHEMA: temporarySchema() }) }]
    : []),
].map(({ engine, open }) => ({
  engine,
  open: () => openFolder({ "fleet.yaml": `${wholeFleet}${fleet}` }, open()),
}));

describe.each(fleets)("on $engine", ({ open }) => {
  test.each([
    "status",
    "drift",
    "history",
    "plan",
    "work --drain",
    "serve --port 0",
    "accept 000000000000",
    "pause north",
    "resume north",
  ])("%s says that the database has no tables, and creates none", async (line) => {
    const { cwd, run } = open();
    for (const _ of [1, 2])
      expect(await run(line)).toEqual({
        code: 2,
        out: "",
        err: expect.stringMatching(
          /^tripact: \S+: the database has no tables of a fleet yet \(create them with tripact fleet migrate, .*\)\n$/,
        ),
      });
    expect(existsSync(join(cwd, "fleet.sqlite"))).toBe(false);
  });

  test("a day that there is is taken, and any other one refused, by every command that takes one", async () => {
    const { run } = open();
    await run("migrate");
    const codesOf = (lines: readonly string[], day: string) =>
      Promise.all(lines.map(async (line) => (await run(`${line}=${day}`)).code));
    const looking = ["status --date", "drift --date"];
    for (const day of ["1970-01-01", "2024-02-29", "9999-12-31"])
      expect([day, ...(await codesOf(looking, day))]).toEqual([day, 3, 3]);
    const lines = [...looking, "run --date", "plan --date", "accept 000000000000 --until"];
    for (const day of [
      "0000-00-00",
      "0000-01-01",
      "0001-01-01",
      "1969-12-31",
      "2025-02-29",
      "2025-02-30",
      "2025-13-01",
      "10000-01-01",
      "-000001-01-01",
      "2025-1-1",
      "today",
      "",
    ])
      expect([day, ...(await codesOf(lines, day))]).toEqual([day, 2, 2, 2, 2, 2]);
    for (const verb of ["run", "plan"])
      expect(await run(`${verb} --date 9999-12-31`)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(/^tripact: --date: must not be after today, 20\d\d-\d\d-\d\d\n$/),
      });
  });
});

test("before the first run there is no name to narrow a list by, and the hint says so", async () => {
  const { run } = openFolder();
  await run("migrate");
  expect(await run("drift --organization north")).toMatchObject({
    code: 2,
    err: "tripact: --organization: there is no organization north (the database has none before the first run)\n",
  });
});

test("status counts a day's runs, and history lists them", async () => {
  const { run } = await filled();
  expect(await run(`status --date ${dayOf(2)}`)).toMatchObject({
    code: 0,
    out: `${dayOf(2)}  2 done, 0 failed, 0 running, 0 waiting (14 requests)\n`,
  });
  const failed = await run(`status --date ${dayOf(3)}`);
  expect(failed.code).toBe(3);
  expect(failed.out).toContain("  south  target  no answer\n");
  expect((await run("status --date 2025-02-30")).code).toBe(2);
  const history = await run("history --organization south");
  expect(history.out).toContain("donation https://south.example.org (south)");
  expect(history.out).not.toContain("north");
  expect(JSON.parse((await run("history --json")).out).histories).toHaveLength(2);
});

test.each([
  ["history", "UPDATE operation_run SET statuses = 'garbage'", "the column statuses cannot be read"],
  [
    "history",
    "UPDATE operation_run SET statuses = '[]'",
    "the column statuses has another form: it must be an object, not array(0)",
  ],
  [
    "history",
    "UPDATE operation_run SET changes = '{}'",
    "the column changes has another form: it must be a list, not object(0 keys)",
  ],
  ["history", "UPDATE target_run SET answers = 9223372036854775807", "Value is too large"],
  ["history", "ALTER TABLE target_run RENAME COLUMN status TO x", "the column status holds no text"],
  [
    "drift",
    "UPDATE change SET summary = 'null'",
    "the column summary has another form: it must be an object, not null",
  ],
  ["drift", "ALTER TABLE change RENAME TO x", "no such table: change"],
])(
  "%s of a database that somebody else has changed (%s) says what is damaged",
  async (command, change, says) => {
    const { cwd, run } = await filled();
    const file = openSqlite(join(cwd, "fleet.sqlite"), () => 0);
    await file.rows(change);
    await file.close();
    const { code, out, err } = await run(command === "drift" ? `drift --date ${dayOf(2)}` : command);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^tripact: .*the store is damaged: .*\(.*\)\n$/);
    expect(err).toContain(says);
  },
);

test("what is of a day has that day, whenever its run was made", async () => {
  const { cwd, run } = openFolder();
  const file = openSqlite(join(cwd, "fleet.sqlite"), () => 0);
  const repository = createRunRepository(file, documentation);
  for (const [day, name] of [
    [1, "x"],
    [2, 1],
  ] as const) {
    const startedAt = `2026-11-23T0${day}:00:00.000Z`;
    const open = await beginRun(repository, { ...orderOf("north", day), startedAt });
    await endRun(repository, open, shapesOf({ name }));
  }
  await file.close();
  expect((await run(`drift --date ${dayOf(2)}`)).out).toContain(
    `since ${dayOf(2)}, last seen ${dayOf(2)}: north`,
  );
  const ofNorth = await run("drift --organization north --json");
  expect(JSON.parse(ofNorth.out).changes).toMatchObject([{ firstDay: dayOf(2), lastDay: dayOf(2) }]);
  const { out } = await run("history");
  expect(out).toContain(`1  ${dayOf(1)}  baseline`);
  expect(out).toContain(`known since ${dayOf(2)}`);
  expect(out).not.toContain("2026-11-23");
});

test("a paused organization is shown as paused until it is resumed", async () => {
  const { run } = await filled();
  expect((await run("pause north --reason moving")).out).toBe("north is paused\n");
  expect((await run("status")).out).toMatch(/1 waiting, 1 paused .*\n[^]* {2}north {2}paused {2}moving\n$/);
  expect((await run("resume north")).out).toBe("north is resumed\n");
  expect((await run("resume nort")).err).toContain("there is no organization nort (did you mean north?)");
});

test("check names each organization whose secrets or configuration cannot be used", async () => {
  const { run } = openFolder();
  expect(await run("check")).toMatchObject({
    code: 0,
    out: "2 organizations, 0 with problems; secrets were not resolved (--resolve)\n",
  });
  const resolved = await run("check --resolve", { NORTH_TOKEN: "s3cret" });
  expect(resolved).toMatchObject({
    code: 2,
    err: "tripact: south: fleet.yaml:2:34: no variable of south is set (set SOUTH_TOKEN)\n",
  });
  expect((await run("check --fleet other.yaml")).err).toContain("name a fleet file with --fleet");
});

test("check calls a variable that is missing what the environment calls it", async () => {
  const addresses = template.replace("https://d.example.org", "${DONATION_URL}");
  const { run } = openFolder({ "o.yaml": addresses });
  const env = { NORTH_DONATION_URL: "https://n.example.org", NORTH_TOKEN: "t", SOUTH_TOKEN: "t" };
  const missing =
    "the environment variable SOUTH_DONATION_URL is not set (set SOUTH_DONATION_URL, or remove the key)";
  expect(await run("check --resolve", env)).toMatchObject({
    code: 2,
    err: `tripact: south: o.yaml:2:24: ${missing}\n`,
  });
  for (const [more, says] of [
    [{ SOUTH_DONATON_URL: "https://s.example.org" }, "is not set (did you mean SOUTH_DONATON_URL?)"],
    [{ SOUTH_DONATION_URL: "" }, "is empty"],
  ] as const)
    expect((await run("check --resolve", { ...env, ...more })).err).toContain(`SOUTH_DONATION_URL ${says}`);
});

test("check names two organizations that have one credential, unless the file says that they share it", async () => {
  const { cwd, run } = openFolder();
  const check = (env: Env) => run("check --resolve", env);
  expect(await check({ NORTH_TOKEN: "t1", SOUTH_TOKEN: "t2" })).toMatchObject({ code: 0, err: "" });
  const same = { NORTH_TOKEN: "s3cret", SOUTH_TOKEN: "s3cret" };
  const { code, err } = await check(same);
  expect([code, err]).toEqual([
    2,
    "tripact: south: north and south have the same credential for donation at the same address (give each its own; if they share it on purpose, name one account for both in the list of organizations, as in account: shared)\n",
  ]);
  writeFileSync(join(cwd, "fleet.yaml"), fleet.replaceAll("config:", "account: shared, config:"));
  expect(await check(same)).toMatchObject({ code: 0, err: "" });
});

test("migrate says which database is up to date", async () => {
  const { cwd, run } = openFolder();
  for (const _ of [1, 2])
    expect(await run("migrate")).toMatchObject({
      code: 0,
      out: `${join(cwd, "fleet.sqlite")} is up to date\n`,
    });
});

test("import creates nothing if there is no such store", async () => {
  const { cwd, run } = openFolder();
  const before = readdirSync(cwd);
  expect(await run("import --store typo.sqlite")).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^tripact: --store typo\.sqlite: there is no such store \(name the file .*\)\n$/,
    ),
  });
  expect(readdirSync(cwd)).toEqual(before);
});

test("import takes over a store of tripact drift, under the name that it is given", async () => {
  const { cwd, run } = openFolder();
  const file = openStore(join(cwd, "drift.sqlite"));
  const runs = await openHistory(file, documentation);
  const { startedAt } = orderOf("default", 1);
  const end = (organization: string) =>
    ownRun(runs, { target: targetOf(organization), startedAt, shapes: shapesOf({ name: "x" }) });
  await end("default");
  const importAs = "import --store drift.sqlite --as north";
  expect((await run(importAs)).out).toBe("north donation: 1 run\n");
  expect((await run(importAs)).out).toBe("north donation: known already\n");
  await end("other");
  expect(await run(importAs)).toMatchObject({
    code: 2,
    err: "tripact: --as: the store has several organizations (omit it: each keeps its name)\n",
  });
});
