import type { Command } from "commander";
import type { UnknownsOptions } from "../commands/unknowns.ts";
import { addCommand, collect, type Dispatch } from "../command.ts";

export const addLookUps = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "facts", async () => (await import("../commands/facts.ts")).listFacts)
    .summary("list every fact that a target is held to")
    .description("Lists every fact with how it is seen and how many checks hold a target to it.");
  addCommand<UnknownsOptions>(
    program,
    dispatch,
    "unknowns",
    async () => (await import("../commands/unknowns.ts")).listUnknowns,
  )
    .summary("list the questions that the specification leaves open")
    .description(
      "Lists every question that the specification leaves open; whatever a target does there conforms. With reports of runs also what was observed, and where the reports disagree.",
    )
    .option("--report <file>", "a JSON report, given once for each run", collect);
  addCommand(program, dispatch, "faults", async () => (await import("../commands/faults.ts")).listFaults)
    .summary("list the faults that the sandbox can be given")
    .description(
      "Lists the planted faults: each breaks one fact of the sandbox, and the checks must find it.",
    );
  addCommand(program, dispatch, "explain", async () => (await import("../commands/explain.ts")).explain)
    .argument("<id>", "a fact, an open question or a check")
    .summary("tell what a fact, an open question or a check is about")
    .description(
      "Tells what a fact, an open question or a check is about, and where the documents state it.",
    );
};
