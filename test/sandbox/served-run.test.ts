import { describe, expect, it, onTestFinished } from "vitest";
import { checks } from "../../src/generated/checks.ts";
import type { Report } from "../../src/model/report.ts";
import { startSandbox, type ServeOptions } from "../../src/sandbox/serve.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

type Statuses = Readonly<Record<string, string>>;

const statusesIn = (json: string): Statuses => {
  // What `check --json` prints is a report.
  const report = JSON.parse(json) as Report;
  expect([report.run.complete, report.findings]).toEqual([true, []]);
  return Object.fromEntries(report.facts.map(({ id, status }) => [id, status]));
};

/** Facts that no request to the three interfaces can show: their checks move the sandbox's clock and read its logs. */
const needsControl = (fact: string): boolean => {
  const active = checks.filter(({ facts, effect }) => effect !== "passive" && facts.includes(fact));
  return active.length > 0 && active.every(({ effect }) => effect === "sandbox");
};

const runAgainstServed = async (options: ServeOptions): Promise<{ code: number; statuses: Statuses }> => {
  const served = await startSandbox(options);
  onTestFinished(() => served.close());
  const cwd = temporaryFolder({ "c.json": JSON.stringify(served.config) });
  const { code, out } = await runCli(["check", "--config", "c.json", "--json"], { cwd });
  return { code, statuses: statusesIn(out) };
};

describe("a check of a served sandbox by its own configuration", () => {
  it("passes as the run in process does, fact by fact", { timeout: 60_000 }, async () => {
    const embedded = await runCli(["check", "--json"]);
    const inProcess = statusesIn(embedded.out);
    const served = await runAgainstServed({});
    expect([embedded.code, served.code]).toEqual([0, 0]);
    const expected = Object.entries(inProcess).map(([id, status]) => [
      id,
      needsControl(id) ? "skipped" : status,
    ]);
    expect(Object.entries(served.statuses)).toEqual(expected);
    expect(expected.filter(([, status]) => status === "passed").length).toBeGreaterThan(70);
  });
});
