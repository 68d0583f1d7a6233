import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";
import { unusedStoreOption } from "./shared-options.ts";

export const addGenerate = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "generate", async () => (await import("../commands/generate.ts")).generate)
    .summary("make types, schemas and tables from the documents")
    .description(
      "Makes everything under src/generated from the documents in specs. With --discover it asks a target instead, " +
        "as tripact discover does, and writes a dialect and types for one organization's own query fields, columns, " +
        "custom fields, contact method types and note types.",
    )
    .option("--check", "write nothing; fail when a generated file is not up to date")
    .option("--out <dir>", "write to another folder")
    .option("--discover", "write what a target tells of itself, not what the documents say")
    .option("--config <file>", "with --discover: configuration of the target (default: the embedded sandbox)")
    .option("--budget <number>", "with --discover: requests to make at most (default: 300)")
    .option("--seed <number>", "with --discover: other seeds ask about other records (default: 1)")
    .option("--options-mapping <file>", "with --discover: where things stand in Query/options")
    .option(
      "--field-options",
      "with --discover: also write the options of custom fields, which are its own words",
    )
    .option("--note-type <name>", "with --discover: a note type, since nothing lists them", collect)
    .option(
      "--import-from <module>",
      "with --discover: where the query builder is (default: tripact/queries)",
    )
    .option(...unusedStoreOption)
    .option("--set <key=value>", "with --discover: an assumption of the embedded sandbox", collect)
    .option("--scale <number>", "with --discover: donors of the embedded sandbox");
};
