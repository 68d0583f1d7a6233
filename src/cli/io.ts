import type { Clock } from "../model/clock.ts";
import type { SafeText } from "../output/safe-text.ts";

/** A stream that the command line writes to. */
export interface Output {
  /** Takes only what `src/output` has made safe to show. */
  write(text: SafeText): void;
  readonly isTerminal: boolean;
  /** Characters per line; 80 where the stream has no width. */
  readonly columns: number;
}

/** Everything that a command takes from its process, so that tests can pass their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}
