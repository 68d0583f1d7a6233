import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { DriftReport } from "../../../src/core/model/drift.ts";
import type { Report } from "../../../src/core/model/report.ts";
import { readLikeness } from "../../../src/sandbox/likeness/read-likeness.ts";
import { startSandbox } from "../../../src/sandbox/serve.ts";
import { isNightly } from "../../nightly.ts";
import { whileServing } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { openWorkspace } from "./workspace.ts";

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

// A usual run has test/sandbox/likeness.
describe.runIf(isNightly)("a sandbox like a provider", { timeout: 3_600_000 }, () => {
  it("fails the facts that the provider fails, and is no drift of it", async () => {
    const options = { scale: 40, control: true };
    const provider = await openWorkspace({ ...options, faults: deviations, assumptions: choices });
    const { cwd, run, configure, served } = provider;
    const failedFacts = async (): Promise<readonly string[]> => {
      await run("check --report json=r.json");
      const { facts } = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")) as Report; // what check writes
      return facts.filter(({ status }) => status === "failed").map(({ id }) => id);
    };
    /** What a run reports to have changed, by interface; how fast answers are is the machine's, which does other work. */
    const drifted = async (store: string, known: ReadonlySet<string> = new Set()) => {
      const { out } = await run(`drift --store ${store} --seed 3 --json`);
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
    configure();
    for (const seed of ["1", "2"]) await run(`drift --store s.sqlite --seed ${seed}`);
    expect((await run("drift --store s.sqlite --export-shape p.json")).code).toBe(0);
    // Of few samples the provider itself may show something new: what it shows of itself is no difference.
    copyFileSync(join(cwd, "s.sqlite"), join(cwd, "again.sqlite"));
    const again = (await drifted("again.sqlite")).flatMap(({ changes }) => changes);
    const failed = await failedFacts();
    await provider.close();

    const like = readLikeness(join(cwd, "p.json"));
    expect(like.assumptions).toMatchObject(choices);
    const imitation = await startSandbox({ ...options, like, port: Number(new URL(served.origin).port) });
    onTestFinished(() => imitation.close());
    configure({ interfaces: imitation.config.interfaces });
    expect(await drifted("s.sqlite", new Set(again))).toEqual(
      interfaceNames.map((name) => ({ interface: name, status: "compared", changes: [] })),
    );
    expect(failed.length).toBeGreaterThan(5);
    expect(await failedFacts()).toEqual(failed);
  });
});

it("lists the deviations when it starts", async () => {
  const cwd = temporaryFolder({ "p.json": '{"form":1,"tripact":"0","settings":{"U-27":3},"answers":[]}' });
  const { out } = await whileServing("sandbox --port 0 --like p.json", async () => undefined, { cwd });
  expect(out).toContain("like p.json: 0 deviations from the specification\n  not taken: U-27=3;");
});
