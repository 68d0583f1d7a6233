import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";
import { reportFormats } from "../report-formats.ts";
import { configOption, storeOption } from "./shared-options.ts";

const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

export const addCheck = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "check", async () => (await import("../commands/check.ts")).check)
    .summary("hold a target, or the embedded sandbox, to the facts")
    .description(
      "Holds a target to every fact of the three interfaces and reports what it breaks. Without a configuration " +
        "the embedded sandbox is tested, in process.",
    )
    .option(...configOption())
    .option("--interface <names>", "only these interfaces: crm,donation,volunteer", collect)
    .option("--fact <ids>", "only the checks of these facts, for example DON-03,CRM-27", collect)
    .option("--check <ids>", "only these checks", collect)
    .option("--seed <number>", "the run's seed: same seed, same calls", "1")
    .option("--shard <i/n>", "only part i of n, for parallel jobs")
    .option("--dry-run", "tell what the run would ask for and cost, and send nothing")
    .option("--resume", "go on with the run that a spent budget has cut short")
    .option(...storeOption("where a run that was cut short is kept for --resume"))
    .option(
      "--fault <ids>",
      "check the embedded sandbox with these planted faults; tripact faults lists them",
      collect,
    )
    .option(
      "--report <format=path>",
      `also write a report: ${oneOf(reportFormats)}=FILE; - is standard output`,
      collect,
    );
};
