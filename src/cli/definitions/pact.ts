import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";

export const addPact = (program: Command, dispatch: Dispatch): void => {
  const pact = program
    .command("pact")
    .summary("verify consumers' pacts against documents and sandbox")
    .description("Works with the contracts that consumers' own Pact tests write.");
  addCommand(pact, dispatch, "verify", async () => (await import("../commands/pact.ts")).verifyPacts)
    .argument("[files...]", "pact files")
    .summary("verify pacts")
    .description(
      "Compares pacts with the documents and verifies them against the embedded sandbox, in the states they ask " +
        "for; with --config against a target, of which only reading interactions are asked.",
    )
    .option("--broker <url>", "fetch the pacts of the providers from a broker")
    .option(
      "--provider <name=interface>",
      "what a provider is called in pacts, and which interface it is",
      collect,
    )
    .option("--config <file>", "configuration of a target to verify against")
    .option("--seed <number>", "the sandbox's seed", "1")
    .option("--publish <version>", "tell the broker the results for this version of the provider")
    .option("--branch <name>", "the branch of that version");
  addCommand(pact, dispatch, "states", async () => (await import("../commands/pact.ts")).listStates)
    .summary("list the provider states")
    .description("Lists the provider states that the sandbox sets up for a pact, by interface.");
};
