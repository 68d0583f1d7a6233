import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelArbitrary } from "../../../src/arbitraries/model-arbitrary.ts";
import { arbitrariesOf } from "../../arbitraries/builtin-arbitraries.ts";
import { compiledByAjv } from "../../../src/generators/artefacts/validators.ts";
import { readContract } from "../../../src/documents/contract.ts";
import { definitionsOf } from "../../../src/documents/schemas/definitions.ts";
import { schemaId } from "../../../src/documents/schemas/identity.ts";
import { sourceFilesOf } from "../../../src/documents/source-files.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { compiledFor } from "../../../src/builtin/validation.ts";
import { isNightly } from "../../nightly.ts";

const numRuns = isNightly ? 3000 : 60;
const timeout = 120_000;

/** What is the same for two validators that cannot be distinguished: the verdict and every complaint, in order. */
const judgement = (
  validate: { (value: unknown): unknown; readonly errors?: unknown },
  value: unknown,
): unknown => ({ fits: validate(value), complaints: validate.errors });

type Location = readonly string[];

const locationsIn = (value: unknown, location: Location = []): readonly Location[] => [
  location,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => locationsIn(inner, [...location, name]))
    : []),
];

const replaced = (value: unknown, [name, ...rest]: Location, by: unknown): unknown => {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === name ? replaced(inner, rest, by) : inner));
  const record = value as Readonly<Record<string, unknown>>; // a place leads through nothing else
  return { ...record, [name]: replaced(record[name], rest, by) };
};

const change = fc.tuple(
  fc.nat(),
  fc.oneof(
    fc.constantFrom<unknown>(undefined, null, 1.5, -1, 31, "", "1,5", true, [], {}, [{}], { error: 1 }),
    fc.jsonValue({ maxDepth: 1 }),
  ),
);

/** Values that fit the models but for what was changed in up to four places. */
const mutated = (models: readonly ModelArbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.oneof(...models.map(({ valid }) => valid)), fc.array(change, { maxLength: 4 }))
    .map(([value, changes]) =>
      changes.reduce<unknown>((known, [at, by]) => {
        const locations = locationsIn(known);
        return replaced(known, locations[at % locations.length] ?? [], by);
      }, value),
    );

const modelsOf = (name: BuiltinInterface): readonly ModelArbitrary[] =>
  arbitrariesOf[name].models.map((model) => arbitrariesOf[name].model(model));

const contract = readContract(sourceFilesOf(new URL("../../../", import.meta.url).pathname));

describe("the generated validators complain as Ajv's own do, in the same places and order", () => {
  test.for<[BuiltinInterface, readonly ModelArbitrary<unknown>[]]>([
    ["crm", modelsOf("crm")],
    ["donation", modelsOf("donation")],
    ["volunteer", modelsOf("volunteer")],
  ])("%s", { timeout }, ([name, models]) => {
    const document = contract.interfaces.find((one) => one.name === name);
    if (document === undefined) throw new Error(`no document of ${name}`);
    const { ajv, prepared } = compiledByAjv(document, definitionsOf(document));
    const pairs = [...prepared.schemas.keys()].flatMap((key) => {
      const ours = compiledFor(name).validators[key];
      const theirs = ajv.getSchema(schemaId(name, key));
      return ours === undefined || theirs === undefined ? [] : [{ ours, theirs }];
    });
    expect(pairs.length).toBe(prepared.schemas.size);
    fc.assert(
      fc.property(mutated(models), (value) => {
        for (const { ours, theirs } of pairs)
          expect(judgement(ours, value)).toEqual(judgement(theirs, value));
      }),
      { numRuns },
    );
  });
});
