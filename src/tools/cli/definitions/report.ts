import { defineCommand, type OptionsOf } from "../definition.ts";

export const reportCommand = defineCommand({
  name: "report",
  summary: "put the reports of shards together",
  description: "Works on reports that runs have left.",
});

export const mergeCommand = defineCommand({
  name: "merge",
  summary: "make the report of the whole run from those of its shards",
  description:
    "Makes the report of a whole run from the JSON reports of its shards, tells it and gives its exit code.",
  operands: [{ name: "<files...>", text: "JSON reports of all shards of one run" }],
  options: [
    { flags: "--report <format=path>", text: "also write the whole in a format; as with check", many: true },
  ],
});

export type MergeOptions = OptionsOf<typeof mergeCommand>;
