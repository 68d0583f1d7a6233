import { defineCommand, type OptionsOf } from "../definition.ts";
import { requirementOptions } from "./shared-options.ts";

export const reportCommand = defineCommand({
  name: "report",
  summary: "merge the reports of shards",
  description: "Works with the JSON reports of runs.",
});

export const mergeCommand = defineCommand({
  name: "merge",
  summary: "merge the reports of shards into one",
  description:
    "Merges the JSON reports of all shards of a run into the report of the whole run, prints it and exits with its " +
    "exit code.",
  operands: [{ name: "<files...>", text: "JSON reports of all shards of one run" }],
  options: [
    {
      flags: "--report <format=path>",
      text: "also write the merged report, as in tripact check",
      many: true,
    },
    ...requirementOptions,
  ],
});

export type MergeOptions = OptionsOf<typeof mergeCommand>;
