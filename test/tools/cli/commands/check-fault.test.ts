import { describe, expect, test } from "vitest";
import type { Report } from "../../../../src/harness/model/report.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const blamed = (out: string): readonly string[] => [
  ...new Set((JSON.parse(out) as Report).findings.map(({ fact }) => fact)),
];

/** A check by its name is not looked for in a dry run. */
const checked = (checks: string): readonly string[] => ["check", "--check", checks, "--json"];
const fault = "waits-are-in-milliseconds";
const waits = checked("retry-after-is-told");

describe("check --fault", () => {
  test("checks the embedded sandbox with a planted fault, and blames its fact", async () => {
    const { code, out } = await runCli([...waits, "--fault", fault]);
    expect(blamed(out)).toEqual(["CRM-46"]);
    expect(code).toBe(1);
  });

  test("takes several, comma-separated or one after the other", async () => {
    const faults = `${fault},refreshed-tokens-have-no-user`;
    const all = checked("retry-after-is-told,token-response-fields,user-page-fields");
    const { out } = await runCli([...all, "--fault", faults, "--fault", "user-total-is-text"]);
    expect(blamed(out).toSorted()).toEqual(["CRM-16", "CRM-46", "VOL-01"]);
  });

  test("finds what only a few of the requests for a fact show, and sends no others", async () => {
    const args = ["check", "--fact", "CRM-16", "--fault", "refreshed-tokens-have-no-user", "--json"];
    const { out } = await runCli(args);
    expect(blamed(out)).toEqual(["CRM-16"]);
    const report: Pick<Report, "summary"> = JSON.parse(out);
    expect(report.summary.requests).toBeLessThan(30);
  });

  test("of a configuration that happens to be there, never sends anything to its target, and shows what its baseline knows", async () => {
    const config = { interfaces: { crm: { baseUrl: "http://127.0.0.1:1" } }, baseline: "known.json" };
    const cwd = temporaryFolder({ "tripact.config.json": JSON.stringify(config) });
    await runCli([...waits, "--fault", fault, "--write-baseline", "known.json"], { cwd });
    const { code, out } = await runCli([...waits, "--fault", fault], { cwd });
    expect(blamed(out)).toEqual(["CRM-46"]);
    expect(code).toBe(1);
  });
});
