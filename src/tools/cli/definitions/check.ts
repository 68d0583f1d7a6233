import { interfaceNames } from "../../../contract/interface-name.ts";
import { failingSeverities } from "../../../harness/model/verdict.ts";
import { defineCommand, type OptionsOf } from "../definition.ts";
import { reportFormats } from "../../../app/report-formats.ts";
import { configOption, requirementOptions, storeOption, usageOptions } from "./shared-options.ts";

const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

export const checkCommand = defineCommand({
  name: "check",
  summary: "check a target, or the embedded sandbox, against the facts",
  description:
    "Checks a target against every fact of the three interfaces and reports violations. Without a configuration " +
    "it checks the embedded sandbox, in process.",
  options: [
    configOption(),
    { flags: "--interface <names>", text: `only these interfaces: ${interfaceNames.join(",")}`, many: true },
    { flags: "--fact <ids>", text: "only the checks of these facts, for example DON-03,CRM-27", many: true },
    { flags: "--check <ids>", text: "only these checks", many: true },
    { flags: "--seed <number>", text: "seed of the run: same seed, same calls", default: "1" },
    { flags: "--shard <i/n>", text: "run only part i of n, for parallel jobs" },
    {
      flags: "--fail-on <severity>",
      text: "the least severity of a finding that fails the run",
      choices: failingSeverities,
      default: "error",
    },
    ...requirementOptions,
    {
      flags: "--write-baseline <file>",
      text: "write the present findings to a baseline; named in the configuration, they fail no later run",
    },
    { flags: "--deep", text: "try sequences of requests for as long as the budget lasts" },
    { flags: "--dry-run", text: "print what the run would request and cost; send nothing" },
    { flags: "--resume", text: "continue the run that a spent budget has cut short" },
    storeOption("file that keeps a run that was cut short, and what was tried"),
    {
      flags: "--fault <ids>",
      text: "plant these faults in the embedded sandbox (tripact faults lists them); reads no configuration and no baseline",
      many: true,
    },
    ...usageOptions,
    {
      flags: "--report <format=path>",
      text: `also write a report: ${oneOf(reportFormats)}=FILE; - is standard output`,
      many: true,
    },
  ],
});

export type CheckOptions = OptionsOf<typeof checkCommand>;
