import process from "node:process";
import type { Output } from "./io.ts";
import { main } from "./main.ts";
import { systemClock } from "./system-clock.ts";

/** Set when what was written did not arrive, for another reason than a reader that went away. */
const lost = { output: false };

const output = (stream: NodeJS.WriteStream): Output => {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that went away, as `head` does, is no reason to fail.
    if (error.code === "EPIPE" || lost.output) return;
    lost.output = true;
    process.exitCode = 3;
    process.stderr.write(`tripact: the output cannot be written (${error.code ?? "unknown reason"})\n`);
  });
  return {
    write: (text) => {
      stream.write(String(text));
    },
    // A pipe has neither.
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals say 0.
      return stream.columns > 0 ? stream.columns : 80;
    },
  };
};

/** The first signal lets the run report what it has; a second one ends the process at once. */
const abortOnSignals = (): AbortSignal => {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  return controller.signal;
};

const code = await main(process.argv.slice(2), {
  env: process.env,
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  stdin: process.stdin,
  cwd: process.cwd(),
  clock: systemClock,
  signal: abortOnSignals(),
});
process.exitCode = lost.output ? 3 : code;
