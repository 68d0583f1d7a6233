import { once } from "node:events";
import { resolve } from "node:path";
import { interfaceNames } from "../../../harness/model/interface-name.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { parseAssumptions } from "../../../sandbox/assumptions/assumptions.ts";
import { mainCredentials } from "../../../sandbox/configuration.ts";
import { largestScale } from "../../../sandbox/sandbox.ts";
import { type ServedSandbox, type ServeOptions, startSandbox } from "../../../sandbox/serve.ts";
import { assertApart, useOfOperand } from "../file-uses.ts";
import { printable } from "../../../harness/output/escape.ts";
import type { CliIo } from "../io.ts";
import { integerOf } from "../option-values.ts";
import { plantedFaults } from "../planted-faults.ts";
import type { SandboxCommandOptions } from "../definitions/sandbox.ts";

const serveOptionsOf = async (options: SandboxCommandOptions, io: CliIo): Promise<ServeOptions> => ({
  host: options.host,
  assumptions: parseAssumptions(options.set ?? []),
  control: options.control === true,
  faults: await plantedFaults(options.fault),
  ...(options.port === undefined ? {} : { port: integerOf("--port", options.port, 0, 65_535) }),
  ...(options.data === undefined ? {} : { dataFile: resolve(io.cwd, options.data) }),
  ...(options.scale === undefined ? {} : { scale: integerOf("--scale", options.scale, 1, largestScale) }),
  onBug: (bug) => io.stderr.write(safe`tripact: a handler failed, the caller got a 500: ${String(bug)}\n`),
});

const addressLine = ({ config, origin }: ServedSandbox, control: boolean): SafeText => {
  const parts = interfaceNames.map((name) => {
    const { baseUrl, credentials } = config.interfaces[name];
    const key = mainCredentials[name];
    return `${name} ${baseUrl} ${key}=${String(credentials[key])}`;
  });
  const places = [...parts, `docs ${origin}/docs`, ...(control ? [`control ${origin}/control`] : [])];
  return safe`${places.join("  ")}  (--json gives every credential; Ctrl+C stops)\n`;
};

/**
 * `tripact sandbox`: serves the three interfaces until it is stopped. What `--json` prints, on one line,
 * is a complete configuration for `check --config`.
 * @throws UsageError for a value that no option takes, a port that is taken, a data file that cannot be used.
 */
export const sandbox = async (options: SandboxCommandOptions, io: CliIo): Promise<number> => {
  if (options.data !== undefined)
    assertApart(
      { outputs: [{ ...useOfOperand(options.data, io), place: `--data ${printable(options.data)}` }] },
      io,
    );
  const served = await startSandbox(await serveOptionsOf(options, io));
  try {
    if (options.json === true) io.stdout.write(safeJson(served.config));
    else if (options.quiet !== true) io.stdout.write(addressLine(served, options.control === true));
    if (!io.signal.aborted) await once(io.signal, "abort");
  } finally {
    await served.close();
  }
  return 0;
};
