import { once } from "node:events";
import { resolve } from "node:path";
import { interfaceNames } from "../../model/interface-name.ts";
import { parseAssumptions } from "../../sandbox/assumptions/assumptions.ts";
import { type ServedSandbox, type ServeOptions, startSandbox } from "../../sandbox/serve.ts";
import type { CliIo } from "../io.ts";
import { integerOf } from "../option-values.ts";
import type { CommonOptions } from "../program.ts";

export interface SandboxCommandOptions {
  readonly port?: string;
  readonly host: string;
  readonly data?: string;
  readonly scale?: string;
  readonly set?: readonly string[];
}

const largestScale = 1_000_000;

const serveOptionsOf = (options: SandboxCommandOptions, io: CliIo): ServeOptions => ({
  host: options.host,
  assumptions: parseAssumptions(options.set ?? []),
  ...(options.port === undefined ? {} : { port: integerOf("--port", options.port, 0, 65_535) }),
  ...(options.data === undefined ? {} : { dataFile: resolve(io.cwd, options.data) }),
  ...(options.scale === undefined ? {} : { scale: integerOf("--scale", options.scale, 1, largestScale) }),
  onBug: (bug) => io.stderr.write(`tripact: a handler failed, the caller got a 500: ${String(bug)}\n`),
});

/** The credential that most calls need. */
const mainCredential = { crm: "apiKey", donation: "token", volunteer: "token" } as const;

const addressLine = ({ config }: ServedSandbox): string => {
  const parts = interfaceNames.map((name) => {
    const { baseUrl, credentials } = config.interfaces[name];
    const key = mainCredential[name];
    return `${name} ${baseUrl} ${key}=${String(credentials[key])}`;
  });
  return `${parts.join("  ")}  (--json gives every credential; Ctrl+C stops)\n`;
};

/**
 * `tripact sandbox`: serves the three interfaces until it is told to stop. What `--json` prints, on one line,
 * is a complete configuration for `check --config`.
 * @throws UsageError for a value that no option takes, a port that is taken, a data file that cannot be used.
 */
export const sandbox = async (options: SandboxCommandOptions & CommonOptions, io: CliIo): Promise<number> => {
  const served = await startSandbox(serveOptionsOf(options, io));
  try {
    if (options.json === true) io.stdout.write(`${JSON.stringify(served.config)}\n`);
    else if (options.quiet !== true) io.stdout.write(addressLine(served));
    if (!io.signal.aborted) await once(io.signal, "abort");
  } finally {
    await served.close();
  }
  return 0;
};
