import type { Report } from "../model/report.ts";
import { safe } from "../output/safe-text.ts";
import type { LiveTarget } from "../runner/open-target.ts";
import type { CliIo } from "./io.ts";

/** What the options of a run say of where its records and its store are. */
export interface RestoreOptions {
  readonly config?: string;
  readonly store?: string;
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that puts back what a run with these options has left. */
const restoreCommand = ({ config, store }: RestoreOptions): string =>
  [
    "tripact restore",
    ...(config === undefined ? [] : [`--config ${quoted(config)}`]),
    ...(store === undefined ? [] : [`--store ${quoted(store)}`]),
  ].join(" ");

/** Tells, on standard error, that an earlier run has left records in disorder; true when one has. */
export const tellUnsettled = ({ journal }: LiveTarget, options: RestoreOptions, io: CliIo): boolean => {
  let records: string;
  try {
    const left = journal?.unsettled() ?? [];
    if (left.length === 0) return false;
    records = left.map(({ record }) => record).join(", ");
  } catch (error) {
    records = error instanceof Error ? error.message : String(error);
  }
  io.stderr.write(safe`tripact: an earlier run has not put back what it changed: ${records}\n`);
  io.stderr.write(safe`tripact: nothing was sent; run ${restoreCommand(options)}\n`);
  return true;
};

/** Tells, on standard error and whatever else is told, of each record that could not be put back. */
export const tellNotPutBack = ({ run: { writes } }: Report, options: RestoreOptions, io: CliIo): void => {
  const lost = writes?.records.filter(({ state }) => state === "not put back") ?? [];
  if (lost.length === 0) return;
  for (const { record, reason = "nobody knows why" } of lost)
    io.stderr.write(safe`tripact: NOT PUT BACK: ${record}: ${reason}\n`);
  io.stderr.write(safe`tripact: no run starts until it is: run ${restoreCommand(options)}\n`);
};
