/** Tries what docs/guides/fleet.md says of PostgreSQL. */
import { join, resolve } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../src/entrypoints/cli/program.ts";
import { jobSchema } from "../../src/monitoring/fleet/jobs/job-queue.ts";
import { hasPostgres, postgresUrl, temporarySchema } from "../monitoring/fleet/engines.ts";
import { serveOrganizations } from "../monitoring/fleet/served-organizations.ts";
import { systemClock } from "../../src/core/model/system-clock.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { fileIn } from "./guide.ts";

const root = resolve(import.meta.dirname, "../..");

/** A file of the guide. */
const fileOf = (name: string): string => fileIn(join(root, "docs/guides/fleet.md"), name);

const asOwner = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The roles of the guide, under names of this test's own. */
const createRoles = async (schema: string) => {
  const sql = fileOf("roles.sql")
    .replaceAll("tripact_worker", `${schema}_worker`)
    .replaceAll("tripact_reader", `${schema}_reader`)
    .replaceAll("tripact_jobs", jobSchema(schema))
    .replaceAll("SCHEMA tripact,", `SCHEMA ${schema},`);
  const roles = [`${schema}_worker`, `${schema}_reader`];
  onTestFinished(() =>
    asOwner(async (client) => {
      for (const role of roles) await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }),
  );
  await asOwner((client) => client.query(sql));
  return roles.map((role) => postgresUrl.replace("postgres@", `${role}@`));
};

describe.runIf(hasPostgres)("a fleet on PostgreSQL, as docs/guides/fleet.md says", () => {
  test("the owner migrates, a worker runs, a reader reads, and neither may do more", async () => {
    const served = await serveOrganizations(2, ["crm"], 20);
    const schema = temporarySchema();
    const cwd = temporaryFolder({
      "fleet-on-postgres.yaml": `${fileOf("fleet-on-postgres.yaml")}\nschema: ${schema}\n`,
      "organization.yaml": JSON.stringify(served.config),
      "organizations.csv": `name\n${served.names.join("\n")}\n`,
    });
    const env = (database: string) => ({
      ...served.env,
      TRIPACT_DATABASE: database,
      TRIPACT_FLEET_KEY: "0123456789abcdef0123456789abcdef",
    });
    const run = (database: string, ...args: string[]) =>
      runCli(["fleet", ...args, "--fleet", "fleet-on-postgres.yaml"], {
        cwd,
        env: env(database),
        clock: systemClock,
      });
    expect(await run(postgresUrl, "migrate")).toMatchObject({ code: 0, err: "" });
    const [worker = "", reader = ""] = await createRoles(schema);

    expect(await run(worker, "plan", "--now")).toMatchObject({ code: 0, err: "" });
    const worked = await run(worker, "work", "--drain", "--json");
    expect([worked.code, worked.err]).toEqual([0, ""]);
    const states = worked.out.trim().split("\n");
    expect(states.map((line) => JSON.parse(line).state)).toEqual(["done", "done"]);

    expect(await run(reader, "status")).toMatchObject({ code: 0, err: "" });
    const refused = await run(reader, "pause", served.names[0] ?? "");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("permission denied")]);
    const outdated = await asOwner((client) => client.query(`UPDATE ${schema}.schema_step SET step = 0`));
    expect(outdated.rowCount).toBe(1);
    const behind = await run(worker, "status");
    expect([behind.code, behind.err]).toEqual([
      2,
      expect.stringContaining("run tripact fleet migrate as the owner"),
    ]);
    await asOwner((client) => client.query(`UPDATE ${schema}.schema_step SET step = 99`));
    expect((await run(worker, "status")).err).toContain("a newer tripact has written the database");
  });
});

test("the files of the guide for containers, Kubernetes and systemd call commands that there are", async () => {
  const compose = parse(fileOf("compose.yaml"), { merge: true });
  const cronjob = parse(fileOf("cronjob.yaml"));
  const [container] = cronjob.spec.jobTemplate.spec.template.spec.containers;
  const unit = /^ExecStart=\/etc\/tripact\/(.*)$/m.exec(fileOf("tripact-fleet.service"))?.[1] ?? "";
  const calls: readonly string[] = [
    ...[compose.services.worker, compose.services.dashboard].map(({ command }) => command.join(" ")),
    ...container.command[2].split(" && "),
    unit,
    (/npx tripact .*/.exec(fileOf("crontab"))?.[0] ?? "").replace("npx ", ""),
  ];
  for (const call of calls) {
    const [started, ...args] = call.replace(/^exec /, "").split(" ");
    // Whatever is started in a container or by systemd gets its signals itself.
    expect(started).toMatch(/^(?:node_modules\/\.bin\/)?tripact$/);
    let acted = 0;
    const io = {
      stdout: { columns: 80, write: () => undefined },
      stderr: { columns: 80, write: () => undefined },
    };
    const program = await createProgram(
      io as unknown as Parameters<typeof createProgram>[0],
      () => "0",
      async () => {
        acted += 1;
      },
    );
    await program.parseAsync(args, { from: "user" });
    expect([call, acted]).toEqual([call, 1]);
  }
});
