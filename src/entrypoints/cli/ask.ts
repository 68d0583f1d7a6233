import type { CheckResult } from "../../app/check.ts";
import type { TargetEvent } from "../../core/run/asking.ts";
import type { OpenedConfig } from "../../inputs/open-config.ts";
import type { Run, TargetRun } from "../../core/run/create-run.ts";
import { isLeftChanged, type WriteSummary } from "../../core/model/write-summary.ts";
import { safe } from "../../core/output/safe-text.ts";
import { shellWord } from "../../core/output/shell-word.ts";
import { type CommonOptions, verdictCodes } from "./command.ts";
import { findingConcerns, printConcerns } from "./concerns.ts";
import type { CliIo, LeftChanged } from "./io.ts";
import { deliverReports, type ReportFile } from "./report-files.ts";
import { personStream, runConsole } from "./run-console.ts";

/** The options of a run that locate its records. */
interface Located {
  readonly config?: OpenedConfig;
  readonly openapi?: string;
  readonly url?: string;
  readonly name?: string;
}

/** The command that restores what a run with these options left changed. */
const restoreCommand = ({ config, ...document }: Located): string =>
  [
    "tripact restore",
    ...(config?.isNamed === true ? [`--config ${shellWord(config.file ?? "")}`] : []),
    ...(["openapi", "url", "name"] as const).flatMap((name) => {
      const text = document[name];
      return text === undefined ? [] : [`--${name} ${shellWord(text)}`];
    }),
  ].join(" ");

/**
 * The result of a run that may change records, with its events. While it runs, a signal handler can list the records
 * that are not restored yet.
 */
export const followRun = async <Event, Result>(
  run: Run<Event, Result> & Partial<Pick<TargetRun<Event, Result>, "changed">>,
  see: (event: Event) => void | Promise<void>,
  options: Located,
  io: CliIo,
): Promise<Result> => {
  const ask = (): LeftChanged | undefined => {
    const records = run.changed?.() ?? [];
    return records.length === 0
      ? undefined
      : { records: records.join(", "), command: restoreCommand(options) };
  };
  io.leftChanged?.add(ask);
  try {
    for await (const event of run) await see(event);
    return await run.result;
  } finally {
    io.leftChanged?.delete(ask);
  }
};

/** Reports on standard error that an earlier run left records changed; true if one did. */
export const printUnrestored = (
  { unrestored: records }: { readonly unrestored?: readonly string[] },
  options: Located,
  { stderr }: CliIo,
): boolean => {
  if (records === undefined) return false;
  stderr.write(safe`tripact: an earlier run did not restore the records it changed: ${records.join(", ")}\n`);
  stderr.write(safe`tripact: nothing was sent. Run ${restoreCommand(options)}\n`);
  return true;
};

/** Reports on standard error, whatever else is printed, which records are still changed. */
export const printNotRestored = (
  writes: WriteSummary | undefined,
  options: Located,
  { stderr }: CliIo,
): void => {
  const lost = writes?.records.filter(isLeftChanged) ?? [];
  for (const { record, reason = "the reason is unknown" } of lost)
    stderr.write(safe`tripact: NOT RESTORED: ${record}: ${reason}\n`);
  if (lost.some(({ state }) => state === "not put back"))
    stderr.write(safe`tripact: no other run starts before that is done. Run ${restoreCommand(options)}\n`);
};

/** Shows a check's progress on the terminal, writes its reports, and returns its result with the exit code. */
export const followCheck = async (
  run: TargetRun<TargetEvent, CheckResult>,
  files: readonly ReportFile[],
  options: CommonOptions & Located & Parameters<typeof runConsole>[0],
  io: CliIo,
): Promise<{ readonly result: CheckResult; readonly code: number }> => {
  const result = await followRun(run, runConsole(options, io, files), options, io);
  const code = verdictCodes[result.verdict];
  if (printUnrestored(result, options, io)) return { result, code };
  const { report } = result;
  printNotRestored(report.run.writes, options, io);
  printConcerns(report.usage, findingConcerns(report.findings), options, personStream(io, files), io);
  await deliverReports(files, result, io);
  return { result, code };
};
