/**
 * Writes a sample of every report format to reports/: a run of the command line against a served sandbox with planted
 * faults.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { main } from "../src/entrypoints/cli/main.ts";
import { cliIo, outputTo } from "../test/entrypoints/cli/cli-io.ts";
import { extensionOf, reportFormats } from "../src/report/report-formats.ts";
import { systemClock } from "../src/core/model/system-clock.ts";
import { faults } from "../src/builtin/faults/generated/faults.ts";
import { startSandbox } from "../src/sandbox/serve.ts";

const folder = fileURLToPath(new URL("../reports/", import.meta.url));

/** One fault of each of these facts: of every interface, of shapes, statuses and meaning. */
const broken = ["CRM-01", "CRM-06", "CRM-27", "GEN-01", "DON-03", "DON-07", "DON-21", "VOL-01", "VOL-05"];

const planted = broken.flatMap((fact) => faults.find((fault) => fault.fact === fact) ?? []);

// A summary is appended to.
rmSync(join(folder, "sample.summary.md"), { force: true });

const served = await startSandbox({ host: "127.0.0.1", control: true, faults: planted });
const temporary = mkdtempSync(join(tmpdir(), "tripact-samples-"));
try {
  const config = join(temporary, "tripact.config.json");
  writeFileSync(config, JSON.stringify(served.config));
  const paths = reportFormats.map((name) => [name, join(folder, `sample.${extensionOf(name)}`)] as const);
  const code = await main(
    ["check", "--config", config, ...paths.flatMap(([name, path]) => ["--report", `${name}=${path}`])],
    cliIo(temporary, {
      env: { GITHUB_STEP_SUMMARY: join(folder, "sample.summary.md") },
      stderr: outputTo((text) => void process.stderr.write(text)),
      clock: systemClock,
    }),
  );
  if (code !== 1) throw new Error(`the planted faults gave exit code ${code}, not 1`);
  process.stdout.write(`${planted.map(({ id }) => id).join(", ")} planted\n`);
  for (const [name, path] of paths)
    process.stdout.write(`${name.padEnd(9)} ${path.slice(folder.length)} ${statSync(path).size} bytes\n`);
} finally {
  await served.close();
  rmSync(temporary, { recursive: true, force: true });
}
