import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { main } from "../../../src/tools/cli/main.ts";

/** A process of its own that runs the command line with the arguments of a JSON file, to be killed. */
const [, , file = ""] = process.argv;
const { args, cwd } = JSON.parse(readFileSync(file, "utf8")) as { args: string[]; cwd: string };
const quiet = { write: () => undefined, isTerminal: false, columns: 80 };

process.stdout.write("up\n");
process.exitCode = await main(args, {
  env: { XDG_STATE_HOME: join(cwd, "state") },
  stdout: quiet,
  stderr: { ...quiet, write: (text) => void process.stderr.write(String(text)) },
  stdin: (async function* () {})(),
  cwd,
  clock: { now: () => Date.now(), sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}) },
  signal: new AbortController().signal,
});
