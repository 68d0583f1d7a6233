import { isLeftChanged, type PutBack, type WriteSummary } from "../../../harness/model/write-summary.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import type { LiveTarget } from "../../../harness/runner/live-target.ts";
import type { RestoreCommandOptions } from "../definitions/restore.ts";
import { assertNamesTarget, findConfig, namesNoSandbox } from "../find-config.ts";
import type { CliIo } from "../io.ts";
import { isLive, openTarget } from "../open-target.ts";
import { liveFolder } from "../state-folder.ts";
import { whileAsked } from "../report-writes.ts";

const lineOf = ({ id, record, state, reason }: PutBack): string =>
  state === "not put back"
    ? `NOT RESTORED  ${record}: ${reason ?? "the reason is unknown"}  (${id})`
    : `${state.padEnd(12)}  ${record}${reason === undefined ? "" : `: ${reason}`}`;

/** What was done, for a person. */
const summaryText = ({ records, left }: WriteSummary): SafeText => {
  const lines = [
    ...records.map(lineOf),
    ...left.map(({ what, times }) => `stays         ${what}${times === 1 ? "" : ` (${times} times)`}`),
  ];
  return safe`${(lines.length === 0 ? ["nothing to restore"] : lines).map((line) => safe`${line}\n`)}`;
};

const play = async (journal: Journal, options: RestoreCommandOptions, io: CliIo): Promise<number> => {
  const summary = await journal.recover();
  if (summary === undefined) {
    io.stderr.write(safe`tripact: another run is writing to these targets and restores what it changes\n`);
    return exitCodes.stopped;
  }
  if (options.json === true) io.stdout.write(safeJson(summary));
  else if (options.quiet !== true) io.stdout.write(summaryText(summary));
  const lost = summary.records.filter(({ state }) => state === "not put back");
  if (lost.length === 0)
    return summary.records.some(isLeftChanged) ? exitCodes.findings : exitCodes.conformant;
  for (const one of lost) io.stderr.write(safe`tripact: ${lineOf(one)}\n`);
  io.stderr.write(
    safe`tripact: restore it by hand, then run tripact restore --forget ID --settled-by-hand\n`,
  );
  return exitCodes.stopped;
};

const forget = (journal: Journal, id: string, options: RestoreCommandOptions, io: CliIo): number => {
  const known = journal.openChanges().find((one) => one.id === id);
  if (known === undefined || !journal.forget(id))
    throw new UsageError("no record in the journal has this id", {
      location: "--forget",
      hint: "tripact restore lists the ids",
    });
  if (options.json === true) io.stdout.write(safeJson({ forgotten: id }));
  else if (options.quiet !== true) io.stdout.write(safe`forgotten     ${known.record}\n`);
  return exitCodes.conformant;
};

type Journal = NonNullable<LiveTarget["journal"]>;

/**
 * `tripact restore`: undoes the writes in the journal of a killed run, or drops a record from it.
 * @throws UsageError when an option, the configuration, the journal or its folder is invalid.
 */
export const restore = async (options: RestoreCommandOptions, io: CliIo): Promise<number> => {
  if (options.forget !== undefined && options.settledByHand !== true)
    throw new UsageError("the record stays as it is now", {
      location: "--forget",
      hint: "add --settled-by-hand to confirm that you have restored the record",
    });
  const config = await findConfig(options.config, io);
  assertNamesTarget(options.config, config, namesNoSandbox);
  if (!isLive(config))
    throw new UsageError("there is no configuration with a live target", {
      hint: "name the run's configuration with --config",
    });
  const { live } = await openTarget(config, 0, io.clock, liveFolder(io.env));
  const journal = live?.journal;
  if (live === undefined || journal === undefined)
    throw new Error("a live target with a folder has a journal");
  try {
    return options.forget === undefined
      ? await whileAsked(live, options, io, () => play(journal, options, io))
      : forget(journal, options.forget, options, io);
  } finally {
    await live.close();
  }
};
