import { restore as restoreTarget } from "../../../app/restore.ts";
import { namesNoSandbox } from "../../../app/open-config.ts";
import { isLive } from "../../../app/open-target.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import type { PutBack, WriteSummary } from "../../../harness/model/write-summary.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import type { RestoreCommandOptions } from "../definitions/restore.ts";
import { assertNamesTarget, findOpened } from "../find-config.ts";
import type { CliIo } from "../io.ts";
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

/**
 * `tripact restore`: undoes the writes in the journal of a killed run, or drops a record from it.
 * @throws UsageError when an option, the configuration, the journal or its folder is invalid.
 */
export const restore = async (options: RestoreCommandOptions, io: CliIo): Promise<number> => {
  const { forget, json, quiet } = options;
  if (forget !== undefined && options.settledByHand !== true)
    throw new UsageError("the record stays as it is now", {
      location: "--forget",
      hint: "add --settled-by-hand to confirm that you have restored the record",
    });
  const config = await findOpened(options.config, io);
  assertNamesTarget(options.config, config?.config, namesNoSandbox);
  if (config === undefined || !isLive(config.config))
    throw new UsageError("there is no configuration with a live target", {
      hint: "name the run's configuration with --config",
    });
  const run = restoreTarget({
    ...io,
    config,
    stateFolder: liveFolder(io.env),
    ...(forget === undefined ? {} : { forget }),
  });
  const { forgotten, verdict, writes } = await whileAsked(run.changed, options, io, () => run.result);
  const code = exitCodes[verdict];
  if (forgotten !== undefined) {
    if (json === true) io.stdout.write(safeJson({ forgotten: forget }));
    else if (quiet !== true) io.stdout.write(safe`forgotten     ${forgotten}\n`);
    return code;
  }
  if (writes === undefined) {
    io.stderr.write(safe`tripact: another run is writing to these targets and restores what it changes\n`);
    return code;
  }
  if (json === true) io.stdout.write(safeJson(writes));
  else if (quiet !== true) io.stdout.write(summaryText(writes));
  const lost = writes.records.filter(({ state }) => state === "not put back");
  for (const one of lost) io.stderr.write(safe`tripact: ${lineOf(one)}\n`);
  if (lost.length > 0)
    io.stderr.write(
      safe`tripact: restore it by hand, then run tripact restore --forget ID --settled-by-hand\n`,
    );
  return code;
};
