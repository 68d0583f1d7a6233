import type { CliIo } from "../../../src/entrypoints/cli/io.ts";

/** An output that hands its texts to a function; without one they are lost. */
export const outputTo = (write: (text: string) => void = () => undefined): CliIo["stdout"] => ({
  write: (text) => write(String(text)),
  isTerminal: false,
  columns: 100,
});

/** Environment of a command in a folder: no environment, input or output, and a clock that stands still. */
export const cliIo = (cwd: string, more: Partial<CliIo> = {}): CliIo => ({
  env: {},
  stdout: outputTo(),
  stderr: outputTo(),
  stdin: (async function* () {})(),
  cwd,
  clock: { now: () => 0, sleep: () => Promise.resolve() },
  signal: new AbortController().signal,
  ...more,
});
