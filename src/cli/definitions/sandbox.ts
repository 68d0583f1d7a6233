import type { Command } from "commander";
import { addCommand, collect, type Dispatch } from "../command.ts";

export const addSandbox = (program: Command, dispatch: Dispatch): void => {
  addCommand(program, dispatch, "sandbox", async () => (await import("../commands/sandbox.ts")).sandbox)
    .summary("serve the three interfaces on this machine")
    .description(
      "Serves a stateful implementation of the three interfaces, with their reference to browse, and prints its " +
        "addresses and credentials.",
    )
    .option("--port <number>", "port to listen on (default: any free one)")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--data <file>", "keep the state in a file")
    .option(
      "--scale <number>",
      "donors, up to 1000000 (default: 250); three gifts each, and the rest grows with them",
    )
    .option("--set <key=value>", "answer an open question otherwise; tripact unknowns lists them", collect)
    .option(
      "--control",
      "also serve /control: reset, snapshots, clock, SMS outbox, delivery log, credentials",
    )
    .option("--fault <ids>", "break a fact on purpose; tripact faults lists the ways", collect);
};
