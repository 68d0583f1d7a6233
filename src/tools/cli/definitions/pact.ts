import { defineCommand, type OptionsOf } from "../definition.ts";

export const pactCommand = defineCommand({
  name: "pact",
  summary: "verify consumers' pacts against documents and sandbox",
  description: "Works with the contracts that consumers' own Pact tests write.",
});

export const verifyCommand = defineCommand({
  name: "verify",
  summary: "verify pacts",
  description:
    "Compares pacts with the documents and verifies them against the embedded sandbox, in the states they ask " +
    "for; with --config against a target, of which only reading interactions are asked.",
  operands: [{ name: "[files...]", text: "pact files" }],
  options: [
    { flags: "--broker <url>", text: "fetch the pacts of the providers from a broker" },
    {
      flags: "--provider <name=interface>",
      text: "what a provider is called in pacts, and which interface it is",
      many: true,
    },
    { flags: "--config <file>", text: "configuration of a target to verify against" },
    { flags: "--seed <number>", text: "the sandbox's seed", default: "1" },
    { flags: "--publish <version>", text: "tell the broker the results for this version of the provider" },
    { flags: "--branch <name>", text: "the branch of that version" },
  ],
});

export const statesCommand = defineCommand({
  name: "states",
  summary: "list the provider states",
  description: "Lists the provider states that the sandbox sets up for a pact, by interface.",
});

export type VerifyOptions = OptionsOf<typeof verifyCommand>;
