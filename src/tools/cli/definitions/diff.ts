import { defineCommand, type OptionsOf } from "../definition.ts";

export const diffCommand = defineCommand({
  name: "diff",
  summary: "list changes to a document, and whom they break",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them, and says for each change whether it " +
    "breaks consumers, providers or nobody. Exits with 1 if a change breaks the audience of --for.",
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
  ],
});

export type DiffOptions = OptionsOf<typeof diffCommand>;
