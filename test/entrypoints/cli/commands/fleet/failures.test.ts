import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Clock } from "../../../../../src/core/model/clock.ts";
import type { DriftHistory } from "../../../../../src/core/model/drift.ts";
import type { Alter } from "../../../../monitoring/drift/month.ts";
import { jobSchema } from "../../../../../src/monitoring/fleet/jobs/job-queue.ts";
import { standIn } from "../../../../stand-in.ts";
import { isNightly } from "../../../../nightly.ts";
import { hasPostgres } from "../../../../monitoring/fleet/engines.ts";
import type { Behaviour } from "../../../../monitoring/fleet/organizations.ts";
import {
  type ServedOrganizations,
  serveOrganizations as serveAll,
} from "../../../../monitoring/fleet/served-organizations.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { alertingAt, openAlone, shortRuns } from "./fleet-alone.ts";
import { openFleet } from "./fleet-on-postgres.ts";

const days = ["2025-01-01", "2025-01-02", "2025-01-03", "2025-01-04"] as const;

/** One interface does where runs only show whether they are made. */
const serveOrganizations = (count: number): Promise<ServedOrganizations> => serveAll(count, ["crm"]);

const fewRequests = "{ config: organization.yaml, safety: { maxRequests: 40 } }";

/** The secrets are what a command prints. */
const secretsFrom = (...command: readonly string[]): string =>
  `secrets: { command: ${JSON.stringify([...command, "{organization}"])} }`;

/** A folder of secrets that is empty until it is filled; a command for each organization would take as long as its run. */
const secretsFolder = ({ names, env }: ServedOrganizations) => {
  const folder = temporaryFolder();
  const secretsOf = (name: string): Readonly<Record<string, string | undefined>> => ({
    CRM_KEY: env[`${name.toUpperCase().replaceAll("-", "_")}_CRM_KEY`],
  });
  return {
    source: `secrets: { files: ${JSON.stringify(join(folder, "{organization}.json"))} }`,
    fill: () =>
      names.forEach((name) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(secretsOf(name)))),
  };
};

const lines = (text: string): readonly string[] => text.trim().split("\n");

test("a source of secrets that is away is named once, and used once it is back", async () => {
  const served = await serveOrganizations(3);
  const { source, fill } = secretsFolder(served);
  const { run, keepOnly } = openAlone(served, { defaults: shortRuns, more: [source] });
  const away = await run(`run --date ${days[0]} --slots 1`);
  expect(away.code).toBe(3);
  expect(lines(away.err)).toEqual([
    expect.stringMatching(
      /^tripact: org-\d{4} was not checked: fleet\.yaml:\d+:\d+: the file of secrets cannot be read: file not found \(it is .*\{organization\}\.json\)$/,
    ),
    expect.stringMatching(/^tripact: 2 others not checked for the same reason: /),
    expect.stringMatching(/^tripact: 3 of 3 runs of 2025-01-01 failed, more than `tolerate`/),
  ]);
  expect(away.out).toContain("0 done, 0 failed, 0 running, 3 waiting");
  fill();
  keepOnly(served.names.slice(0, 2));
  const back = await run(`run --date ${days[0]}`);
  expect(back.out).toContain("2 done, 0 failed, 0 running, 0 waiting");
});

test("an address at which ten runs failed is left alone, and the others are run once it answers again", async () => {
  const served = await serveOrganizations(13);
  for (const name of served.names) served.behave(name, { kind: "down" });
  const { run } = openAlone(served, { defaults: shortRuns, more: ["schedule: { window: 1h }"] });
  // A busy machine takes no second of it.
  let now = Date.now();
  const clock: Clock = {
    now: () => now,
    async sleep(ms) {
      now += ms;
      if (ms < 600_000) return;
      for (const name of served.names) served.behave(name, { kind: "usual" });
    },
  };
  const result = await run(`run --date ${days[0]} --slots 1`, clock);
  expect(result.out).toContain("3 done, 10 failed, 0 running, 0 waiting");
  expect(lines(result.err)).toEqual([
    expect.stringMatching(/^tripact: org-\d{4} failed: crm: /),
    expect.stringMatching(/^tripact: org-\d{4} waits 900 s: its address was left alone/),
    expect.stringMatching(/^tripact: 9 others failed in the same way: /),
    expect.stringMatching(/^tripact: 2 others waited for the same reason: /),
    expect.stringMatching(/^tripact: 10 of 13 runs of 2025-01-01 failed, more than `tolerate`/),
  ]);
});

test("an address that stays down for the whole window fails the runs that were left, without a request", async () => {
  const served = await serveOrganizations(12);
  for (const name of served.names) served.behave(name, { kind: "down" });
  const { run } = openAlone(served, { defaults: shortRuns, more: ["schedule: { window: 10m }"] });
  const result = await run(`run --date ${days[0]} --slots 1`);
  expect(result.code).toBe(3);
  expect(result.out).toContain("0 done, 12 failed, 0 running, 0 waiting");
  expect(result.out.match(/target {2}its address was left alone/g)).toHaveLength(2);
  expect(served.names.filter((name) => served.requestsOf(name).length === 0)).toHaveLength(2);
  expect((await run(`status --date ${days[0]} --json`)).code).toBe(3);
});

test("a credential that was revoked fails its organization alone, which is paused on the third day", async () => {
  const served = await serveOrganizations(2);
  const [one = "", two = ""] = served.names;
  served.behave(one, { kind: "revoked" });
  const { run } = openAlone(served, { defaults: shortRuns });
  const errors: string[] = [];
  for (const day of days.slice(0, 3)) {
    const { code, err } = await run(`run --date ${day}`);
    expect(code).toBe(3);
    errors.push(err);
  }
  const refused = `tripact: ${one} failed: crm.credentials.apiKey was refused`;
  expect(errors.map((text) => text.startsWith(refused))).toEqual([true, true, true]);
  expect(errors.map((text) => text.includes("is paused until"))).toEqual([false, false, true]);
  const before = served.requestsOf(one).length;
  expect((await run(`run --date ${days[3]}`)).out).toContain(
    "1 done, 0 failed, 0 running, 0 waiting, 1 paused",
  );
  expect([served.requestsOf(one).length, served.requestsOf(two).length > 0]).toEqual([before, true]);
  served.behave(one, { kind: "usual" });
  await run(`resume ${one}`);
  expect((await run(`run --date ${days[3]}`)).out).toContain("2 done, 0 failed");
});

test("an interface that cannot be read fails its organization's run, the others are judged, and somebody is alerted", async () => {
  const served = await serveAll(3, ["crm", "volunteer"]);
  const [gone = "", refused = "", fine = ""] = served.names;
  const onVolunteer = (status: number): Behaviour => ({
    kind: "altered",
    by: [
      async (response, { url }) =>
        url.includes("/volunteer/") ? new Response('{"message":"no"}', { status }) : response,
    ],
  });
  served.behave(gone, onVolunteer(404));
  served.behave(refused, onVolunteer(401));
  const { received, origin } = await standIn();
  const { run } = openAlone(served, { defaults: fewRequests, more: [alertingAt(origin)] });
  for (const day of days.slice(0, 2)) {
    const { code, out } = await run(`run --date ${day}`);
    expect(code).toBe(3);
    expect(out).toContain("1 done, 2 failed, 0 running, 0 waiting (");
    expect(out).toContain(`${gone}  target  volunteer: no successful answer, only 404\n`);
    expect(out).toContain(`${refused}  credential  volunteer.credentials.token was refused`);
  }
  expect(received.map(({ path }) => path)).toEqual(["/slack"]);
  expect(received[0]?.body).toContain("fleet: 2 of 3 runs failed");
  const histories: readonly DriftHistory[] = JSON.parse((await run("history --json")).out).histories;
  const statuses = (organization: string, name: string): unknown =>
    histories
      .filter(({ target }) => target.organization === organization && target.interface === name)
      .flatMap(({ nights }) => nights.map(({ status }) => status));
  expect(statuses(gone, "crm")).toEqual(["baseline", "compared"]);
  expect(statuses(gone, "volunteer")).toEqual(["failed", "failed"]);
  expect(statuses(fine, "volunteer")).toEqual(["baseline", "compared"]);
});

test("an error that no baseline lists is printed, fails the day, and alerts once, without a heartbeat", async () => {
  const served = await serveAll(2, ["volunteer"]);
  const [wrong = ""] = served.names;
  const asText: Alter = async (response, { url }) => {
    if (!url.includes("/v1/users?")) return response;
    const text = (await response.text()).replace(/"total":(\d+)/, '"total":"$1"');
    return new Response(text, response);
  };
  served.behave(wrong, { kind: "altered", by: [asText] });
  const { received, origin } = await standIn();
  const { run } = openAlone(served, { defaults: fewRequests, more: [alertingAt(origin)] });
  for (const day of days.slice(0, 2)) {
    const { code, out } = await run(`run --date ${day}`);
    expect([code, out]).toEqual([1, expect.stringContaining("2 done, 0 failed")]);
    expect(out).toMatch(/^ {6}VOL-01, one organization, 1 of 2 organizations/m);
    expect(out).toMatch(/^ {4}at {10}volunteer listUsers/m);
    expect(await run(`drift --date ${day} --quiet`)).toMatchObject({
      code: 1,
      out: expect.stringContaining("VOL-01"),
    });
  }
  expect(received.map(({ path }) => path)).toEqual(["/slack"]);
  expect(received[0]?.body).toMatch(/breaking: volunteer: \/meta\/total is .*, in 1 of 2 organizations/);
});

describe.runIf(hasPostgres)("workers", () => {
  test("fail what cannot be run, each once a day, pause it on the third, and run the others", async () => {
    const served = await serveOrganizations(3);
    const [poison = "", revoked = ""] = served.names;
    served.behave(revoked, { kind: "revoked" });
    const broken = { ...served, env: { ...served.env, ORG_0001_CRM_KEY: "two words" } };
    const fleet = openFleet(broken, {
      defaults: shortRuns,
      work: "{ heartbeat: 10s, retries: 1, retryDelay: 1s }",
    });
    for (const day of days.slice(0, 3)) await fleet.run("plan", "--date", day, "--now", "--quiet");
    const { code, out } = await fleet.run("work", "--drain", "--slots", "1", "--json");
    expect(code).toBe(0);
    const reports = lines(out).map((line) => JSON.parse(line));
    const of = (name: string) =>
      reports.filter(({ organization }) => organization === name).map(({ state, cause }) => [state, cause]);
    expect(of(served.names[2] ?? "")).toEqual(days.slice(0, 3).map(() => ["done", undefined]));
    expect(of(revoked)).toEqual(days.slice(0, 3).map(() => ["failed", "credential"]));
    expect(of(poison)).toEqual(days.slice(0, 3).map(() => ["failed", "dead"]));
    expect(await fleet.rows("SELECT name FROM organization WHERE paused_at IS NOT NULL ORDER BY 1")).toEqual(
      [poison, revoked].map((name) => ({ name })),
    );
    expect(JSON.parse((await fleet.run("plan", "--date", days[3], "--json")).out)).toMatchObject({
      added: 1,
    });
  });

  test("stop where the source of the secrets is away, and lose no run", async () => {
    const served = await serveOrganizations(21);
    const { source, fill } = secretsFolder(served);
    const fleet = openFleet(served, {
      defaults: shortRuns,
      more: [source],
      work: "{ heartbeat: 10s, retries: 1, retryDelay: 1s }",
    });
    const stopped = await fleet.run("run", "--date", days[0], "--slots", "8");
    expect(stopped.code).toBe(3);
    expect(stopped.err).toMatch(
      /^tripact: org-\d+ waits 300 s: .+\ntripact: too many secrets in a row could not be had\ntripact: \d+ others waited for the same reason: .+\n$/,
    );
    expect(await fleet.rows("SELECT 1 FROM run")).toEqual([]);
    fill();
    const job = `${jobSchema(fleet.schema)}.job`;
    const waiting = await fleet.rows(
      `SELECT DISTINCT data->>'organization' FROM ${job} WHERE name = 'run' AND state < 'active'`,
    );
    expect(waiting).toHaveLength(21);
    // Put off for five minutes, which are over now; two show how they go on.
    await fleet.rows(`DELETE FROM ${job} WHERE data->>'organization' > '${served.names[1]}'`);
    await fleet.rows(`UPDATE ${job} SET start_after = now()`);
    const back = await fleet.run("work", "--drain", "--slots", "4");
    expect(lines(back.out).filter((line) => line.endsWith(" is done"))).toHaveLength(2);
  });

  test.runIf(isNightly)(
    "survive an organization that kills whoever runs it",
    { timeout: 600_000 },
    async () => {
      const served = await serveOrganizations(3);
      const [poison = ""] = served.names;
      const kills = join(temporaryFolder(), "kills");
      const script = `if (process.argv[1] === ${JSON.stringify(poison)}) {
          require("fs").appendFileSync(${JSON.stringify(kills)}, "x");
          process.kill(process.ppid, "SIGKILL");
        }
        const key = process.env[process.argv[1].toUpperCase().replace("-", "_") + "_CRM_KEY"];
        console.log(JSON.stringify({ CRM_KEY: key }));`;
      const fleet = openFleet(served, { more: [secretsFrom(process.execPath, "-e", script)] });
      await fleet.run("plan", "--date", days[0], "--now", "--quiet");
      for (let started = 0; started < 20; started += 1) {
        const worker = fleet.startWorker("--drain", "--slots", "1");
        await worker.text;
        if (worker.process.exitCode === 0) break;
      }
      const runs = await fleet.rows(
        "SELECT name, state, cause FROM run JOIN organization ON organization.id = run.organization ORDER BY name",
      );
      expect(runs.map(({ state, cause }) => [state, cause])).toEqual([
        ["failed", "dead"],
        ["done", null],
        ["done", null],
      ]);
      // Four attempts, and then it is left alone.
      expect(readFileSync(kills, "utf8")).toBe("xxxx");
    },
  );
});
