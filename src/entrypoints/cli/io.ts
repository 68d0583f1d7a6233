import type { Environment } from "../../core/model/environment.ts";
import type { Clock } from "../../core/model/clock.ts";
import { createPalette, type Palette } from "../../core/output/palette.ts";
import type { Prompter } from "./prompter.ts";
import type { SafeText } from "../../core/output/safe-text.ts";

/** An output stream of the command line. */
export interface Output {
  /** Accepts only text that `src/core/output` has escaped. */
  write(text: SafeText): void;
  readonly isTerminal: boolean;
  /** Characters per line; 80 if the stream has no width. */
  readonly columns: number;
}

/** Records that would stay changed if the process ended now. */
export interface LeftChanged {
  /** Their names. */
  readonly records: string;
  /** The command that restores them. */
  readonly command: string;
}

/** The process environment of a command, replaceable in tests. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted by the first SIGINT, SIGTERM, SIGHUP or SIGQUIT. */
  readonly signal: AbortSignal;
  /** Asks the user at the terminal; absent without one. */
  readonly prompter?: Prompter;
  /** Called before further signals end the process; absent if none can. */
  readonly leftChanged?: Set<() => LeftChanged | undefined>;
}

/** The part of it that functions of the library take. */
export const environment = ({ env, cwd, signal, clock }: CliIo): Environment => ({
  env,
  cwd,
  signal,
  clock,
});

/** Line width for sentences; unlimited outside a terminal, so that lines can be searched and compared. */
export const lineWidth = ({ isTerminal, columns }: Output): number => (isTerminal ? columns : Infinity);

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** Whether to use colour: decided by the flag, then FORCE_COLOR, NO_COLOR and the stream. */
export const usesColor = (flag: boolean, env: CliIo["env"], stream: Output): boolean => {
  if (!flag) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (isSet(env["NO_COLOR"]) || env["TERM"] === "dumb") return false;
  return stream.isTerminal;
};

/** Whether a line may be redrawn: only on an interactive terminal. */
export const isInteractive = (env: CliIo["env"], stream: Output): boolean =>
  stream.isTerminal && env["TERM"] !== "dumb" && !isSet(env["CI"]);

/** The colours for a stream. */
export const paletteFor = (
  { color }: { readonly color: boolean },
  { env, stdout }: Pick<CliIo, "env" | "stdout">,
  stream = stdout,
): Palette => createPalette(usesColor(color, env, stream));
