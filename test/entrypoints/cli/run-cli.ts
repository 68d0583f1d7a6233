import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Clock } from "../../../src/core/model/clock.ts";
import type { Report } from "../../../src/core/model/report.ts";
import type { CliIo } from "../../../src/entrypoints/cli/io.ts";
import { main } from "../../../src/entrypoints/cli/main.ts";
import type { Prompter } from "../../../src/entrypoints/cli/prompter.ts";
import { cliIo } from "./cli-io.ts";

/** The command line as a program of its own. */
export const bin = fileURLToPath(new URL("../../../bin/tripact.js", import.meta.url));

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What `--json` prints of a run. */
export const reportOf = ({ out }: Pick<CliResult, "out">): Report => JSON.parse(out) as Report;

export interface CliSetting {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly terminal?: boolean;
  /** Default 100. */
  readonly columns?: number;
  readonly prompter?: Prompter;
  readonly stdin?: AsyncIterable<Uint8Array>;
  /**
   * Default: one that waits in no real time and moves by that alone, however busy this machine is, so that a run writes
   * no progress because of it. Each run begins ahead of this machine's clock; programs of their own see the machine's.
   */
  readonly clock?: Clock;
  /** Called with every text as it is written to standard output. */
  readonly onOut?: (text: string) => void;
}

/** How far the clock of a new run is ahead of this machine's: runs wait in no real time. */
let ahead = 0;

const waitingClock = (): Clock => {
  let now = Date.now() + ahead;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      now += ms;
      ahead += ms;
    },
  };
};

/** Where runs of this process leave what later ones need, and not among what is the user's. */
const stateHome = mkdtempSync(join(tmpdir(), "tripact-state-"));
process.on("exit", () => rmSync(stateHome, { recursive: true, force: true }));

/**
 * Runs the command line as a function, away from this process's own arguments, streams and environment. A text is split at
 * its blanks.
 */
export const runCli = async (
  args: string | readonly string[],
  setting: CliSetting = {},
): Promise<CliResult> => {
  const { env = {}, cwd = "/nowhere", terminal = false, columns = 100, clock, onOut, ...more } = setting;
  const out: string[] = [];
  const err: string[] = [];
  const stream = (texts: string[], seen?: (text: string) => void): CliIo["stdout"] => ({
    write: (text) => {
      texts.push(String(text));
      seen?.(String(text));
    },
    isTerminal: terminal,
    columns,
  });
  // An empty folder unless the test needs its own: no configuration is found by accident.
  const io = cliIo(cwd, {
    ...more,
    env: Object.defineProperties({ XDG_STATE_HOME: stateHome }, Object.getOwnPropertyDescriptors(env)),
    stdout: stream(out, onOut),
    stderr: stream(err),
    clock: clock ?? waitingClock(),
  });
  const code = await main(typeof args === "string" ? args.split(" ") : args, io);
  return { code, out: out.join(""), err: err.join("") };
};

/** Runs a command that serves, hands its first output to `use`, then stops it. */
export const whileServing = async (
  args: string | readonly string[],
  use: (line: string) => Promise<void>,
  setting: CliSetting = {},
): Promise<CliResult> => {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const ended = runCli(args, { ...setting, signal: controller.signal, onOut: resolve });
  try {
    await use(await Promise.race([promise, ended.then(({ err }) => Promise.reject(new Error(err)))]));
  } finally {
    controller.abort();
  }
  return ended;
};
