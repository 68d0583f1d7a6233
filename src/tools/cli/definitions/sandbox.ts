import { defineCommand, type OptionsOf } from "../definition.ts";

export const sandboxCommand = defineCommand({
  name: "sandbox",
  summary: "serve the three interfaces on this machine",
  description:
    "Serves a stateful implementation of the three interfaces, with their reference to browse, and prints its " +
    "addresses and credentials.",
  options: [
    { flags: "--port <number>", text: "port to listen on (default: any free one)" },
    { flags: "--host <address>", text: "address to listen on", default: "127.0.0.1" },
    { flags: "--data <file>", text: "keep the state in a file" },
    {
      flags: "--scale <number>",
      text: "donors, up to 1000000 (default: 250); three gifts each, and the rest grows with them",
    },
    {
      flags: "--set <key=value>",
      text: "answer an open question otherwise; tripact unknowns lists them",
      many: true,
    },
    {
      flags: "--control",
      text: "also serve /control: reset, snapshots, clock, SMS outbox, delivery log, credentials",
    },
    { flags: "--fault <ids>", text: "break a fact on purpose; tripact faults lists the ways", many: true },
  ],
});

export type SandboxCommandOptions = OptionsOf<typeof sandboxCommand>;
