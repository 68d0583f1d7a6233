import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Report } from "../../../src/core/model/report.ts";
import type { SandboxConfiguration } from "../../../src/sandbox/configuration.ts";
import { isNightly } from "../../nightly.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const root = join(import.meta.dirname, "../../..");

let builtIn = "";
let binary = "";

/** An environment in which neither Node nor anything else is found. */
const bare = (folder: string) => ({ cwd: folder, env: { PATH: "", HOME: folder } });

const run = (args: readonly string[], folder = temporaryFolder()) =>
  spawnSync(binary, args, { ...bare(folder), encoding: "utf8", maxBuffer: 2 ** 27 });

/** Starts what serves until it is stopped; resolves to the first line that it prints. */
const serve = async (args: readonly string[]): Promise<string> => {
  const child = spawn(binary, args, { ...bare(temporaryFolder()), stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(async () => {
    const closed = once(child, "close");
    child.kill("SIGTERM");
    expect((await closed)[0]).toBe(0);
  });
  const [chunk]: Buffer[] = await once(child.stdout, "data");
  return String(chunk);
};

const exchange = JSON.stringify({
  request: { method: "GET", url: "https://crm.example.org/api/Contact/1" },
  outcome: {
    kind: "response",
    status: 200,
    headers: { "content-type": "application/json" },
    body: { kind: "json", value: { id: 1, lastGiftAmount: 12.5 } },
  },
});

// Building takes 25 seconds: TRIPACT_NIGHTLY=1 npx vitest run test/entrypoints/binary
describe.runIf(isNightly)("the single executable, without Node and with an empty PATH", () => {
  beforeAll(() => {
    builtIn = mkdtempSync(join(tmpdir(), "tripact-binary-"));
    execFileSync(process.execPath, [join(root, "scripts/build-binary.ts"), builtIn], { stdio: "pipe" });
    binary = join(builtIn, "tripact");
  }, 240_000);
  afterAll(() => rmSync(builtIn, { recursive: true, force: true }));

  test("says its version and its help", () => {
    const manifest = readFileSync(join(root, "package.json"), "utf8");
    expect(manifest).toContain(`"version": "${run(["--version"]).stdout.trim()}"`);
    expect(run(["--help"]).stdout).toBe(readFileSync(join(root, "bin/help.txt"), "utf8"));
    expect(run(["sandbox", "--help"]).stdout).toContain("--openapi <document>");
    expect(run(["chekc"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("did you mean check"),
    });
  });

  test("checks its sandbox", () => {
    const folder = temporaryFolder();
    const { status, stdout, stderr } = run(
      ["check", "--json", "--report", "html=page.html", "--report", "sarif=run.sarif"],
      folder,
    );
    expect([status, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout) as Report; // its own output
    expect(report.summary.facts).toMatchObject({ passed: 82, failed: 0, total: 85 });
    const page = readFileSync(join(folder, "page.html"), "utf8");
    expect(page).toContain("--ground");
    const faulty = run(["check", "--interface", "donation", "--fault", "total-counts-the-page"], folder);
    expect([faulty.status, faulty.stdout]).toEqual([1, expect.stringContaining("✗ DON-03")]);
  });

  test("observes a recording, also one that a second thread helps with", () => {
    const folder = temporaryFolder();
    const entries = 120_000;
    writeFileSync(join(folder, "large.ndjson"), `${exchange}\n`.repeat(entries));
    const { status, stdout } = run(["observe", "large.ndjson", "--json"], folder);
    const report = JSON.parse(stdout) as Report; // its own output
    expect([status, report.recording?.judged]).toEqual([1, entries]);
    expect(report.findings.map(({ fact }) => fact)).toContain("GEN-01");
  });

  test("serves the sandbox with its pages and documents", async () => {
    const config = JSON.parse(await serve(["sandbox", "--json", "--control"])) as SandboxConfiguration; // its own output
    const { baseUrl, credentials } = config.interfaces.crm;
    const headers = { authorization: `Bearer ${String(credentials["apiKey"])}` };
    expect((await fetch(`${baseUrl}/api/Contact/1`, { headers })).status).toBe(200);
    const { origin } = new URL(baseUrl);
    for (const [path, text] of [
      ["/", "tripact sandbox"],
      ["/docs/crm", "swagger-ui-bundle.js"],
      ["/docs/assets/swagger-ui-bundle.js", "SwaggerUIBundle"],
      ["/openapi/donation.yaml", "openapi: 3.1"],
      ["/control/clock", "data"],
    ] as const)
      expect(await (await fetch(`${origin}${path}`)).text()).toContain(text);
  });

  test("passes traffic on", async () => {
    const line: unknown = JSON.parse(await serve(["proxy", "--sandbox", "--inject", "--json"]));
    const [, crm = ""] = /"(http:\/\/[^"]+\/crm)"/.exec(JSON.stringify(line)) ?? [];
    expect((await fetch(`${crm}/api/ContactMethod/Types`)).status).toBe(200);
  });

  test.each([
    [["generate", "--check"], "generate needs an OpenAPI document, or the project's sources"],
    [["pact", "verify", "a.json"], "pacts need @pact-foundation/pact-core"],
  ])("says what %j needs", (args, message) => {
    const { status, stderr } = run(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
