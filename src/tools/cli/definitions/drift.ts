import { defineCommand, type OptionsOf } from "../definition.ts";
import { acceptanceOptions, configOption, storeOption, usageOptions } from "./shared-options.ts";

export const driftCommand = defineCommand({
  name: "drift",
  summary: "report what changed on live targets since the last run",
  description:
    "Reads live targets within their budget, never writes, and compares the answers with the OpenAPI documents " +
    "and with earlier runs in the store. The first run records how the target answers.",
  options: [
    configOption(),
    storeOption("store with the history"),
    {
      flags: "--organization <name>",
      text: "name of the organization, if one store or address serves several",
    },
    { flags: "--seed <number>", text: "seed of the run (default: a new one every day)" },
    {
      flags: "--report <format=path>",
      text: "also write a report of the checks, as in tripact check; html adds the history. With --history: html alone",
      many: true,
    },
    {
      flags: "--metrics <file>",
      text: "write metrics for Prometheus, for example into the folder of the textfile collector",
    },
    ...usageOptions,
    { flags: "--github", text: "write annotations for GitHub Actions, and append to the step summary" },
    {
      flags: "--issues <owner/name>",
      text: "keep one issue for each entry in this repository; the token is $GITHUB_TOKEN",
    },
    {
      flags: "--report-url <url>",
      text: "address of the report, for issues and the summary (default: the page of the CI run)",
    },
    { flags: "--api <url>", text: "address of the issues API (default: $GITHUB_API_URL)" },
    {
      flags: "--keep <days>",
      text: "remove earlier runs from the store, for example 90d; what they add up to stays",
    },
    {
      flags: "--export-shape <file>",
      text: "write what the runs saw, without a value, for tripact sandbox --like; send nothing",
    },
    { flags: "--history", text: "list all runs, and what each operation did in them; send nothing" },
    { flags: "--operation <id>", text: "with --history: only this operation, with its fields" },
    {
      flags: "--field <path>",
      text: "with --operation: what this field was in each run, for example lastGiftDate or donor.email",
    },
    { flags: "--since <date>", text: "with --history: only runs from this day on" },
  ],
});

export const acceptCommand = defineCommand({
  name: "accept",
  summary: "accept changes that are meant",
  description:
    "Accepts entries of drift, or single changes of them: from now on they are usual, and going back is drift. What " +
    "shows an accepted entry in another operation later is accepted, too.",
  operands: [{ name: "<fingerprint...>", text: "fingerprints that tripact drift has reported" }],
  options: [
    storeOption("store with the history"),
    ...acceptanceOptions,
    {
      flags: "--into-documents <folder>",
      text: "also write the changes into copies of the OpenAPI documents there, and show what tripact diff says of them",
    },
  ],
});

export type DriftOptions = OptionsOf<typeof driftCommand>;

export type AcceptOptions = OptionsOf<typeof acceptCommand>;
