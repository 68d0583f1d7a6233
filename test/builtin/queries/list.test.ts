import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import { list, listOperations, query } from "../../../src/builtin/queries/index.ts";
import { pageOptionNames, pascalCase } from "../../../src/builtin/queries/page-options.ts";
import { validateRequest } from "../../../src/builtin/validation.ts";
import { texts } from "./arbitraries.ts";
import { donorDialect } from "./donor-dialect.ts";
import { refusalOf } from "./refusal-of.ts";
import { runs } from "./runs.ts";

describe("the list builder", () => {
  test("names its parameters in PascalCase", () => {
    const asked = list("donor")
      .matching("austin")
      .sortBy("ModifiedDateTimeUtc", "descending")
      .skip(10)
      .take(50)
      .withDetails();
    expect(asked.parameters()).toEqual({
      Filter: "austin",
      SortBy: "modifieddatetimeutc",
      Descending: true,
      Skip: 10,
      Take: 50,
      IncludeDetails: true,
    });
  });

  test("knows every documented parameter, and no other", () => {
    for (const id of Object.values(listOperations)) {
      const documented = operations[id].parameters.map(({ name }) => name);
      expect(["Filter", ...pageOptionNames.map(pascalCase)].toSorted()).toEqual(documented.toSorted());
    }
  });

  test("spells the same options as a query does, in the other case", () => {
    const [asked, listed] = [
      query("donor", donorDialect).sortBy("id", "ascending").skip(1).take(2).withDetails(false),
      list("donor").sortBy("id", "ascending").skip(1).take(2).withDetails(false),
    ];
    const { queryType: _, ...options } = asked.body();
    expect(listed.parameters()).toEqual(
      Object.fromEntries(Object.entries(options).map(([name, value]) => [pascalCase(name), value])),
    );
  });

  test("gives parameters that the documents take, whatever the text", () => {
    const kinds = fc.constantFrom("donor" as const, "gift" as const, "campaign" as const);
    fc.assert(
      fc.property(kinds, texts, fc.nat(), fc.nat(), fc.boolean(), (kind, text, skip, take, flag) => {
        const parameters = list(kind)
          .matching(text)
          .skip(skip)
          .take(take)
          .withDetails(flag)
          .sortBy("id")
          .parameters();
        expect(parameters.Filter).toBe(text);
        expect(validateRequest(listOperations[kind], { query: { ...parameters } })).toEqual([]);
      }),
      runs,
    );
  });

  test("no step changes the list before it", () => {
    const first = list("gift").take(1);
    first.take(2).skip(1).sortBy("id");
    expect(first.parameters()).toEqual({ Take: 1 });
  });

  test.each(
    Object.entries<readonly (() => unknown)[]>({
      "skip must be a whole number, 0 or more": [() => list("donor").skip(-1)],
      "take must be a whole number, 0 or more": [() => list("donor").take(1.5)],
      "the field to sort by has no name": [() => list("donor").sortBy(" ")],
      "there is no such list (known: donor, gift, campaign)": [
        // What a compiler would not let pass.
        () => list("segment" as "donor"),
      ],
    }),
  )("%s", (sentence, acts) => {
    for (const act of acts) expect(refusalOf(act)).toContain(sentence);
  });
});
