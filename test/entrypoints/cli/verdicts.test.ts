import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { facts } from "../../../src/builtin/generated/registry.ts";
import type { Fault } from "../../../src/builtin/faults/fault.ts";
import type { SandboxConfiguration } from "../../../src/sandbox/configuration.ts";
import { reportOf, runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

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
    const { code, out } = await runCli("observe r.ndjson --fact DON-01", { cwd });
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
        response: { status: 401, headers: { "content-type": "application/json" }, body: { title: "No." } },
      });
    const cwd = temporaryFolder({
      "r.ndjson": `${entry("")}\n${entry("/nope/4711?name=jane")}\n`,
      "c.yaml": "interfaces: { crm: { baseUrl: https://crm.example.org } }",
    });
    const { code, out } = await runCli("observe r.ndjson --config c.yaml", { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/at +crm GET \/ \/title\n/);
    expect(out).not.toContain("unknown");
    expect(out).not.toContain("jane");
  });
});

const few = ["check", "--check", "users-are-listed"];
const broken = [...few, "--fault", "user-total-counts-the-page"];

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

describe("too little that was judged is no verdict", () => {
  it.each<[readonly string[], string]>([
    [["--min-facts", "30"], `2 of ${facts.length} facts were judged, 30 are required`],
    [["--require", "DON-03"], "DON-03 was not judged: not selected"],
    [
      ["--require", "vol-01", "--require", "CRM-08,don-03"],
      "CRM-08 was not judged: not selected; DON-03 was not",
    ],
  ])("%j", async (args, message) => {
    const { code, out } = await runCli([...few, ...args]);
    expect(code).toBe(3);
    expect(out).toContain(`! Too little was judged: ${message}`);
    expect(lastLine(out)).toMatch(/^! not judged to the end: /);
  });

  it("what is required and was judged changes nothing", async () => {
    const { code, out } = await runCli([...few, "--min-facts", "2", "--require", "VOL-01,VOL-07"]);
    expect(code).toBe(0);
    expect(lastLine(out)).toContain(`✓ no violation in 2 of ${facts.length} facts (`);
    expect(lastLine(out)).toMatch(/^✓ .* facts \(\d+ not selected\) · /);
  });

  it("a defect that was found stays one", async () => {
    expect((await runCli([...broken, "--min-facts", "30"])).code).toBe(1);
  });

  it("the configuration requires it of the whole, which is merged from shards", async () => {
    const cwd = temporaryFolder({ "tripact.config.yaml": "require: { facts: [DON-03] }" });
    const codes = [];
    for (const part of ["1", "2"]) {
      const args = [...few, "--shard", `${part}/2`, "--report", `json=${part}.json`];
      codes.push((await runCli(args, { cwd })).code);
    }
    expect(codes).toEqual([0, 0]);
    const { code, out } = await runCli("report merge 1.json 2.json", { cwd });
    expect(out).toContain("DON-03 was not judged: not selected");
    expect(code).toBe(3);
  });
});

describe("--write-baseline", () => {
  it("takes the present findings as known, keeps what was noted, and lets go of what is gone", async () => {
    const cwd = temporaryFolder();
    const first = await runCli([...broken, "--write-baseline", "base.json"], { cwd });
    expect(first.code).toBe(0);
    expect(first.err).toMatch(/1 finding written to the new baseline base\.json/);
    const written = JSON.parse(readFileSync(join(cwd, "base.json"), "utf8")) as { findings: object[] };
    expect(written.findings).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        check: "users-are-listed",
        note: expect.stringMatching(/^VOL-07 listUsers: page 1 says total \d+, a page of \d+ says \d+/),
      },
    ]);
  });

  it("may write the file that the configuration names already", async () => {
    const cwd = temporaryFolder({ "tripact.config.json": JSON.stringify({ baseline: "base.json" }) });
    const before = await runCli(few, { cwd });
    expect([before.code, before.err]).toEqual([
      2,
      expect.stringContaining("--write-baseline FILE writes one"),
    ]);
    expect((await runCli([...few, "--write-baseline", "base.json"], { cwd })).code).toBe(0);
    expect((await runCli(few, { cwd })).code).toBe(0);
  });
});

const checkWith = async (
  workspace: Workspace,
  tokens: Readonly<Record<string, string>>,
  { selected, ofDonation = {} }: { readonly selected: string; readonly ofDonation?: object },
) => {
  const { crm, donation } = workspace.served.baseUrls;
  const interfaces = {
    crm: { baseUrl: crm, credentials: { apiKey: "${CRM_KEY}" } },
    donation: { baseUrl: donation, credentials: { token: "${DONATION_TOKEN}" }, ...ofDonation },
  };
  workspace.configure({ interfaces });
  const env = { ...workspace.env, ...tokens };
  const result = await workspace.run(`check --json ${selected}`, { env });
  return { code: result.code, report: reportOf(result) };
};

it("a refused main credential is named, none of its interface's facts is blamed, and the others are judged", async () => {
  const { code, report } = await checkWith(
    await openWorkspace({ scale: 5 }),
    { DONATION_TOKEN: "wrong" },
    { selected: "--check page-total-is-stable,contact-method-types-are-listed" },
  );
  expect(code).toBe(3);
  expect(report.findings).toEqual([]);
  const message = "donation.credentials.token was refused (401). Check DONATION_TOKEN.";
  const fact = report.facts.find(({ id }) => id === "DON-03");
  expect(fact).toMatchObject({ status: "skipped", reason: message });
  expect(report.run.stopped).toContain(message);
  expect(report.facts.find(({ id }) => id === "CRM-23")?.status).toBe("passed");
});

it("an endpoint that refuses a good credential is the provider's mistake", async () => {
  const listRefuses: Fault = {
    id: "list-refuses",
    fact: "DON-01",
    grade: "gross",
    title: "the list of donors refuses everybody",
    wrap: (next) => async (incoming) =>
      incoming.operation === "listDonors"
        ? { status: 401, headers: new Headers({ "content-type": "application/json" }), body: "{}" }
        : next(incoming),
  };
  const { code, report } = await checkWith(
    await openWorkspace({ scale: 5, faults: [listRefuses] }),
    {},
    { selected: "--interface donation", ofDonation: { operations: ["listDonors", "listGifts"] } },
  );
  expect(code).toBe(1);
  expect(report.findings.map((finding) => finding.operation)).toContain("listDonors");
});
