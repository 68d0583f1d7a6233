import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SandboxConfiguration } from "../../../src/sandbox/configuration.ts";
import { openWorkspace } from "./workspace.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("a run in which nothing was judged", () => {
  /** What a configuration names beside its address, the checks that are asked for, and why none has anything to say. */
  const cases: Readonly<Record<string, readonly [args: string, why: RegExp]>> = {
    "for want of a credential": [
      "--check contact-is-read-by-id",
      /^not configured: crm\.credentials\.apiKey/,
    ],
    "for want of an interface": ["--check page-envelope", /^not configured: interfaces\.donation/],
    "as writes are off": ["--check note-replacement-answers-the-note", /^(?:not configured|writes are off)/],
    "as the fact is static": ["--fact CRM-09", /^static: held by /],
  };

  it.each(Object.entries(cases))("%s is no verdict: 3, and why", async (_, [args, why]) => {
    const { served, configure, run } = await openWorkspace({ scale: 20 });
    configure({ interfaces: { crm: { baseUrl: served.baseUrls.crm } } });
    const command = `check --store s.sqlite ${args}`;
    const shown = await run(command);
    expect(shown.code).toBe(3);
    expect(shown.out).not.toContain("conformant");
    expect(/! No verdict: nothing was judged: (.*)\n/.exec(shown.out)?.[1]).toMatch(why);
    expect((await run(`${command} --quiet`)).out).toContain("nothing was judged: ");
    const report = JSON.parse((await run(`${command} --json`)).out);
    expect(report.run.complete).toBe(false);
    expect(report.run.stopped).toMatch(/^nothing was judged: /);
  });

  it("is reported for shards together, not for one that had nothing to do", async () => {
    const cwd = temporaryFolder();
    const codesOf = async (select: string) => {
      const results = [1, 2].map((at) => `check ${select} --shard ${at}/2 --report json=${at}.json`);
      return Promise.all(results.map(async (line) => (await runCli(line, { cwd })).code));
    };
    const merge = () => runCli("report merge 1.json 2.json", { cwd });
    expect([...(await codesOf("--check webhook-is-read-by-id")), (await merge()).code]).toEqual([0, 0, 0]);
    expect(await codesOf("--fact CRM-09")).toEqual([0, 0]);
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
  /** Of an interface that was read, little is enough. */
  const safety = { maxRequests: 40 };
  const drift = "drift --store s.sqlite --seed 1 --json";

  it("has failed, whatever was found on the others", async () => {
    const { served, cwd, configure, run } = await openWorkspace({
      scale: 20,
      faults: ["user-total-is-text"],
    });
    configure({ only: ["volunteer"], safety });
    expect((await run(drift)).code).toBe(1);
    const { volunteer, donation } = served.config.interfaces;
    const interfaces = { donation: { ...donation, credentials: { token: "expired-token" } }, volunteer };
    configure({ interfaces, safety });
    const { code, out } = await run(`${drift} --report json=r.json`);
    const report = JSON.parse(out);
    expect(report.findings.some(({ severity }: { severity: string }) => severity === "error")).toBe(true);
    expect([code, report.exitCode]).toEqual([3, 3]);
    expect(report.run).toMatchObject({
      complete: false,
      stopped: "donation.credentials.token was refused (401). Check DONATION_TOKEN.",
    });
    expect(JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")).tool.name).toBe("tripact");
  });

  it.each([
    [
      "another credential than the main one is still good",
      ({ crm }: SandboxConfiguration["interfaces"]) => ({
        crm: { ...crm, credentials: { ...crm.credentials, apiKey: "expired-key" } },
      }),
      "crm.credentials.apiKey was refused (401). Check CRM_API_KEY.",
    ],
    [
      "it is away while the others are there",
      ({ donation, volunteer }: SandboxConfiguration["interfaces"]) => ({
        donation: { ...donation, baseUrl: "http://127.0.0.1:1" },
        volunteer,
      }),
      "the address cannot be reached (ECONNREFUSED)",
    ],
  ])("has failed where %s", async (_, interfacesOf, reason) => {
    const { served, configure, run } = await openWorkspace({ scale: 20 });
    configure({ interfaces: interfacesOf(served.config.interfaces), safety });
    const { code, out } = await run(drift);
    expect([code, JSON.parse(out).run.complete]).toEqual([3, false]);
    expect(out).toContain(reason);
  });
});

describe("where a finding was seen", () => {
  it("is named by method and path where it is no documented operation", async () => {
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
