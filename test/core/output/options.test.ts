import { describe, expect, expectTypeOf, test } from "vitest";
import {
  assertOptions,
  objectWith,
  option,
  type OptionsOf,
  pickOptions,
  reworded,
  schemaOfOptions,
} from "../../../src/core/output/options.ts";
import { kinds, listOfKind, oneOfWords, wholeNumber } from "../../../src/core/output/values.ts";
import { usageErrorOf } from "../../usage-error-of.ts";

const table = {
  file: option.needed(kinds.text, { help: "the file" }),
  config: option.target(kinds.textOrObject),
  budget: option.usual(300, wholeNumber(1, 1000), { help: "the most" }),
  for: option.optional(oneOfWords("one", "both")),
  pairs: option.optional(listOfKind(objectWith({ name: option.needed(kinds.text) }))),
};

type Options = OptionsOf<typeof table>;

describe("a table of options", () => {
  test("gives the type of what is passed", () => {
    expectTypeOf<Options["file"]>().toEqualTypeOf<string>();
    expectTypeOf<Options["budget"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Options["for"]>().toEqualTypeOf<"one" | "both" | undefined>();
    expectTypeOf<Options["pairs"]>().toExtend<readonly { readonly name: string }[] | undefined>();
    // @ts-expect-error: the file is needed
    expectTypeOf<Options>().toExtend<{ readonly file?: undefined }>();
  });

  test("gives the check, which names every mistake at once", () => {
    assertOptions({ file: "x", pairs: [{ name: "y" }], budget: 1 }, table);
    const wrong = { fiel: "x", config: undefined, budget: 0, pairs: [{ nam: "y" }] };
    const error = usageErrorOf(() => assertOptions(wrong, table));
    expect([error, ...error.others].map(({ line }) => line)).toEqual([
      "fiel: there is no such option (did you mean file?)",
      "file: is missing",
      "config: is undefined (give it a value, or omit it)",
      "budget: 0 is not a whole number from 1 to 1000 (for example `budget` 1)",
      "pairs[0].nam: there is no such property (did you mean name?)",
    ]);
    expect(usageErrorOf(() => assertOptions({ file: "x", pairs: [{}] }, table)).line).toBe(
      "pairs[0].name: is missing",
    );
  });

  test("gives the schema that programs read, with its help", () => {
    expect(
      schemaOfOptions(reworded(pickOptions(table, "file", "budget", "for"), { budget: "at most" })),
    ).toEqual({
      type: "object",
      properties: {
        file: { type: "string", description: "the file" },
        budget: { type: "integer", minimum: 1, maximum: 1000, description: "at most", default: 300 },
        for: { type: "string", enum: ["one", "both"] },
      },
      required: ["file"],
    });
    expect(table.budget.help).toBe("the most");
  });
});
