import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DriftReport } from "../../../src/harness/model/drift.ts";
import type { Report } from "../../../src/harness/model/report.ts";
import { readLikeness } from "../../../src/sandbox/likeness/read-likeness.ts";
import { type ServeOptions, startSandbox } from "../../../src/sandbox/serve.ts";
import { plantedFaults } from "../../../src/inputs/planted-faults.ts";
import { isNightly } from "../../nightly.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Deviations of a provider, in bodies, errors and statuses, all of which shapes show. */
const deviations = [
  "contact-flag-is-a-number",
  "anniversaries-are-strings",
  "individual-ids-are-strings",
  "ages-have-fractions",
  "contact-method-ids-are-strings",
  "opt-in-is-a-letter",
  "address-ids-are-strings",
  "postal-codes-are-numbers",
  "amounts-are-numbers",
  "last-gift-date-has-an-offset",
  "error-codes-are-words",
  "unknown-records-have-no-details",
  "webhook-is-no-content",
  "birth-months-by-name",
  "donor-addresses-are-called-addresses",
];

/** Where each choice differs from the sandbox's own. */
const choices = { "U-14": "and-is-1", "U-30.defaultTake": 25, "U-36": "keep" } as const;

const interfaces = ["crm", "donation", "volunteer"];

const serve = async (options: ServeOptions) => {
  const served = await startSandbox({ scale: 40, control: true, ...options });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await served.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { port: Number(new URL(served.origin).port), config: served.config, close };
};

const inFolder = (cwd: string) => {
  const run = (...args: readonly string[]) => runCli([...args], { cwd });
  const use = (config: object): void =>
    writeFileSync(join(cwd, "tripact.config.json"), JSON.stringify(config));
  const failedFacts = async (): Promise<readonly string[]> => {
    await run("check", "--report", "json=r.json");
    const report = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")) as Report; // what check writes
    return report.facts.filter(({ status }) => status === "failed").map(({ id }) => id);
  };
  /** What a run reports to have changed, by interface; how fast answers are is the machine's, which does other work. */
  const drifted = async (store: string, known: ReadonlySet<string> = new Set()) => {
    const { out } = await run("drift", "--store", store, "--seed", "3", "--json");
    const report = JSON.parse(out) as DriftReport; // what drift prints
    return report.results.map(({ target, night, drift }) => ({
      interface: target.interface,
      status: night.status,
      changes: drift
        .filter(({ kind }) => kind !== "latency-changed")
        .map(({ fingerprint }) => fingerprint)
        .filter((one) => !known.has(one)),
    }));
  };
  return { run, use, failedFacts, drifted };
};

// A usual run has test/sandbox/likeness.
describe.runIf(isNightly)("a sandbox like a provider", { timeout: 3_600_000 }, () => {
  it("fails the facts that the provider fails, and is no drift of it", async () => {
    const cwd = temporaryFolder({});
    const { run, use, failedFacts, drifted } = inFolder(cwd);
    const provider = await serve({ faults: await plantedFaults(deviations), assumptions: choices });
    use(provider.config);
    for (const seed of ["1", "2"]) await run("drift", "--store", "s.sqlite", "--seed", seed);
    expect((await run("drift", "--store", "s.sqlite", "--export-shape", "p.json")).code).toBe(0);
    // Of few samples the provider itself may show something new: what it shows of itself is no difference.
    copyFileSync(join(cwd, "s.sqlite"), join(cwd, "again.sqlite"));
    const again = (await drifted("again.sqlite")).flatMap(({ changes }) => changes);
    const failed = await failedFacts();
    await provider.close();

    const like = readLikeness(join(cwd, "p.json"));
    expect(like.assumptions).toMatchObject(choices);
    const imitation = await serve({ like, port: provider.port });
    use(imitation.config);
    expect(await drifted("s.sqlite", new Set(again))).toEqual(
      interfaces.map((name) => ({ interface: name, status: "compared", changes: [] })),
    );
    expect(failed.length).toBeGreaterThan(5);
    expect(await failedFacts()).toEqual(failed);
  });
});

it("lists the deviations when it starts", async () => {
  const cwd = temporaryFolder({ "p.json": '{"form":1,"tripact":"0","settings":{"U-27":3},"answers":[]}' });
  const stop = new AbortController();
  const { out } = await runCli(["sandbox", "--port", "0", "--like", "p.json"], {
    cwd,
    signal: stop.signal,
    onOut: (text) => text.includes("Serving") && stop.abort(),
  });
  expect(out).toContain("like p.json: 0 deviations from the specification\n  not taken: U-27=3;");
});
