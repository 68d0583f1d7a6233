import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ofItems } from "../../../../monitoring/drift/alterations.ts";
import { standIn } from "../../../../stand-in.ts";
import { serveOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { alertingAt, openAlone } from "./fleet-alone.ts";

/** A number that is text now. */
const countsAsText = ofItems(/\/api\/Donor\/(?:list|query)$/i, (item) => ({
  ...item,
  giftCount: String(item["giftCount"]),
}));

test("a fleet runs in one process: once a day, each organization within its budget", async () => {
  const served = await serveOrganizations(3, ["crm", "volunteer"], 16);
  const { cwd, run } = openAlone(served);
  const first = await run("run --date 2025-01-01 --slots 2 --quiet");
  expect(first).toEqual({ code: 0, out: "", err: "" });
  const sent = served.names.map((name) => served.requestsOf(name).length);
  expect(Math.max(...sent)).toBeLessThanOrEqual(served.safety.maxRequests);
  expect(Math.min(...sent)).toBeGreaterThan(10);
  const status = await run("status --date 2025-01-01 --json");
  const day = JSON.parse(status.out) as { readonly requests: number };
  expect(day).toMatchObject({ done: 3, failed: 0, waiting: 0 });
  // Of four requests at once, the others may be counted and given up on their way when one finds the budget spent.
  const unsent = day.requests - sent.reduce((sum, one) => sum + one, 0);
  expect(unsent).toBeGreaterThanOrEqual(0);
  expect(unsent).toBeLessThanOrEqual(3 * sent.length);
  expect((await run("run --date 2025-01-01 --quiet")).code).toBe(0);
  expect(served.names.map((name) => served.requestsOf(name).length)).toEqual(sent);

  const [one = "", two = ""] = served.names;
  served.behave(one, { kind: "revoked" });
  served.behave(two, { kind: "down" });
  const second = await run("run --date 2025-01-02");
  expect(second.code).toBe(3);
  expect(second.err).toContain(`tripact: ${one} failed: crm.credentials.apiKey was refused`);
  expect(second.out).toMatch(new RegExp(`^2025-01-02  1 done, 2 failed, 0 running, 0 waiting`));
  expect(second.out).toContain(`${one}  credential  `);
  expect(second.out).toContain(`${two}  target  `);

  const texts = [first, second].flatMap(({ out, err }) => [out, err]);
  const files = readdirSync(cwd)
    .filter((name) => name.includes("sqlite"))
    .map((name) => readFileSync(join(cwd, name), "latin1"));
  for (const secret of served.secrets)
    expect([...texts, ...files].filter((text) => text.includes(secret))).toEqual([]);
});

test("a day alerts whom the fleet file names, once, and says where it could not", async () => {
  const served = await serveOrganizations(2, ["crm"], 8);
  const { received, origin } = await standIn();
  const { cwd, run } = openAlone(served, { more: [alertingAt(`${origin}/the-secret`)] });
  expect((await run("run --date 2025-01-01 --quiet")).code).toBe(0);
  expect(received.map(({ path }) => path)).toEqual(["/the-secret/beat"]);

  served.behave(served.names[0] ?? "", { kind: "revoked" });
  const file = join(cwd, "fleet.yaml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(origin, "http://127.0.0.1:1"));
  const unheard = await run("run --date 2025-01-02 --quiet");
  expect(unheard.code).toBe(3);
  expect(unheard.err).toContain(
    "tripact: notify.slack.0: the address cannot be reached (ECONNREFUSED); 1 message left to the next run",
  );
  expect(unheard.err).not.toContain("the-secret");
  writeFileSync(file, text);
  for (const _ of ["once", "not again"])
    expect(await run("run --date 2025-01-02 --quiet")).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /^tripact: no organization was checked: .*\ntripact: 1 of 2 runs of 2025-01-02 failed, more than `tolerate` of the fleet file allows\n$/,
      ),
    });
  expect(received.map(({ path }) => path)).toEqual(["/the-secret/beat", "/the-secret/slack"]);
  expect(received[1]?.body).toContain("fleet: 1 of 2 runs failed on 2025-01-02");
});

test("organizations that cannot be used fail alone; those whose secrets cannot be had are tried again", async () => {
  const served = await serveOrganizations(3, ["crm"]);
  const [, two = ""] = served.names;
  const script = `[ "$0" = ${two} ] && printf '{"CRM_KEY":"two words"}'`;
  const { run } = openAlone(served, {
    more: [`secrets: { command: ${JSON.stringify(["sh", "-c", script, "{organization}"])} }`],
  });
  const failed = await run("run --date 2025-01-01");
  expect(failed.code).toBe(3);
  expect(failed.err).toMatch(/org-\d{4} was not checked: .* ended with exit code 1/);
  expect(failed.err).toContain("1 other not checked for the same reason");
  expect(failed.err).toMatch(
    new RegExp(`${two} failed: .*apiKey must be one word of visible ASCII characters`),
  );
  expect(failed.out).toContain("0 done, 1 failed, 0 running, 2 waiting");
  expect(served.names.flatMap((name) => served.requestsOf(name))).toEqual([]);
});

test("one change of two organizations is one entry, with its breadth", async () => {
  const served = await serveOrganizations(3, ["donation"]);
  const { cwd, run } = openAlone(served);
  // It is enough to ask for what changes.
  const file = join(cwd, "organization.yaml");
  const config = JSON.parse(readFileSync(file, "utf8"));
  config.interfaces.donation.operations = ["listDonors"];
  config.safety.maxRequests = 12;
  writeFileSync(file, JSON.stringify(config));
  await run("run --date 2025-01-01 --quiet");
  for (const name of served.names.slice(0, 2)) served.behave(name, { kind: "altered", by: [countsAsText] });
  await run("run --date 2025-01-02 --quiet");
  const drift = await run("drift --date 2025-01-02 --json");
  const { changes }: { readonly changes: readonly { group: { kind: string } }[] } = JSON.parse(drift.out);
  // A busy machine may answer more slowly on one day than on another.
  expect(changes.filter(({ group }) => group.kind !== "latency-changed")).toMatchObject([
    { organizations: 2, names: served.names.slice(0, 2), sampledBy: 3, breadth: "some" },
  ]);
  // Each run has gone on where the one before it left off.
  const stored = readdirSync(cwd).find((name) => name.endsWith(".sqlite")) ?? "";
  const database = new DatabaseSync(join(cwd, stored), { readOnly: true });
  const rows = database
    .prepare(
      "SELECT targets, times FROM tried_step WHERE check_id = '' AND before = '' AND step = 'turn' ORDER BY targets",
    )
    .all();
  database.close();
  expect(rows).toEqual(served.names.map((targets) => ({ targets, times: 2 })));
});
