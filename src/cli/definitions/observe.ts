import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";

export const addObserve = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "observe", async () => (await import("../commands/observe.ts")).observe)
    .argument("<file...>", "recordings: files, patterns of files, or - for standard input")
    .summary("judge recorded traffic by the facts")
    .description(
      "Judges recorded traffic by every fact that an exchange shows by itself: HAR 1.2, VCR cassettes in YAML or JSON " +
        "(Ruby's, Python's, Schemathesis's) and NDJSON of exchanges, also packed by gzip or zstd. No value of a " +
        "record is shown or kept.",
    )
    .option(
      "--config <file>",
      "configuration, by whose base addresses hosts are known; without one the paths tell (default: as for check)",
    )
    .option("--interface <names>", "only these interfaces: crm,donation,volunteer", collect)
    .option("--fact <ids>", "only the checks of these facts, for example DON-01,CRM-01", collect)
    .option("--check <ids>", "only these checks", collect)
    .option(
      "--report <format=path>",
      "also write a report in a format, as with check; - is standard output",
      collect,
    )
    .option("--store <file>", "add the shapes of what was seen to this store's history");
};
