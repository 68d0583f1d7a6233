import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelArbitrary } from "../../../src/arbitraries/model-arbitrary.ts";
import * as crm from "../../../src/generated/arbitraries/crm.ts";
import * as donation from "../../../src/generated/arbitraries/donation.ts";
import * as volunteer from "../../../src/generated/arbitraries/volunteer.ts";
import { leanCode, leanHelpers } from "../../../src/generators/artefacts/lean-code.ts";
import { compiledByAjv } from "../../../src/generators/artefacts/validators.ts";
import { readContract } from "../../../src/generators/documents/contract.ts";
import { definitionsOf } from "../../../src/generators/schemas/definitions.ts";
import { schemaId } from "../../../src/generators/schemas/identity.ts";
import { sourceFilesOf } from "../../../src/generators/source-files.ts";
import type { InterfaceName } from "../../../src/model/interface-name.ts";
import { compiledFor } from "../../../src/contract/validation.ts";

const numRuns = process.env["TRIPACT_NIGHTLY"] === "1" ? 3000 : 60;
const timeout = 120_000;

/** What is the same for two validators that cannot be told apart: the verdict and every complaint, in order. */
const judgement = (
  validate: { (value: unknown): unknown; readonly errors?: unknown },
  value: unknown,
): unknown => ({ fits: validate(value), complaints: validate.errors });

type Place = readonly string[];

const placesIn = (value: unknown, place: Place = []): readonly Place[] => [
  place,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...place, name]))
    : []),
];

const replaced = (value: unknown, [name, ...rest]: Place, by: unknown): unknown => {
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
        const places = placesIn(known);
        return replaced(known, places[at % places.length] ?? [], by);
      }, value),
    );

const modelsOf = ({ requests: _requests, ...models }: Readonly<Record<string, unknown>>) =>
  Object.values(models) as readonly ModelArbitrary<unknown>[]; // all that is generated there beside the requests

const contract = readContract(sourceFilesOf(new URL("../../../", import.meta.url).pathname));

describe("the generated validators complain as Ajv's own do, in the same places and order", () => {
  test.for<[InterfaceName, readonly ModelArbitrary<unknown>[]]>([
    ["crm", modelsOf(crm)],
    ["donation", modelsOf(donation)],
    ["volunteer", modelsOf(volunteer)],
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

/** Keywords that no document uses today. */
const tree = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 2 },
    children: { type: "array", items: { $ref: "tree" }, maxItems: 3, uniqueItems: true },
    pair: { type: "array", prefixItems: [{ $ref: "leaf" }, { type: "integer" }], items: { minimum: 0 } },
    map: { type: "object", additionalProperties: { $ref: "leaf" }, propertyNames: { maxLength: 4 } },
    named: { type: "object", patternProperties: { "^x/": { $ref: "leaf" } }, additionalProperties: false },
    some: { type: "array", contains: { $ref: "leaf" }, maxContains: 1 },
    either: { if: { $ref: "leaf" }, else: { $ref: "tree" } },
  },
  dependentRequired: { map: ["pair"] },
  unevaluatedProperties: false,
};
const leaf = { allOf: [{ type: "integer" }, { multipleOf: 2 }] };

const ajvOf = (schemas: Readonly<Record<string, object>>): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    messages: false,
    inlineRefs: false,
    code: { source: true, lines: true },
  });
  Object.assign(ajv.opts, { dynamicRef: false });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  return ajv;
};

const ajvRequire = createRequire(import.meta.url);

/** A validator as Ajv has it, and as its lean code has it. */
const bothOf = (
  schemas: Readonly<Record<string, object>>,
  name: string,
): { readonly ours: ValidateFunction; readonly theirs: ValidateFunction } => {
  const ajv = ajvOf(schemas);
  const theirs = ajv.getSchema(name);
  if (theirs === undefined) throw new Error(`no schema ${name}`);
  const exports: { validate?: ValidateFunction } = {};
  const code = `${leanHelpers}\n${leanCode(standalone.default(ajv, { validate: name }))}`;
  compileFunction(code, ["exports", "require"])(exports, ajvRequire);
  if (exports.validate === undefined) throw new Error("nothing is exported");
  return { ours: exports.validate, theirs };
};

const names = ["name", "children", "pair", "map", "named", "some", "either", "x/1", "a~b", "other"];

test("lean code complains as Ajv's does of any other keyword", { timeout }, () => {
  const { ours, theirs } = bothOf({ tree, leaf }, "tree");
  const scalar = fc.constantFrom<unknown>(2, 3, -2, 1.5, "ab", "a", null);
  const { node } = fc.letrec<{ node: unknown; list: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small", maxDepth: 5, withCrossShrink: true },
      scalar,
      fc.dictionary(fc.constantFrom(...names), fc.oneof(tie("node"), tie("list")), {
        maxKeys: 5,
        noNullPrototype: true,
      }),
    ),
    list: fc.array(tie("node"), { maxLength: 4 }),
  }));
  const keywords = new Set<string>();
  fc.assert(
    fc.property(node, (value) => {
      expect(judgement(ours, value)).toEqual(judgement(theirs, value));
      for (const { keyword } of theirs.errors ?? []) keywords.add(keyword);
    }),
    { numRuns: numRuns * 10 },
  );
  expect(keywords.size).toBeGreaterThan(10);
});

describe("an array", () => {
  const { ours, theirs } = bothOf(
    { list: { type: "array", items: { type: "integer" }, maxItems: 1500 } },
    "list",
  );
  const listOf = (size: number, broken: number): readonly unknown[] =>
    Array.from({ length: size }, (_, index) => (index === broken ? "x" : index));

  test("is judged to its thousandth entry", () => {
    expect(judgement(ours, listOf(1500, 999))).toEqual(judgement(theirs, listOf(1500, 999)));
    expect(theirs(listOf(1500, 1000))).toBe(false);
    expect(ours(listOf(1500, 1000))).toBe(true);
  });

  test("is judged by its whole length", () =>
    expect(judgement(ours, listOf(1501, -1))).toEqual(judgement(theirs, listOf(1501, -1))));
});

test("code of Ajv's in a form that is not known is refused", () => {
  const known = standalone.default(ajvOf({ tree, leaf }), { validate: "tree" });
  const unknownForms = [
    known.replaceAll("rootData", "root, rootData"),
    known.replaceAll("vErrors.concat(", "[].concat(vErrors, "),
    known.replaceAll("vErrors.push(", "vErrors.unshift("),
  ];
  for (const form of unknownForms) expect(() => leanCode(form)).toThrow("Ajv's code has changed");
  expect(() => leanCode(known)).not.toThrow();
});
