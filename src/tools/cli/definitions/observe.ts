import { interfaceNames } from "../../../contract/interface-name.ts";
import { defineCommand, type OptionsOf } from "../definition.ts";
import { usageOptions } from "./shared-options.ts";

export const observeCommand = defineCommand({
  name: "observe",
  summary: "judge recorded traffic",
  description:
    "Judges recorded traffic by every fact that a single exchange can show. Reads HAR 1.2, VCR cassettes in YAML or " +
    "JSON (from Ruby, Python or Schemathesis) and NDJSON of exchanges, also compressed with gzip or zstd. Shows and " +
    "keeps no value of a record.",
  operands: [{ name: "<file...>", text: "recordings: files, file patterns, or - for standard input" }],
  options: [
    {
      flags: "--config <file>",
      text: "configuration with the base addresses of the interfaces; without one, paths decide (default: as in tripact check)",
    },
    { flags: "--crm <url>", text: "base address of the CRM interface in the recordings" },
    { flags: "--donation <url>", text: "base address of the donation interface in the recordings" },
    { flags: "--volunteer <url>", text: "base address of the volunteer interface in the recordings" },
    { flags: "--interface <names>", text: `only these interfaces: ${interfaceNames.join(",")}`, many: true },
    { flags: "--fact <ids>", text: "only the checks of these facts, for example DON-01,CRM-01", many: true },
    { flags: "--check <ids>", text: "only these checks", many: true },
    {
      flags: "--report <format=path>",
      text: "also write a report, as in tripact check; - is standard output",
      many: true,
    },
    ...usageOptions,
    { flags: "--store <file>", text: "add the observed shapes to the history in this store" },
  ],
});

export type ObserveOptions = OptionsOf<typeof observeCommand>;
