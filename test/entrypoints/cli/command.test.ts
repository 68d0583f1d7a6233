import { Command } from "commander";
import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { addCommand, command, type ValuesOf } from "../../../src/entrypoints/cli/command.ts";
import type { CliIo } from "../../../src/entrypoints/cli/io.ts";
import { declared, flag, listOption, textOption } from "../../../src/entrypoints/cli/options.ts";
import { option } from "../../../src/core/output/options.ts";
import { kinds, oneOfWords, seed, wholeNumber } from "../../../src/core/output/values.ts";

const options = {
  dryRun: flag("a switch"),
  scratchNoteType: textOption("a text", "name"),
  seed: declared(option.usual(1, seed, { help: "a number with a default" })),
  budget: declared(option.optional(wholeNumber(1, 100_000), { help: "a number" })),
  files: listOption("a list", "file"),
  facts: declared(option.optional(kinds.texts, { help: "ids", flag: "fact", commas: true })),
  for: declared(
    option.usual("both", oneOfWords("consumers", "both"), { help: "a choice", value: "audience" }),
  ),
};

type Options = ValuesOf<typeof options>;

const parse = async (args: readonly string[], run: (options: Options) => void = () => undefined) => {
  const program = new Command("tripact")
    .exitOverride()
    .option("--json")
    .option("--no-color")
    .option("--quiet");
  program.configureOutput({ outputError: () => undefined });
  const seen: [Options, readonly string[]][] = [];
  const definition = command({
    name: "try",
    summary: "tries",
    operands: [{ name: "[files...]", text: "files" }],
    options,
    async run(values: Options, _, ...operands) {
      seen.push([values, operands]);
      run(values);
      return 0;
    },
  });
  addCommand(
    program,
    async (act) => {
      // Nothing of the process is asked for here.
      await act({} as CliIo);
    },
    definition,
  );
  await program.parseAsync(["try", ...args], { from: "user" });
  return seen;
};

describe("the options of a command", () => {
  test("have the types of their kinds", () => {
    expectTypeOf<Options["dryRun"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Options["scratchNoteType"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Options["seed"]>().toEqualTypeOf<number>();
    expectTypeOf<Options["budget"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Options["files"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<Options["for"]>().toEqualTypeOf<"consumers" | "both">();
    expectTypeOf<Options["json"]>().toEqualTypeOf<boolean | undefined>();
  });

  test("are handed over under the names of the library, and in the forms that the types say", async () => {
    expect(await parse([])).toEqual([[{ color: true, seed: 1, for: "both" }, []]]);
    const words = ["--dry-run", "--scratch-note-type", "Call", "--seed=7", "--budget", "5"];
    const lists = ["--files", "a,b", "--files", "c", "--fact", "A-1,A-2", "--fact", "A-1"];
    const common = ["--for", "consumers", "--json", "--no-color", "--quiet"];
    expect(await parse([...words, ...lists, ...common, "x", "y"])).toEqual([
      [
        {
          dryRun: true,
          scratchNoteType: "Call",
          seed: 7,
          budget: 5,
          files: ["a,b", "c"],
          facts: ["A-1", "A-2"],
          for: "consumers",
          json: true,
          color: false,
          quiet: true,
        },
        ["x", "y"],
      ],
    ]);
  });

  test("are refused where they have no such choice, or are out of bounds", async () => {
    await expect(parse(["--for", "nobody"])).rejects.toThrow(/Allowed choices are consumers, both/);
    for (const word of ["", "0", "-1", "100001", "1.5", "1e0", "0x1", " 1", "9".repeat(40), "NaN"])
      await expect(parse([`--budget=${word}`])).rejects.toMatchObject({
        line: `--budget: ${word || "nothing"} is not a whole number from 1 to 100000 (for example --budget 1)`,
      });
  });

  test("take every whole number within bounds", async () => {
    for (const budget of [1, 100_000])
      expect(await parse(["--budget", String(budget)])).toMatchObject([[{ budget }, []]]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), async (budget) => {
        expect(await parse([`--budget=${budget}`])).toMatchObject([[{ budget }, []]]);
      }),
      { numRuns: 20 },
    );
  });

  test("are called by their flags in what the library reports", async () => {
    const refuse = (): never => {
      throw new UsageError("is too much", { option: "facts", hint: "omit `facts` or `dryRun`" });
    };
    await expect(parse([], refuse)).rejects.toThrow(
      expect.objectContaining({ line: "--fact: is too much (omit --fact or --dry-run)" }),
    );
  });
});
