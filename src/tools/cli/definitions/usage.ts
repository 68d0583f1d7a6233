import { defineCommand, type OptionsOf } from "../definition.ts";

export const usageCommand = defineCommand({
  name: "usage",
  summary: "list what a TypeScript project uses of the interfaces",
  description:
    "Reads a TypeScript or JavaScript project with its own compiler and writes what it uses: operations called, fields " +
    "read and sent, values compared, and whether null and absence are handled. The file holds names of the contract and " +
    "places in your code, never its text. With --recording, what your tests really call and send is added, whatever " +
    "language they are in. tripact diff, drift, observe and check take it with --usage.",
  options: [
    {
      flags: "--project <file>",
      text: "configuration of the project, or its folder (default: tsconfig.json)",
    },
    {
      flags: "--recording <file>",
      text: "add what this recording shows to be called and sent; without a project it is all that is known",
      many: true,
    },
    { flags: "--out <file>", text: "file to write (default: tripact.usage.json beside the configuration)" },
    { flags: "--name <name>", text: "what reports call the consumer (default: the name in package.json)" },
    { flags: "--check", text: "write nothing; fail if the file is stale" },
  ],
});

export type UsageOptions = OptionsOf<typeof usageCommand>;
