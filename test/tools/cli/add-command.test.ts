import { Command } from "commander";
import { describe, expect, expectTypeOf, test } from "vitest";
import { addCommand } from "../../../src/tools/cli/add-command.ts";
import { defineCommand, type OptionsOf } from "../../../src/tools/cli/definition.ts";
import type { CliIo } from "../../../src/tools/cli/io.ts";

const definition = defineCommand({
  name: "try",
  summary: "tries",
  operands: [{ name: "[files...]", text: "files" }],
  options: [
    { flags: "--dry-run", text: "a switch" },
    { flags: "--scratch-note-type <name>", text: "a text" },
    { flags: "--seed <number>", text: "a text with a default", default: "1" },
    { flags: "--report <format=path>", text: "a list", many: true },
    { flags: "--for <audience>", text: "a choice", choices: ["consumers", "both"], default: "both" },
  ],
});

type Options = OptionsOf<typeof definition>;

const parse = async (...args: readonly string[]) => {
  const program = new Command("tripact")
    .exitOverride()
    .option("--json")
    .option("--no-color")
    .option("--quiet");
  program.configureOutput({ outputError: () => undefined });
  const seen: [Options, readonly string[]][] = [];
  addCommand(
    program,
    async (act) => {
      // Nothing of the process is asked for here.
      await act({} as CliIo);
    },
    definition,
    async () =>
      async (options, _, ...operands) =>
        seen.push([options, operands]),
  );
  await program.parseAsync(["try", ...args], { from: "user" });
  return seen;
};

describe("the options of a command", () => {
  test("have the types of their flags", () => {
    expectTypeOf<Options["dryRun"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Options["scratchNoteType"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Options["seed"]>().toEqualTypeOf<string>();
    expectTypeOf<Options["report"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<Options["for"]>().toEqualTypeOf<"consumers" | "both">();
    expectTypeOf<Options["json"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<keyof Options>().toEqualTypeOf<
      "dryRun" | "scratchNoteType" | "seed" | "report" | "for" | "json" | "color" | "quiet"
    >();
  });

  test("are handed over under the names and in the forms that the types say", async () => {
    expect(await parse()).toEqual([[{ color: true, seed: "1", for: "both" }, []]]);
    const given = [
      "--dry-run",
      "--scratch-note-type",
      "Call",
      "--seed=7",
      "--report",
      "a=b",
      "--report",
      "c=d",
    ];
    expect(await parse(...given, "--for", "consumers", "--json", "--no-color", "--quiet", "x", "y")).toEqual([
      [
        {
          dryRun: true,
          scratchNoteType: "Call",
          seed: "7",
          report: ["a=b", "c=d"],
          for: "consumers",
          json: true,
          color: false,
          quiet: true,
        },
        ["x", "y"],
      ],
    ]);
  });

  test("are refused where they have no such choice", async () => {
    await expect(parse("--for", "nobody")).rejects.toThrow(/Allowed choices are consumers, both/);
  });
});
