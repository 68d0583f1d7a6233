import type { Clock } from "../../harness/model/clock.ts";
import { createPalette, type Palette } from "../../harness/output/palette.ts";
import type { Prompter } from "./prompter.ts";
import type { SafeText } from "../../harness/output/safe-text.ts";

/** A stream that the command line writes to. */
export interface Output {
  /** Takes only what `src/harness/output` has made safe to show. */
  write(text: SafeText): void;
  readonly isTerminal: boolean;
  /** Characters per line; 80 where the stream has no width. */
  readonly columns: number;
}

/** Records that a process would leave changed if it ended now. */
export interface LeftChanged {
  /** Their names. */
  readonly records: string;
  /** The command that puts them back. */
  readonly command: string;
}

/** Everything that a command takes from its process, so that tests can pass their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted by the first SIGINT, SIGTERM, SIGHUP or SIGQUIT. */
  readonly signal: AbortSignal;
  /** Asks a person at the terminal; absent where there is none. */
  readonly prompter?: Prompter;
  /** Asked when further signals are about to end the process; absent where none can. */
  readonly leftChanged?: Set<() => LeftChanged | undefined>;
}

/** Where sentences are wrapped: nowhere off a terminal, since lines are searched and compared there. */
export const lineWidth = ({ isTerminal, columns }: Output): number => (isTerminal ? columns : Infinity);

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** Whether to colour: the flag first, then FORCE_COLOR, NO_COLOR and what the stream is. */
export const usesColor = (flag: boolean, env: CliIo["env"], stream: Output): boolean => {
  if (!flag) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (isSet(env["NO_COLOR"]) || env["TERM"] === "dumb") return false;
  return stream.isTerminal;
};

/** Whether a line may be drawn over again: on a terminal that a person looks at. */
export const isInteractive = (env: CliIo["env"], stream: Output): boolean =>
  stream.isTerminal && env["TERM"] !== "dumb" && !isSet(env["CI"]);

/** The colours of what is written to a stream. */
export const paletteFor = (
  { color }: { readonly color: boolean },
  { env, stdout }: Pick<CliIo, "env" | "stdout">,
  stream = stdout,
): Palette => createPalette(usesColor(color, env, stream));
