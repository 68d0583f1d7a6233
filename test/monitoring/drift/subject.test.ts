import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyForms } from "../../../src/core/shapes/error-form.ts";
import { jsonTypes } from "../../../src/core/shapes/shape-entry.ts";
import { textClasses } from "../../../src/core/shapes/text-class.ts";
import { detailOf, directions, type Feature, featureFrom } from "../../../src/monitoring/drift/subject.ts";

const plain = [
  "operation-removed",
  "field-added",
  "field-removed",
  "presence-dropped",
  "null-appeared",
] as const;

const status = fc.integer({ min: 100, max: 599 });

const anyFeature: fc.Arbitrary<Feature> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...plain) }),
  fc.record({ kind: fc.constant("type-changed" as const), type: fc.constantFrom(...jsonTypes) }),
  fc.record({
    kind: fc.constantFrom("type-changed" as const, "error-form-changed" as const),
    form: fc.constantFrom(...bodyForms),
  }),
  fc.record({ kind: fc.constant("format-changed" as const), text: fc.constantFrom(...textClasses) }),
  fc.record({ kind: fc.constant("value-added" as const), value: fc.string() }),
  fc.record({ kind: fc.constant("status-changed" as const), from: status, to: status }),
  fc.record({ kind: fc.constant("header-appeared" as const), header: fc.string() }),
  fc.record({ kind: fc.constant("rate-changed" as const), figure: fc.string() }),
  fc.record({ kind: fc.constant("latency-changed" as const), direction: fc.constantFrom(...directions) }),
);

test("a new state is read back from its text", () => {
  fc.assert(
    fc.property(anyFeature, (feature) => {
      expect(featureFrom(feature.kind, detailOf(feature))).toEqual(feature);
    }),
  );
});

test.each([
  ["field-added", "string"],
  ["type-changed", "no type"],
  ["error-form-changed", "string"],
  ["format-changed", "no form"],
  ["status-changed", "200"],
  ["status-changed", "200 > x"],
  ["latency-changed", "other"],
] as const)("a text that is no state of %s is refused: %s", (kind, detail) => {
  expect(featureFrom(kind, detail)).toBeUndefined();
});
