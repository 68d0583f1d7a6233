import { mergeOptions } from "../../../app/options.ts";
import { inputOperand, pickDeclared, reports } from "../options.ts";
import { asked, command, type CommandGroup, verdictCodes } from "../command.ts";
import { contractOptions } from "../contract-options.ts";
import { assertNoExchangesNeeded, deliverReports } from "../report-files.ts";

/** `tripact report merge FILES…`: merges the JSON reports of all shards into one report, with its exit code. */
const mergeCommand = command({
  name: "merge",
  summary: "merge the reports of shards into one",
  description:
    "Merges the JSON reports of all shards of a run into one report, prints it, and exits with the exit code of the " +
    "whole run.",
  operands: [inputOperand("<files...>", "JSON reports of all shards of one run")],
  options: {
    report: reports("also write the merged report, as in tripact check"),
    ...pickDeclared(mergeOptions, "minFacts", "require"),
    ...contractOptions(),
  },
  async run({ report: files, ...options }, io, ...operands) {
    assertNoExchangesNeeded(files);
    const [{ mergeReports }, { createReporter, personStream }] = await Promise.all([
      import("../../../app/verbs.ts"),
      import("../run-console.ts"),
    ]);
    const { verdict, ...ended } = await mergeReports(operands, asked(options, io));
    if (options.json !== true) {
      const stream = personStream(io, files);
      const write = createReporter(options, io, stream, { embedded: false });
      stream.write(write({ type: "run-ended", complete: ended.report.run.complete, ...ended }));
    }
    await deliverReports(files, ended, io);
    return verdictCodes[verdict];
  },
});

export const reportCommand: CommandGroup = {
  name: "report",
  summary: "merge the reports of shards",
  description: "Works with the JSON reports of runs.",
  commands: [mergeCommand],
};
