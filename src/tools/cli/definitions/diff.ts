import { defineCommand, type OptionsOf } from "../definition.ts";
import { usageOptions } from "./shared-options.ts";

export const diffCommand = defineCommand({
  name: "diff",
  summary: "list changes to a document, and whom they break",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them, and says for each change whether it " +
    "breaks consumers, providers or nobody. Exits with 1 if a change breaks the audience of --for. With --usage it says " +
    "which consumers break and where, and exits with 0 if it is safe to release: none uses anything that changes.",
  operands: [
    { name: "<old>", text: "the older document, or a folder of documents" },
    { name: "<new>", text: "the newer one" },
  ],
  options: [
    {
      flags: "--for <audience>",
      text: "whom a change must not break",
      choices: ["consumers", "providers", "both"],
      default: "consumers",
    },
    ...usageOptions,
    {
      flags: "--matrix <file>",
      text: "with --usage: write changes × consumers to this file, as an HTML page",
    },
  ],
});

export type DiffOptions = OptionsOf<typeof diffCommand>;
