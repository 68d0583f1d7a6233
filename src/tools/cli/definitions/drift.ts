import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption, storeOption } from "./shared-options.ts";

export const driftCommand = defineCommand({
  name: "drift",
  summary: "tell what changed on live targets since last night",
  description:
    "Reads live targets within their budget, never writes, and compares the answers with the documents and with " +
    "the history in the store. The first night is the baseline, which moves only by tripact drift accept.",
  options: [
    configOption(),
    storeOption("the store with the history"),
    { flags: "--organization <name>", text: "whose records these are, where one address serves several" },
    { flags: "--seed <number>", text: "the run's seed (default: another one every day)" },
    {
      flags: "--report <format=path>",
      text: "also write a report of the checks, as with check; html has the history",
      many: true,
    },
    { flags: "--github", text: "annotate for GitHub Actions, and append to the summary of the step" },
    {
      flags: "--issues <owner/name>",
      text: "keep one issue for each drift there; the token is $GITHUB_TOKEN",
    },
    { flags: "--api <url>", text: "address of that API (default: $GITHUB_API_URL)" },
    { flags: "--history", text: "tell how every operation moved over the nights, and send nothing" },
  ],
});

export const acceptCommand = defineCommand({
  name: "accept",
  summary: "make changes part of the baseline",
  description:
    "Makes changes part of the baseline: they are usual from now on, and going back is drift again.",
  operands: [{ name: "<fingerprint...>", text: "fingerprints as tripact drift tells them" }],
  options: [storeOption("the store with the history")],
});

export type DriftOptions = OptionsOf<typeof driftCommand>;

export type AcceptOptions = OptionsOf<typeof acceptCommand>;
