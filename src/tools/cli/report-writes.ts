import type { Report } from "../../harness/model/report.ts";
import { isLeftChanged } from "../../harness/model/write-summary.ts";
import { safe } from "../../harness/output/safe-text.ts";
import type { LiveTarget } from "../../harness/runner/live-target.ts";
import type { CliIo, LeftChanged } from "./io.ts";

/** The options of a run that locate its records. */
export interface RestoreOptions {
  readonly config?: string;
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that puts back what a run with these options has left. */
const restoreCommand = ({ config }: RestoreOptions): string =>
  ["tripact restore", ...(config === undefined ? [] : [`--config ${quoted(config)}`])].join(" ");

/** Does work that changes records; meanwhile a signal handler can ask which are not yet restored. */
export const whileAsked = async <Result>(
  changed: () => readonly string[],
  options: RestoreOptions,
  io: CliIo,
  work: () => Promise<Result>,
): Promise<Result> => {
  const ask = (): LeftChanged | undefined => {
    const records = changed();
    return records.length === 0
      ? undefined
      : { records: records.join(", "), command: restoreCommand(options) };
  };
  io.leftChanged?.add(ask);
  try {
    return await work();
  } finally {
    io.leftChanged?.delete(ask);
  }
};

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

/** Says, on standard error and whatever else is printed, which records are not as they were. */
export const reportNotRestored = ({ run: { writes } }: Report, options: RestoreOptions, io: CliIo): void => {
  const lost = writes?.records.filter(isLeftChanged) ?? [];
  for (const { record, reason = "the reason is unknown" } of lost)
    io.stderr.write(safe`tripact: NOT RESTORED: ${record}: ${reason}\n`);
  if (lost.some(({ state }) => state === "not put back"))
    io.stderr.write(safe`tripact: no other run starts before that is done. Run ${restoreCommand(options)}\n`);
};
