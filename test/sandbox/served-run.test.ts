import { describe, expect, it, onTestFinished } from "vitest";
import { checks } from "../../src/checks/generated/checks.ts";
import type { Report } from "../../src/core/model/report.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { isNightly } from "../nightly.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

interface Outcome extends Pick<Report, "findings"> {
  readonly facts: readonly Pick<Report["facts"][number], "id" | "status" | "reason">[];
}

/** What a run came to. How many exchanges showed it differs: a live target has its scratch records put back. */
const resultOf = async (args: readonly string[], cwd?: string): Promise<Outcome> => {
  const { code, out, err } = await runCli(["check", "--json", ...args], cwd === undefined ? {} : { cwd });
  expect([code, err]).toEqual([0, ""]);
  // What `check --json` prints is a report.
  const { run, facts, findings } = JSON.parse(out) as Report;
  expect(run.complete).toBe(true);
  return { facts: facts.map(({ id, status, reason = "" }) => ({ id, status, reason })), findings };
};

const serving = async (control: boolean): Promise<string> => {
  const served = await startSandbox({ control });
  onTestFinished(() => served.close());
  return temporaryFolder({ "c.json": JSON.stringify(served.config) });
};

const writing = ["note-is-replaced-whole", "note-texts-are-kept", "webhook-flags-decide"];

/** What a usual run checks: what is written, and refused, and what only the control interface shows. */
const some = [
  ...writing,
  "access-token-works-like-a-key",
  "contact-is-read-by-id",
  "crm-credential-is-required-to-write",
  "event-contact-over-time",
  "group-members-are-set",
  "lifetimes-are-kept",
  "user-is-read-by-id",
  "volunteer-revoked-token-is-refused-to-write",
];
const written = ["CRM-26", "CRM-27", "EVT-01", "EVT-02"];

const onlyOf = (ids: readonly string[], { facts, findings }: Outcome): Outcome => ({
  facts: facts.filter(({ id }) => ids.includes(id)),
  findings,
});

describe("a check of a served sandbox by its own configuration", () => {
  it("comes to the same as the run in process, time after time", async () => {
    const chosen = isNightly ? [] : ["--check", some.join()];
    const embedded = await resultOf(chosen);
    expect(onlyOf(written, embedded).facts.map(({ status }) => status)).toEqual(written.map(() => "passed"));
    const cwd = await serving(true);
    expect(await resultOf(["--config", "c.json", ...chosen], cwd)).toEqual(embedded);
    // What the first run wrote and put back, the second does not see.
    const again = isNightly ? embedded.facts.map(({ id }) => id) : written;
    const second = await resultOf(
      ["--config", "c.json", ...(isNightly ? [] : ["--check", writing.join()])],
      cwd,
    );
    expect(onlyOf(again, second)).toEqual(onlyOf(again, embedded));
  });

  it("says what only the control interface could show, where that is off", async () => {
    const cwd = await serving(false);
    const { facts } = await resultOf(["--config", "c.json", "--fact", "CRM-35,EVT-02,CRM-15"], cwd);
    const outcomes = Object.fromEntries(facts.map(({ id, status, reason }) => [id, [status, reason]]));
    expect([outcomes["CRM-35"], outcomes["EVT-02"]]).toEqual([
      ["skipped", "only the sandbox can show it"],
      ["skipped", "only the sandbox can show it"],
    ]);
    expect(outcomes["CRM-15"]?.[0]).toBe("passed");
  });

  it("sends no write that the guard of live targets refuses", async () => {
    const writes = checks.filter(({ effect, id }) => effect === "write" && !id.endsWith("-over-time"));
    const cwd = await serving(false);
    const chosen = ["--config", "c.json", "--check", writes.map(({ id }) => id).join()];
    const { findings } = await resultOf(chosen, cwd);
    expect(findings).toEqual([]);
  });
});
