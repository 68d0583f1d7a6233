import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";

export const addReport = (program: Command, dispatch: Dispatch): void => {
  const report = program
    .command("report")
    .summary("put the reports of shards together")
    .description("Works on reports that runs have left.")
    .helpCommand(false);
  addCommand(report, dispatch, "merge", async () => (await import("../commands/report.ts")).mergeShards)
    .argument("<files...>", "JSON reports of all shards of one run")
    .summary("make the report of the whole run from those of its shards")
    .description(
      "Makes the report of a whole run from the JSON reports of its shards, tells it and gives its exit code.",
    )
    .option("--report <format=path>", "also write the whole in a format; as with check", collect);
};
