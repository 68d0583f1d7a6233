import type { Report } from "../../harness/model/report.ts";
import { isLeftChanged } from "../../harness/model/write-summary.ts";
import { safe } from "../../harness/output/safe-text.ts";
import type { LiveTarget } from "../../harness/runner/open-target.ts";
import type { CliIo, LeftChanged } from "./io.ts";

/** What the options of a run say of where its records are. */
export interface RestoreOptions {
  readonly config?: string;
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that puts back what a run with these options has left. */
const restoreCommand = ({ config }: RestoreOptions): string =>
  ["tripact restore", ...(config === undefined ? [] : [`--config ${quoted(config)}`])].join(" ");

/** Does work that changes records, while whoever ends the process can ask which are not yet put back. */
export const whileAsked = async <Result>(
  { journal }: LiveTarget,
  options: RestoreOptions,
  io: CliIo,
  work: () => Promise<Result>,
): Promise<Result> => {
  const ask = (): LeftChanged | undefined => {
    const changed = journal?.changed() ?? [];
    if (changed.length === 0) return undefined;
    return { records: changed.map(({ record }) => record).join(", "), command: restoreCommand(options) };
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
export const tellUnsettled = ({ journal }: LiveTarget, options: RestoreOptions, io: CliIo): boolean => {
  const left = journal?.unsettled() ?? [];
  if (left.length === 0) return false;
  const records = left.map(({ record }) => record).join(", ");
  io.stderr.write(safe`tripact: an earlier run has not put back what it changed: ${records}\n`);
  io.stderr.write(safe`tripact: nothing was sent; run ${restoreCommand(options)}\n`);
  return true;
};

/** Says, on standard error and whatever else is printed, which records are not as they were. */
export const tellNotPutBack = ({ run: { writes } }: Report, options: RestoreOptions, io: CliIo): void => {
  const lost = writes?.records.filter(isLeftChanged) ?? [];
  for (const { record, reason = "nobody knows why" } of lost)
    io.stderr.write(safe`tripact: NOT PUT BACK: ${record}: ${reason}\n`);
  if (lost.some(({ state }) => state === "not put back"))
    io.stderr.write(safe`tripact: no run starts until it is: run ${restoreCommand(options)}\n`);
};
