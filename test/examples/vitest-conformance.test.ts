import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { faults } from "../../src/contract/generated/faults.ts";
import { facts } from "../../src/contract/generated/registry.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { installExample } from "./install-example.ts";

const vitest = resolve(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");

interface Results {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the tests of a folder and says how each of them ended. */
const runIn = async (folder: string): Promise<Results> => {
  const args = [vitest, "run", "--reporter=json", "--outputFile=results.json"];
  // Failing tests make vitest fail; its results tell.
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(() => undefined);
  return JSON.parse(readFileSync(join(folder, "results.json"), "utf8"));
};

const testsOf = ({ testResults }: Results) => testResults.flatMap(({ assertionResults }) => assertionResults);

test("the example's own run holds the sandbox to every fact", async () => {
  const { folder, remove } = installExample("vitest-conformance");
  onTestFinished(remove);
  const results = await runIn(folder);
  const tests = testsOf(results);
  expect(results.success).toBe(true);
  expect(tests.filter(({ status }) => status === "passed").length).toBeGreaterThan(facts.length - 5);
  for (const { id } of facts) expect(tests.some(({ title }) => title.startsWith(`${id} `))).toBe(true);
}, 60_000);

test("a target that breaks a fact fails that fact's test, with what was found and how to see it again", async () => {
  const fault = faults.find(({ id }) => id === "total-counts-the-page");
  if (fault === undefined) throw new Error("the fault is gone");
  const served = await startSandbox({ scale: 30, faults: [fault] });
  const { folder, remove } = installExample("vitest-conformance");
  onTestFinished(async () => {
    remove();
    await served.close();
  });
  rmSync(join(folder, "donors.test.ts"));
  rmSync(join(folder, "sandbox.setup.ts"));
  writeFileSync(join(folder, "vitest.config.ts"), 'export default { test: { include: ["*.test.ts"] } };');
  writeFileSync(join(folder, "target.yaml"), JSON.stringify(served.config));
  writeFileSync(
    join(folder, "conformance.test.ts"),
    'import { conformance } from "tripact/vitest";\nconformance({ config: "target.yaml", facts: ["DON-03", "VOL-02"] });\n',
  );
  const tests = testsOf(await runIn(folder));
  const failed = tests.filter(({ status }) => status === "failed");
  expect(failed.map(({ title }) => title.slice(0, 6))).toEqual(["DON-03"]);
  expect(failed[0]?.failureMessages[0]).toMatch(/NonConformance: .*\n[^]*check +\S+\n +curl .*\$/);
  expect(failed[0]?.failureMessages[0]).not.toContain(
    String(served.config.interfaces.donation.credentials["token"]),
  );
  expect(tests.find(({ title }) => title.startsWith("VOL-02"))?.status).toBe("passed");
}, 60_000);
