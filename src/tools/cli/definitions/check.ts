import { defineCommand, type OptionsOf } from "../definition.ts";
import { reportFormats } from "../report-formats.ts";
import { configOption, storeOption } from "./shared-options.ts";

const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

export const checkCommand = defineCommand({
  name: "check",
  summary: "hold a target, or the embedded sandbox, to the facts",
  description:
    "Holds a target to every fact of the three interfaces and reports what it breaks. Without a configuration " +
    "the embedded sandbox is tested, in process.",
  options: [
    configOption(),
    { flags: "--interface <names>", text: "only these interfaces: crm,donation,volunteer", many: true },
    { flags: "--fact <ids>", text: "only the checks of these facts, for example DON-03,CRM-27", many: true },
    { flags: "--check <ids>", text: "only these checks", many: true },
    { flags: "--seed <number>", text: "the run's seed: same seed, same calls", default: "1" },
    { flags: "--shard <i/n>", text: "only part i of n, for parallel jobs" },
    { flags: "--dry-run", text: "tell what the run would ask for and cost, and send nothing" },
    { flags: "--resume", text: "go on with the run that a spent budget has cut short" },
    storeOption("where a run that was cut short is kept for --resume"),
    {
      flags: "--fault <ids>",
      text: "check the embedded sandbox with these planted faults; tripact faults lists them",
      many: true,
    },
    {
      flags: "--report <format=path>",
      text: `also write a report: ${oneOf(reportFormats)}=FILE; - is standard output`,
      many: true,
    },
  ],
});

export type CheckOptions = OptionsOf<typeof checkCommand>;
