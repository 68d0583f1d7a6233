import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption, unusedStoreOption } from "./shared-options.ts";

export const discoverCommand = defineCommand({
  name: "discover",
  summary: "find out a target's query integers, write a dialect",
  description:
    "Finds out by experiment what the integers and names of a target's queries mean (U-12 to U-15, U-30), and " +
    "writes a dialect that the query builder takes. Only reads; says undecided rather than guess. Without a " +
    "configuration the embedded sandbox is asked.",
  options: [
    configOption(),
    { flags: "--budget <number>", text: "requests to make at most", default: "300" },
    { flags: "--out <file>", text: "write the dialect there, as YAML" },
    { flags: "--seed <number>", text: "other seeds ask about other records", default: "1" },
    { flags: "--options-mapping <file>", text: "where things stand in Query/options of a shape of its own" },
    unusedStoreOption,
    {
      flags: "--set <key=value>",
      text: "an assumption of the embedded sandbox, as tripact sandbox takes it",
      many: true,
    },
    { flags: "--scale <number>", text: "donors of the embedded sandbox" },
  ],
});

export type DiscoverOptions = OptionsOf<typeof discoverCommand>;
