import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isNightly } from "../nightly.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { installExample } from "./install-example.ts";

const modules = resolve(import.meta.dirname, "../../node_modules");
const run = promisify(execFile);

test.runIf(isNightly)(
  "the example's consumer tests write pacts for three providers, and all of them hold",
  async () => {
    const { folder, remove } = installExample("pact-consumer");
    onTestFinished(remove);
    const args = [
      join(modules, "vitest/vitest.mjs"),
      "run",
      "--no-isolate",
      "--maxWorkers=1",
      "--pool=threads",
    ];
    await run(process.execPath, args, { cwd: folder });
    const files = readdirSync(join(folder, "pacts")).map((name) => join("pacts", name));
    expect(files).toHaveLength(3);

    const { code, out } = await runCli(["pact", "verify", ...files, "--json"], { cwd: folder });
    const { summary }: { summary: unknown } = JSON.parse(out);
    expect(summary).toEqual({ pacts: 3, verified: 4, failed: 0, leftOut: 0, contradictions: 0 });
    expect(code).toBe(0);
  },
);
