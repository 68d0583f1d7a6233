import { defineCommand, type OptionsOf } from "../definition.ts";

export const diffCommand = defineCommand({
  name: "diff",
  summary: "tell what changed in a document, and whom it breaks",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them, and tells of each change whether it " +
    "breaks consumers, providers or nobody. Exit code 1 when one breaks the audience.",
  operands: [
    { name: "<old>", text: "the older document, or a folder of documents" },
    { name: "<new>", text: "the newer one" },
  ],
  options: [
    {
      flags: "--for <audience>",
      text: "whose breaking changes fail",
      choices: ["consumers", "providers", "both"],
      default: "consumers",
    },
  ],
});

export type DiffOptions = OptionsOf<typeof diffCommand>;
