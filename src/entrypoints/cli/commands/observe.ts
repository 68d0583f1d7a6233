import { observeOptions } from "../../../app/options.ts";
import {
  configFile,
  documentReading,
  documentTraffic,
  pickDeclared,
  recordings,
  recordingsOf,
  reports,
  storeFile,
  usageFiles,
} from "../options.ts";
import { unset } from "../../../inputs/config-reading.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { safe } from "../../../core/output/safe-text.ts";
import { asked, command, verdictCodes } from "../command.ts";
import { deliverReports } from "../report-files.ts";

/** `tripact observe`: judges recorded traffic. */
export const observeCommand = command({
  name: "observe",
  summary: "judge recorded traffic",
  description:
    "Judges recorded traffic by every fact that a single exchange can show. Reads HAR 1.2, VCR cassettes in YAML or " +
    "JSON (from Ruby, Python, Go or Schemathesis) and NDJSON of exchanges, also compressed with gzip or zstd. Shows and " +
    "keeps no value of a record.",
  operands: [recordings("<file...>", "recordings: files, file patterns, or - for standard input")],
  options: {
    config: configFile({
      text: "configuration with the base addresses of the interfaces; without one, paths decide (default: as in tripact check)",
      // Judging a recording needs no credentials, so none must be set.
      reading: { ...documentReading, standIn: unset },
      noneWith: ["openapi"],
    }),
    ...documentTraffic("judge the traffic of this OpenAPI document's server; reads no configuration"),
    ...pickDeclared(observeOptions, "crm", "donation", "volunteer", "interfaces", "facts", "checks"),
    report: reports("also write a report, as in tripact check; - is standard output"),
    ...usageFiles(),
    store: storeFile("add the observed shapes to the history in this store", { onlyIfNamed: true }),
  },
  async run({ report: files, ...options }, io, ...operands) {
    const needy = files.find(({ format }) => format.exchanges === "needs");
    if (needy !== undefined)
      throw new UsageError(`${needy.name} cannot report on a recording: it would repeat it`, {
        option: "report",
      });
    const [{ observe }, { personStream, recordingConsole }, { findingConcerns, printConcerns }] =
      await Promise.all([
        import("../../../app/verbs.ts"),
        import("../run-console.ts"),
        import("../concerns.ts"),
      ]);
    const stream = personStream(io, files);
    const write = options.json === true ? () => undefined : recordingConsole(options, io, stream);
    const run = observe({ ...asked(options, io), recordings: recordingsOf(operands, io) });
    for await (const event of run) write(event);
    const { kept, verdict, ...result } = await run.result;
    const { report } = result;
    if (kept !== undefined && options.quiet !== true)
      io.stderr.write(safe`tripact: the shapes of ${kept} answers are kept in ${options.store ?? ""}\n`);
    printConcerns(report.usage, findingConcerns(report.findings), options, stream, io);
    await deliverReports(files, result, io);
    return verdictCodes[verdict];
  },
});
