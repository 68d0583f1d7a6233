import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";
import { configOption, unusedStoreOption } from "./shared-options.ts";

export const addDiscover = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "discover", async () => (await import("../commands/discover.ts")).discover)
    .summary("find out a target's query integers, write a dialect")
    .description(
      "Finds out by experiment what the integers and names of a target's queries mean (U-12 to U-15, U-30), and " +
        "writes a dialect that the query builder takes. Only reads; says undecided rather than guess. Without a " +
        "configuration the embedded sandbox is asked.",
    )
    .option(...configOption())
    .option("--budget <number>", "requests to make at most", "300")
    .option("--out <file>", "write the dialect there, as YAML")
    .option("--seed <number>", "other seeds ask about other records", "1")
    .option("--options-mapping <file>", "where things stand in Query/options of a shape of its own")
    .option(...unusedStoreOption)
    .option(
      "--set <key=value>",
      "an assumption of the embedded sandbox, as tripact sandbox takes it",
      collect,
    )
    .option("--scale <number>", "donors of the embedded sandbox");
};
