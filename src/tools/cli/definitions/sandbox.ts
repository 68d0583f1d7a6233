import { defineCommand, type OptionsOf } from "../definition.ts";

export const sandboxCommand = defineCommand({
  name: "sandbox",
  summary: "serve the three interfaces on this machine",
  description:
    "Serves a stateful implementation of the three interfaces and a reference to browse, and prints addresses and " +
    "credentials.",
  options: [
    { flags: "--port <number>", text: "port to listen on (default: a free one)" },
    { flags: "--host <address>", text: "address to listen on", default: "127.0.0.1" },
    {
      flags: "--data <file>",
      text: "keep the state in this file; one that is there keeps its number of donors",
    },
    {
      flags: "--scale <number>",
      text: "number of donors, up to 1000000 (default: 250, or as --like shows); the rest grows in proportion",
    },
    {
      flags: "--set <key=value>",
      text: "answer an open question in another way; tripact unknowns lists them",
      many: true,
    },
    {
      flags: "--control",
      text: "also serve /control: reset, snapshots, clock, SMS outbox, delivery log, credentials",
    },
    {
      flags: "--extend <file>",
      text: "also serve the examples of this OpenAPI document; x-interface in it names the interface",
      many: true,
    },
    { flags: "--log", text: "print each request: method, path, status, time, and the rule that refused it" },
    {
      flags: "--latency <range>",
      text: "let each request wait, for example 50ms or 20ms..200ms; like: as long as the target of --like",
    },
    {
      flags: "--like <file>",
      text: "behave as a target was seen to: a shape file (tripact drift --export-shape), a store or a report of check",
    },
    {
      flags: "--like-only <ids>",
      text: "reproduce only these deviations from the specification, or none with: documented",
      many: true,
    },
    { flags: "--cors", text: "let web pages of every origin call the interfaces" },
    { flags: "--fault <ids>", text: "plant these faults; tripact faults lists them", many: true },
  ],
});

export type SandboxCommandOptions = OptionsOf<typeof sandboxCommand>;
