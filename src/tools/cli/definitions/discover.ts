import { defineCommand, type OptionsOf } from "../definition.ts";
import { configOption, unusedStoreOption } from "./shared-options.ts";

export const discoverCommand = defineCommand({
  name: "discover",
  summary: "find out what query integers mean, write a dialect",
  description:
    "Finds out by experiment what the integers and names of a target's queries mean (U-12 to U-15, U-30), and " +
    "writes a dialect for the query builder. Only reads, and never guesses: what it cannot prove is undecided. " +
    "Without a configuration it asks the embedded sandbox.",
  options: [
    configOption(),
    { flags: "--budget <number>", text: "most requests to send", default: "300" },
    { flags: "--out <file>", text: "write the dialect to this file, as YAML" },
    { flags: "--seed <number>", text: "seed of the run: another seed samples other records", default: "1" },
    { flags: "--options-mapping <file>", text: "maps a Query/options response of another shape" },
    unusedStoreOption,
    {
      flags: "--set <key=value>",
      text: "an answer of the embedded sandbox to an open question, as in tripact sandbox",
      many: true,
    },
    { flags: "--scale <number>", text: "number of donors in the embedded sandbox" },
  ],
});

export type DiscoverOptions = OptionsOf<typeof discoverCommand>;
