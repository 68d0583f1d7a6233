import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { suite } from "../../../../src/inputs/suite.ts";
import { reportOf, runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { fakeTarget } from "../../../stand-in.ts";

/** A volunteer target whose pages tell their total as text. */
const sloppy = () => fakeTarget(() => ({ body: { data: [], meta: { total: "3" } } }));

const volunteerConfig = (origin: string, more: object = {}): string =>
  JSON.stringify({
    interfaces: { volunteer: { baseUrl: origin, credentials: { token: "vol-secret-token" } } },
    safety: { perSecond: 10_000 },
    ...more,
  });

describe("against the embedded sandbox", () => {
  const some = ["check", "--check", "users-are-listed,user-is-read-by-id"];

  test("needs nothing, says what it tests and ends with a summary", async () => {
    const { code, out, err } = await runCli(some);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("→ the embedded sandbox, in this process\n");
    expect(out.trimEnd().split("\n").at(-1)).toMatch(
      /^✓ no violation in \d+ of \d+ facts \(\d+ not selected\) · /,
    );
  });

  test("--json gives the report and nothing else, with every id once, and the same for the same seed", async () => {
    const seeded = [...some, "--json", "--seed", "7"];
    const result = await runCli(seeded);
    const report = reportOf(result);
    expect([result.code, result.err]).toEqual([0, ""]);
    expect(report.run).toMatchObject({ seed: 7, complete: true });
    expect(report.facts.map(({ id }) => id)).toEqual(suite.facts.map(({ id }) => id));
    expect(report.unknowns.map(({ id }) => id)).toEqual(suite.unknowns.map(({ id }) => id));
    const passed = report.facts.filter(({ status }) => status === "passed").map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(["VOL-01", "VOL-02"]));
    expect(report.summary.facts.total).toBe(suite.facts.length);
    expect((await runCli(seeded)).out).toBe(result.out);
  });

  test("progress is drawn on standard error of a terminal, and nowhere in CI", async () => {
    const watched = await runCli(some, { terminal: true });
    expect(watched.err).toMatch(/^\r\u001b\[2K.*0 of 3 facts  0 requests.* 4 requests/s);
    expect(watched.err.endsWith("\r\u001b[2K")).toBe(true);
    expect(watched.out).not.toContain("\u001b[2K");
    expect(await runCli(some, { terminal: true, env: { CI: "true" } })).toMatchObject({ code: 0, err: "" });
  });

  test("is chosen by a configuration without interfaces, too", async () => {
    const cwd = temporaryFolder({ "tripact.config.yml": "safety: { perHour: 1 }" });
    const { code, out } = await runCli(some, { cwd });
    expect(code).toBe(0);
    expect(out).toContain("the embedded sandbox");
  });

  test("with --quiet, only errors are printed", async () => {
    expect(await runCli([...some, "--quiet"])).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("reports", () => {
  const one = ["check", "--check", "users-are-listed"];

  test("go whole into their files and leave nothing beside them", async () => {
    const cwd = temporaryFolder();
    const { code, out } = await runCli([...one, "--report", "json=a.json", "--report", "json=b.json"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(out).toContain("✓ no violation");
    expect(readdirSync(cwd).toSorted()).toEqual(["a.json", "b.json"]);
    expect(JSON.parse(readFileSync(join(cwd, "a.json"), "utf8"))).toMatchObject({
      tool: { name: "tripact" },
    });
  });

  test("on standard output leave it to themselves: the text goes to standard error", async () => {
    const result = await runCli([...one, "--report", "json=-"]);
    expect(reportOf(result).run.complete).toBe(true);
    expect(result.err).toContain("✓ no violation");
  });
});

describe("against a target of one's own", () => {
  const judged = ["check", "--check", "user-page-fields,users-are-listed"];

  test("a finding gives 1 and shows how to see it again without the credential", async () => {
    const { origin } = await sloppy();
    const cwd = temporaryFolder({
      "tripact.config.json": volunteerConfig(origin).replace("vol-secret-token", "${VOL_TOKEN}"),
    });
    const { code, out } = await runCli([...judged, "--report", "json=report.json"], {
      cwd,
      env: { VOL_TOKEN: "vol-secret-token" },
    });
    expect(code).toBe(1);
    expect(out).toContain(`volunteer → ${origin}\n`);
    expect(out).toMatch(/✗ VOL-01 .+\n {2}error .*total/);
    expect(out).toMatch(/reproduce +curl .*Authorization: Bearer \$VOL_TOKEN/);
    expect(out + readFileSync(join(cwd, "report.json"), "utf8")).not.toContain("vol-secret-token");
  });

  test("a finding of the baseline fails nothing, and one that is gone is reported by a full run", async () => {
    const { origin } = await sloppy();
    const first = await runCli([...judged, "--json"], {
      cwd: temporaryFolder({ "tripact.config.json": volunteerConfig(origin) }),
    });
    const known = reportOf(first).findings.map(({ fingerprint }) => ({ fingerprint, note: "known" }));
    expect(known.length).toBeGreaterThan(0);
    const cwd = temporaryFolder({
      "tripact.config.json": volunteerConfig(origin, { baseline: "base.json" }),
      "base.json": JSON.stringify({ findings: known }),
    });
    const { code, out } = await runCli(judged, { cwd });
    expect(code).toBe(0);
    expect(out).toContain("of the baseline still there");
  });

  test("an interrupted run gives 130 and still reports", async () => {
    const controller = new AbortController();
    const { origin } = await fakeTarget(() => {
      controller.abort();
      return { body: { data: [], meta: { total: 3 } } };
    });
    const cwd = temporaryFolder({ "tripact.config.json": volunteerConfig(origin) });
    const result = await runCli("check --json", { cwd, signal: controller.signal });
    expect(result.code).toBe(130);
    expect(reportOf(result).run).toMatchObject({ complete: false });
    expect(reportOf(result).facts).toHaveLength(suite.facts.length);
  });

  test("an interface that was not asked for gets no request", async () => {
    const [asked, other] = [await sloppy(), await fakeTarget(() => ({ body: { items: [], total: 0 } }))];
    const cwd = temporaryFolder({
      "tripact.config.json": JSON.stringify({
        interfaces: {
          donation: { baseUrl: other.origin, credentials: { token: "t" } },
          volunteer: { baseUrl: asked.origin, credentials: { token: "t" } },
        },
        safety: { perSecond: 10_000 },
      }),
    });
    const result = await runCli("check --interface volunteer --json", { cwd });
    expect(asked.seen.length).toBeGreaterThan(0);
    expect(other.seen).toEqual([]);
    expect(reportOf(result).run.targets).toEqual({ volunteer: asked.origin });
  });
});

test("an unexpected error is one line, with its stack only where it is asked for", async () => {
  const broken = {
    get FORCE_COLOR(): string {
      throw new Error("boom\nand more");
    },
  };
  const { code, out, err } = await runCli("check --check users-are-listed", { env: broken });
  expect([code, out]).toEqual([3, ""]);
  expect(err).toBe("tripact: boom and more: this is a bug; TRIPACT_DEBUG=1 shows where\n");
  const debugged = Object.defineProperties({ TRIPACT_DEBUG: "1" }, Object.getOwnPropertyDescriptors(broken));
  const shown = await runCli("check --check users-are-listed", { env: debugged });
  expect(shown.err).toMatch(/^tripact: boom and more: this is a bug\nError: boom\nand more\n {4}at /);
});

const blamed = (out: string): readonly string[] => [
  ...new Set(reportOf({ out }).findings.map(({ fact }) => fact)),
];

/** A check that asks is named, so that no dry run looks for one. */
const checked = (checks: string): readonly string[] => ["check", "--check", checks, "--json"];
const fault = "webhook-is-no-content";
const reads = checked("webhook-is-read-by-id");

describe("check --fault", () => {
  test("checks the embedded sandbox with a planted fault, and blames its fact", async () => {
    const { code, out } = await runCli([...reads, "--fault", fault]);
    expect(blamed(out)).toEqual(["CRM-25"]);
    expect(code).toBe(1);
  });

  test("takes several, comma-separated or one after the other", async () => {
    const faults = `${fault},unknown-contact-is-no-content`;
    const all = checked("contact-is-read-by-id,users-are-listed,webhook-is-read-by-id");
    const { out } = await runCli([...all, "--fault", faults, "--fault", "user-list-is-empty"]);
    expect(blamed(out).toSorted()).toEqual(["CRM-22", "CRM-25", "VOL-01"]);
  });

  test("finds what only a few of the requests for a fact show, and sends no others", async () => {
    const args = ["check", "--fact", "CRM-16", "--fault", "refreshed-tokens-have-no-user", "--json"];
    const { out } = await runCli(args);
    expect(blamed(out)).toEqual(["CRM-16"]);
    expect(reportOf({ out }).summary.requests).toBeLessThan(30);
  });

  test("of a configuration that happens to be there, never sends anything to its target, and shows what its baseline knows", async () => {
    const config = { interfaces: { crm: { baseUrl: "http://127.0.0.1:1" } }, baseline: "known.json" };
    const cwd = temporaryFolder({ "tripact.config.json": JSON.stringify(config) });
    await runCli([...reads, "--fault", fault, "--write-baseline", "known.json"], { cwd });
    const { code, out } = await runCli([...reads, "--fault", fault], { cwd });
    expect(blamed(out)).toEqual(["CRM-25"]);
    expect(code).toBe(1);
  });
});
