import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox, type ServeOptions } from "../../../src/sandbox/serve.ts";
import { faults } from "../../../src/contract/generated/faults.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const served = async (options: ServeOptions = {}) => {
  const sandbox = await startSandbox({ scale: 20, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox.config;
};

describe("a run in which nothing was judged", () => {
  /** What a configuration names beside its address, the checks that are asked for, and why none has anything to say. */
  const cases: Readonly<Record<string, readonly [args: readonly string[], why: RegExp]>> = {
    "for want of a credential": [
      ["--check", "contact-is-read-by-id"],
      /^not configured: crm\.credentials\.apiKey/,
    ],
    "for want of an interface": [["--check", "page-envelope"], /^not configured: interfaces\.donation/],
    "as writes are off": [
      ["--check", "note-replacement-answers-the-note"],
      /^(?:not configured|writes are off)/,
    ],
    "as the fact is static": [["--fact", "CRM-09"], /^static: held by /],
  };

  it.each(Object.entries(cases))("%s is no verdict: 3, and why", async (_, [args, why]) => {
    const { interfaces } = await served();
    const config = { interfaces: { crm: { baseUrl: interfaces.crm.baseUrl } } };
    const cwd = temporaryFolder({ "c.json": JSON.stringify(config) });
    const command = ["check", "--config", "c.json", "--store", "s.sqlite", ...args];
    const shown = await runCli(command, { cwd });
    expect(shown.code).toBe(3);
    expect(shown.out).not.toContain("conformant");
    expect(/! No verdict: nothing was judged: (.*)\n/.exec(shown.out)?.[1]).toMatch(why);
    expect((await runCli([...command, "--quiet"], { cwd })).out).toContain("nothing was judged: ");
    const report = JSON.parse((await runCli([...command, "--json"], { cwd })).out);
    expect(report.run.complete).toBe(false);
    expect(report.run.stopped).toMatch(/^nothing was judged: /);
  });

  it("is told so of shards together, not of one that had nothing to do", async () => {
    const cwd = temporaryFolder();
    const shard = (index: number, ...args: readonly string[]) =>
      runCli(["check", ...args, "--shard", `${index}/2`, "--report", `json=${index}.json`], { cwd });
    const merge = () => runCli(["report", "merge", "1.json", "2.json"], { cwd });
    const one = ["--check", "webhook-is-read-by-id"];
    expect([(await shard(1, ...one)).code, (await shard(2, ...one)).code, (await merge()).code]).toEqual([
      0, 0, 0,
    ]);
    const none = ["--fact", "CRM-09"];
    expect([(await shard(1, ...none)).code, (await shard(2, ...none)).code]).toEqual([0, 0]);
    const whole = await merge();
    expect(whole.code).toBe(3);
    expect(whole.out).toContain("No verdict: nothing was judged: static: held by ");
  });

  it("of a recording is none either", async () => {
    const line = {
      request: { method: "GET", url: "https://x.example.org/api/Contact/1" },
      response: { status: 200 },
    };
    const cwd = temporaryFolder({ "r.ndjson": `${JSON.stringify(line)}\n` });
    const { code, out } = await runCli(["observe", "r.ndjson", "--fact", "DON-01"], { cwd });
    expect(code).toBe(3);
    expect(out).not.toContain("✓");
  });
});

describe("a drift run in which an interface could not be read", () => {
  const expired = { token: "expired-token" };

  /** Of an interface that was read, little is enough. */
  const maxRequests = 40;

  const drift = async (config: object, ...args: readonly string[]) => {
    const cwd = temporaryFolder({ "c.json": JSON.stringify(config) });
    const run = (...more: readonly string[]) =>
      runCli(["drift", "--config", "c.json", "--store", "s.sqlite", "--seed", "1", ...args, ...more], {
        cwd,
      });
    return { cwd, run };
  };

  it("has failed, whatever was found on the others", async () => {
    const { interfaces, safety } = await served({
      faults: faults.filter(({ id }) => id === "user-total-is-text"),
    });
    const volunteerAlone = {
      interfaces: { volunteer: interfaces.volunteer },
      safety: { ...safety, maxRequests },
    };
    const found = await (await drift(volunteerAlone)).run("--json");
    expect(found.code).toBe(1);

    const donation = { ...interfaces.donation, credentials: expired };
    const { cwd, run } = await drift({
      interfaces: { donation, volunteer: interfaces.volunteer },
      safety: { ...safety, maxRequests },
    });
    const { code, out } = await run("--json", "--report", "json=r.json");
    const report = JSON.parse(out);
    expect(report.findings.some(({ severity }: { severity: string }) => severity === "error")).toBe(true);
    expect([code, report.exitCode]).toEqual([3, 3]);
    expect(report.run).toMatchObject({
      complete: false,
      stopped: "donation.credentials.token was refused (401). Check DONATION_TOKEN.",
    });
    expect(JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")).tool.name).toBe("tripact");
  });

  it("has failed where another credential than the main one is still good", async () => {
    const { interfaces, safety } = await served();
    const { credentials } = interfaces.crm;
    const crm = { ...interfaces.crm, credentials: { ...credentials, apiKey: "expired-key" } };
    const { run } = await drift({ interfaces: { crm }, safety });
    const { code, out } = await run("--json");
    expect([code, JSON.parse(out).run.complete]).toEqual([3, false]);
    expect(out).toContain("crm.credentials.apiKey was refused (401). Check CRM_API_KEY.");
  });

  it("has failed where it is away while the others are there", async () => {
    const { interfaces, safety } = await served();
    const donation = { ...interfaces.donation, baseUrl: "http://127.0.0.1:1" };
    const { run } = await drift({
      interfaces: { donation, volunteer: interfaces.volunteer },
      safety: { ...safety, maxRequests },
    });
    const { code, out } = await run("--json");
    expect([code, JSON.parse(out).run.complete]).toEqual([3, false]);
  });
});

describe("where a finding was seen", () => {
  it("is told by method and path where it is no documented operation", async () => {
    const entry = (path: string) =>
      JSON.stringify({
        request: { method: "GET", url: `https://crm.example.org${path}`, headers: {} },
        response: { status: 401, headers: { "content-type": "application/json" }, body: {} },
      });
    const cwd = temporaryFolder({
      "r.ndjson": `${entry("")}\n${entry("/nope/4711?name=jane")}\n`,
      "c.yaml": "interfaces: { crm: { baseUrl: https://crm.example.org } }",
    });
    const { code, out } = await runCli(["observe", "r.ndjson", "--config", "c.yaml"], { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/at +crm GET \/\n/);
    expect(out).not.toContain("unknown");
    expect(out).not.toContain("jane");
  });
});
