import { restoreOptions } from "../../../app/options.ts";
import { configFile, declared, documentReading, documentTarget, flag, writesOf } from "../options.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import type { PutBack, WriteSummary } from "../../../core/model/write-summary.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { asked, command, verdictCodes } from "../command.ts";

const lineOf = ({ id, record, state, reason }: PutBack): string =>
  state === "not put back"
    ? `NOT RESTORED  ${record}: ${reason ?? "the reason is unknown"}  (${id})`
    : `${state.padEnd(12)}  ${record}${reason === undefined ? "" : `: ${reason}`}`;

/** What was done, for people. */
const summaryText = ({ records, left }: WriteSummary): SafeText => {
  const lines = [
    ...records.map(lineOf),
    ...left.map(({ what, times }) => `stays         ${what}${times === 1 ? "" : ` (${times} times)`}`),
  ];
  return safe`${(lines.length === 0 ? ["nothing to restore"] : lines).map((line) => safe`${line}\n`)}`;
};

/** `tripact restore`: undoes the writes in the journal of a killed run, or drops a record from it. */
export const restoreCommand = command({
  name: "restore",
  summary: "undo the writes of a run that was killed",
  description:
    "Restores the scratch records that a killed run has changed on live targets, from the journal of this user and " +
    "machine. Until then, no other run against these targets starts.",
  options: {
    config: configFile({
      what: "configuration of that run",
      reading: documentReading,
      noneWith: ["openapi"],
    }),
    ...documentTarget(),
    forget: declared(restoreOptions.forget),
    settledByHand: flag("confirm that you have restored the record of --forget by hand"),
  },
  async run(options, io) {
    const { config, openapi, forget, json, quiet } = options;
    if (forget !== undefined && options.settledByHand !== true)
      throw new UsageError("the record stays as it is now", {
        option: "forget",
        hint: "add --settled-by-hand to confirm that you have restored the record",
      });
    if (config === undefined && openapi === undefined)
      throw new UsageError("there is no configuration with a live target", {
        hint: "name the run's configuration with --config",
      });
    const [{ restore }, { followRun }] = await Promise.all([
      import("../../../app/verbs.ts"),
      import("../ask.ts"),
    ]);
    const run = restore({
      ...asked(options, io, "settledByHand", "writes", "noWrites"),
      ...writesOf(options),
      stateFolder: liveFolder(io.env),
    });
    const { forgotten, verdict, writes } = await followRun(run, () => undefined, options, io);
    const code = verdictCodes[verdict];
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
  },
});
