import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelArbitrary } from "../../src/arbitraries/model-arbitrary.ts";
import * as a from "../../src/arbitraries/shapes.ts";

const shapes: readonly (readonly [string, ModelArbitrary<unknown>, object])[] = [
  [
    "a bounded number",
    a.number({ minimum: -1, maximum: 2.5 }),
    { type: "number", minimum: -1, maximum: 2.5 },
  ],
  ["any number", a.number(), { type: "number" }],
  [
    "an integer above a far bound",
    a.integer({ minimum: 5_000_000 }),
    { type: "integer", minimum: 5_000_000 },
  ],
  ["an integer below a bound", a.integer({ maximum: -7 }), { type: "integer", maximum: -7 }],
  ["a bounded text", a.text({ minLength: 2, maxLength: 4 }), { type: "string", minLength: 2, maxLength: 4 }],
  ["a patterned text", a.text({ pattern: /^a+$/u }), { type: "string", pattern: "^a+$" }],
  ["listed truth values", a.oneOf([true]), { type: "boolean", enum: [true] }],
  [
    "null or a listed text",
    a.nullable(a.oneOf(["x", "y"])),
    { type: ["string", "null"], enum: ["x", "y", null] },
  ],
  [
    "a list with a minimum",
    a.array(a.truth(), { minItems: 2 }),
    { type: "array", minItems: 2, items: { type: "boolean" } },
  ],
  ["a dictionary", a.dictionary(a.integer()), { type: "object", additionalProperties: { type: "integer" } }],
  [
    "a closed object",
    a.closed(a.record({ id: a.integer() }, { name: a.text() })),
    {
      type: "object",
      required: ["id"],
      properties: { id: { type: "integer" }, name: { type: "string" } },
      additionalProperties: false,
    },
  ],
  [
    "an open object without a name",
    a.banning(a.open(a.record({}, { id: a.integer() })), "list"),
    { type: "object", properties: { id: { type: "integer" } }, not: { type: "object", required: ["list"] } },
  ],
  ["a choice", a.eitherOf(a.integer(), a.text()), { anyOf: [{ type: "integer" }, { type: "string" }] }],
];

const ajv = new Ajv2020({ allErrors: true, strict: false });

describe.for(shapes)("%s", ([, { valid, nearMisses }, schema]) => {
  const validate = ajv.compile(schema);

  test("is made up as stated", () =>
    fc.assert(
      fc.property(valid, (value) => {
        expect(validate(value)).toBe(true);
      }),
    ));

  test.runIf(nearMisses.length > 0)("is missed by every near miss, at the place it tells", () => {
    for (const { arbitrary } of nearMisses)
      fc.assert(
        fc.property(arbitrary, ({ value, broken }) => {
          expect(validate(value)).toBe(false);
          const locations = (validate.errors ?? []).map(({ instancePath }) => instancePath);
          expect(locations.some((location) => broken.pointer.startsWith(location))).toBe(true);
        }),
        { numRuns: 30 },
      );
  });
});

test("text for a path is never empty and never a dot segment", () =>
  fc.assert(
    fc.property(a.pathText().valid, (text) => {
      expect(text).not.toMatch(/^\.{0,2}$|\//);
    }),
  ));
