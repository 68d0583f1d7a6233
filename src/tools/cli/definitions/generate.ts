import { defineCommand, type OptionsOf } from "../definition.ts";
import { unusedStoreOption } from "./shared-options.ts";

export const generateCommand = defineCommand({
  name: "generate",
  summary: "generate types, schemas and tables from OpenAPI",
  description:
    "Generates everything under src/contract/generated from the OpenAPI documents in specs. With --discover it " +
    "asks a target, as tripact discover does, and writes a dialect and types for the query fields, columns, custom " +
    "fields, contact method types and note types of one organization.",
  options: [
    { flags: "--check", text: "write nothing; fail if a generated file is stale" },
    { flags: "--out <dir>", text: "write to this folder" },
    { flags: "--discover", text: "generate from what a target answers, not from the OpenAPI documents" },
    {
      flags: "--config <file>",
      text: "with --discover: configuration of the target (default: the embedded sandbox)",
    },
    { flags: "--budget <number>", text: "with --discover: most requests to send (default: 300)" },
    { flags: "--seed <number>", text: "with --discover: seed of the run (default: 1)" },
    {
      flags: "--options-mapping <file>",
      text: "with --discover: maps a Query/options response of another shape",
    },
    {
      flags: "--field-options",
      text: "with --discover: also write the options of custom fields, which are the organization's own words",
    },
    {
      flags: "--note-type <name>",
      text: "with --discover: name of a note type; no operation lists them",
      many: true,
    },
    {
      flags: "--import-from <module>",
      text: "with --discover: module of the query builder (default: tripact/queries)",
    },
    unusedStoreOption,
    {
      flags: "--set <key=value>",
      text: "with --discover: an answer of the embedded sandbox to an open question",
      many: true,
    },
    { flags: "--scale <number>", text: "with --discover: number of donors in the embedded sandbox" },
  ],
});

export type GenerateOptions = OptionsOf<typeof generateCommand>;
