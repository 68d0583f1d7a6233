import { defineCommand, type OptionsOf } from "../definition.ts";

export const observeCommand = defineCommand({
  name: "observe",
  summary: "judge recorded traffic by the facts",
  description:
    "Judges recorded traffic by every fact that an exchange shows by itself: HAR 1.2, VCR cassettes in YAML or JSON " +
    "(Ruby's, Python's, Schemathesis's) and NDJSON of exchanges, also packed by gzip or zstd. No value of a " +
    "record is shown or kept.",
  operands: [{ name: "<file...>", text: "recordings: files, patterns of files, or - for standard input" }],
  options: [
    {
      flags: "--config <file>",
      text: "configuration, by whose base addresses hosts are known; without one the paths tell (default: as for check)",
    },
    { flags: "--interface <names>", text: "only these interfaces: crm,donation,volunteer", many: true },
    { flags: "--fact <ids>", text: "only the checks of these facts, for example DON-01,CRM-01", many: true },
    { flags: "--check <ids>", text: "only these checks", many: true },
    {
      flags: "--report <format=path>",
      text: "also write a report in a format, as with check; - is standard output",
      many: true,
    },
    { flags: "--store <file>", text: "add the shapes of what was seen to this store's history" },
  ],
});

export type ObserveOptions = OptionsOf<typeof observeCommand>;
