import { defineCommand, type OptionsOf } from "../definition.ts";
import { unusedStoreOption } from "./shared-options.ts";

export const generateCommand = defineCommand({
  name: "generate",
  summary: "make types, schemas and tables from the documents",
  description:
    "Makes everything under src/contract/generated from the documents in specs. With --discover it asks a target instead, " +
    "as tripact discover does, and writes a dialect and types for one organization's own query fields, columns, " +
    "custom fields, contact method types and note types.",
  options: [
    { flags: "--check", text: "write nothing; fail when a generated file is not up to date" },
    { flags: "--out <dir>", text: "write to another folder" },
    { flags: "--discover", text: "write what a target tells of itself, not what the documents say" },
    {
      flags: "--config <file>",
      text: "with --discover: configuration of the target (default: the embedded sandbox)",
    },
    { flags: "--budget <number>", text: "with --discover: requests to make at most (default: 300)" },
    { flags: "--seed <number>", text: "with --discover: other seeds ask about other records (default: 1)" },
    { flags: "--options-mapping <file>", text: "with --discover: where things stand in Query/options" },
    {
      flags: "--field-options",
      text: "with --discover: also write the options of custom fields, which are its own words",
    },
    {
      flags: "--note-type <name>",
      text: "with --discover: a note type, since nothing lists them",
      many: true,
    },
    {
      flags: "--import-from <module>",
      text: "with --discover: where the query builder is (default: tripact/queries)",
    },
    unusedStoreOption,
    {
      flags: "--set <key=value>",
      text: "with --discover: an assumption of the embedded sandbox",
      many: true,
    },
    { flags: "--scale <number>", text: "with --discover: donors of the embedded sandbox" },
  ],
});

export type GenerateOptions = OptionsOf<typeof generateCommand>;
