import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jobSchema } from "../../../../../src/monitoring/fleet/jobs/job-queue.ts";
import { hasPostgres } from "../../../../monitoring/fleet/engines.ts";
import { serveOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { openAlone, shortRuns } from "./fleet-alone.ts";
import { openFleet } from "./fleet-on-postgres.ts";

const day = "2025-01-01";

/** A fleet of two, which both lack a variable until it is set. */
const engines = [
  {
    name: "SQLite",
    has: true,
    open: (served: Awaited<ReturnType<typeof serveOrganizations>>) => {
      const { cwd, run } = openAlone(served, { defaults: shortRuns });
      return { cwd, run: (...args: readonly string[]) => run(args.join(" ")) };
    },
  },
  {
    name: "PostgreSQL",
    has: hasPostgres,
    open: (served: Awaited<ReturnType<typeof serveOrganizations>>) =>
      openFleet(served, { defaults: shortRuns }),
  },
];

const repairAfter = async (cwd: string, break_: (text: string) => string, broken: () => Promise<void>) => {
  const file = join(cwd, "organization.yaml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, break_(text));
  await broken();
  writeFileSync(file, text);
};

/** The configuration with a variable that nobody has set. */
const lackingVariable = (text: string): string => text.replace("_KEY}", "_KEY_OF_NOBODY}");

describe.each(engines.filter(({ has }) => has))("on $name", ({ open }) => {
  test("a run that failed for an unset variable is tried again once it is set, and once only", async () => {
    const served = await serveOrganizations(2, ["crm"]);
    const { cwd, run } = open(served);
    await repairAfter(cwd, lackingVariable, async () => {
      for (const _ of ["once", "and again, in vain", "three times, which pauses nobody on one day"]) {
        const failed = await run("run", "--date", day);
        expect(failed.code).toBe(3);
        expect(failed.out).toContain("0 done, 2 failed, 0 running, 0 waiting");
        expect(failed.out).not.toContain("paused");
        expect(failed.out).toContain(
          "2 failed runs sent nothing: tripact fleet run, or tripact fleet plan --now, tries them again",
        );
      }
    });
    const repaired = await run("run", "--date", day);
    expect(repaired.out).toContain("2 done, 0 failed, 0 running, 0 waiting");
    expect(repaired.out).not.toContain("tries");
    const sent = served.names.map((name) => served.requestsOf(name).length);
    expect((await run("run", "--date", day)).err).toContain("no organization was checked");
    expect(served.names.map((name) => served.requestsOf(name).length)).toEqual(sent);
  });

  test("a run that asked its target is not repeated, whatever it was refused", async () => {
    const served = await serveOrganizations(1, ["crm"]);
    const [name = ""] = served.names;
    served.behave(name, { kind: "revoked" });
    const { run } = open(served);
    expect((await run("run", "--date", day)).out).toContain("0 done, 1 failed");
    const sent = served.requestsOf(name).length;
    const again = await run("run", "--date", day);
    expect(again.err).toContain("no organization was checked");
    expect(again.out).not.toContain("tries");
    expect(served.requestsOf(name)).toHaveLength(sent);
  });

  test("a run that would wait for the next hour says for how long, and is left where nobody may wait", async () => {
    const served = await serveOrganizations(1, ["crm"]);
    const { cwd, run } = open(served);
    const file = join(cwd, "fleet.yaml");
    const limited = readFileSync(file, "utf8").replace("maxRequests: 4", "maxRequests: 4, perHour: 5");
    writeFileSync(file, limited);
    expect((await run("run", "--date", day, "--no-wait")).out).toContain("1 done");
    const left = await run("run", "--date", "2025-01-02", "--no-wait");
    expect(left.code).toBe(3);
    expect(left.err).toMatch(/(can begin in|waits) 3[56]\d\d s/);
    expect(left.err).toContain("the requests of its account for this hour are spent (perHour)");
    expect(left.out).toContain("0 done, 0 failed, 0 running, 1 waiting");
    writeFileSync(file, limited.replace("perHour: 5", "perHour: 50"));
  });
});

describe.runIf(hasPostgres)("jobs", () => {
  test("fleet plan --now plans again what failed before it sent anything, once; fleet plan does not", async () => {
    const served = await serveOrganizations(2, ["crm"]);
    const { cwd, run, work } = openFleet(served, { defaults: shortRuns });
    await repairAfter(cwd, lackingVariable, async () => {
      await run("plan", "--date", day, "--now", "--quiet");
      expect(await work("--drain").text).toMatch(/failed: dead: /);
    });
    const planned = async (...args: readonly string[]) =>
      JSON.parse((await run("plan", "--date", day, "--json", ...args)).out);
    expect(await planned()).toMatchObject({ added: 0, pending: 0 });
    expect(await planned("--now")).toMatchObject({ added: 2, pending: 2 });
    expect(await planned("--now")).toMatchObject({ added: 0, pending: 2 });
    expect(await work("--drain").code).toBe(0);
    expect((await run("status", "--date", day)).out).toContain("2 done, 0 failed");
  });

  test.each(["null", '{"organization":7,"day":"x","until":"","failed":0,"turn":-1}'])(
    "a job whose data is %s is removed and named, and can be planned again",
    async (data) => {
      const served = await serveOrganizations(2, ["crm"]);
      const { run, work, rows, schema } = openFleet(served, { defaults: shortRuns });
      await run("plan", "--date", day, "--now", "--quiet");
      const table = `${jobSchema(schema)}.job`;
      await rows(
        `UPDATE ${table} SET data = '${data}' WHERE id = (SELECT id FROM ${table} WHERE name = 'run' LIMIT 1)`,
      );
      const worker = work("--drain");
      expect(await worker.text).toMatch(/tripact: a job of the queue run could not be read/);
      expect(await worker.code).toBe(0);
      expect((await run("status", "--date", day)).out).toContain("1 done, 0 failed, 0 running, 1 waiting");
      await run("plan", "--date", day, "--now", "--quiet");
      expect(await work("--drain").code).toBe(0);
      expect((await run("status", "--date", day)).out).toContain("2 done, 0 failed");
    },
  );
});
