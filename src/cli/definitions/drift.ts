import type { Command } from "commander";
import type { DriftOptions } from "../commands/drift.ts";
import { addCommand, collect, type CommonOptions, type Dispatch } from "../command.ts";
import { configOption, storeOption } from "./shared-options.ts";

const addAccept = (command: Command, dispatch: Dispatch): void => {
  const accept = command
    .command("accept")
    .argument("<fingerprint...>", "fingerprints as tripact drift tells them")
    .summary("make changes part of the baseline")
    .description(
      "Makes changes part of the baseline: they are usual from now on, and going back is drift again.",
    )
    .option(...storeOption("the store with the history"));
  accept.action(async (fingerprints: readonly string[]) => {
    // Commander's values have the types that the options above declare.
    const options = accept.optsWithGlobals() as DriftOptions & CommonOptions;
    const load = async () => (await import("../commands/drift.ts")).acceptDrift;
    await dispatch(load, { ...options, fingerprints }, []);
  });
};

export const addDrift = (program: Command, dispatch: Dispatch): void => {
  const command = addCommand(
    program,
    dispatch,
    "drift",
    async () => (await import("../commands/drift.ts")).drift,
  )
    .summary("tell what changed on live targets since last night")
    .description(
      "Reads live targets within their budget, never writes, and compares the answers with the documents and with " +
        "the history in the store. The first night is the baseline, which moves only by tripact drift accept.",
    )
    .option(...configOption())
    .option(...storeOption("the store with the history"))
    .option("--organization <name>", "whose records these are, where one address serves several")
    .option("--seed <number>", "the run's seed (default: another one every day)")
    .option(
      "--report <format=path>",
      "also write a report of the checks, as with check; html has the history",
      collect,
    )
    .option("--github", "annotate for GitHub Actions, and append to the summary of the step")
    .option("--issues <owner/name>", "keep one issue for each drift there; the token is $GITHUB_TOKEN")
    .option("--api <url>", "address of that API (default: $GITHUB_API_URL)")
    .option("--history", "tell how every operation moved over the nights, and send nothing");
  addAccept(command, dispatch);
};
