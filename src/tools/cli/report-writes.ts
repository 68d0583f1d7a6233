import { safe } from "../../harness/output/safe-text.ts";
import type { LiveTarget } from "../../harness/runner/live-target.ts";
import type { CliIo } from "./io.ts";

/** The options of a run that locate its records. */
interface RestoreOptions {
  readonly config?: string;
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that puts back what a run with these options has left. */
const restoreCommand = ({ config }: RestoreOptions): string =>
  ["tripact restore", ...(config === undefined ? [] : [`--config ${quoted(config)}`])].join(" ");

/**
 * Says, on standard error, that an earlier run has left records changed; true when one has.
 * @throws UsageError for a journal that cannot be read.
 */
export const reportOpenWrites = ({ journal }: LiveTarget, options: RestoreOptions, io: CliIo): boolean => {
  const left = journal?.openChanges() ?? [];
  if (left.length === 0) return false;
  const records = left.map(({ record }) => record).join(", ");
  io.stderr.write(safe`tripact: an earlier run did not restore the records it changed: ${records}\n`);
  io.stderr.write(safe`tripact: nothing was sent. Run ${restoreCommand(options)}\n`);
  return true;
};
