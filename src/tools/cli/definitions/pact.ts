import { defineCommand, type OptionsOf } from "../definition.ts";

export const pactCommand = defineCommand({
  name: "pact",
  summary: "verify consumers' pacts",
  description: "Verifies the pacts that consumers' Pact tests write.",
});

export const verifyCommand = defineCommand({
  name: "verify",
  summary: "verify pacts",
  description:
    "Compares pacts with the OpenAPI documents and verifies them against the embedded sandbox, in the provider " +
    "states that they name. With --config it verifies a target, and sends only interactions that read.",
  operands: [{ name: "[files...]", text: "pact files" }],
  options: [
    { flags: "--broker <url>", text: "fetch the providers' pacts from this broker" },
    {
      flags: "--provider <name=interface>",
      text: "name of a provider in pacts, and its interface",
      many: true,
    },
    { flags: "--config <file>", text: "configuration of a target to verify against" },
    { flags: "--seed <number>", text: "seed of the sandbox", default: "1" },
    {
      flags: "--publish <version>",
      text: "publish the results to the broker for this version of the provider",
    },
    { flags: "--branch <name>", text: "branch of that version" },
  ],
});

export const statesCommand = defineCommand({
  name: "states",
  summary: "list the provider states",
  description: "Lists the provider states that the sandbox sets up for a pact, by interface.",
});

export type VerifyOptions = OptionsOf<typeof verifyCommand>;
