import * as fc from "fast-check";
import { arbitrariesOf } from "./builtin-arbitraries.ts";
import { describe, expect, test } from "vitest";
import { type ModelArbitrary, type NearMiss, nearMissOf } from "../../src/arbitraries/model-arbitrary.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import type { SchemaViolation } from "../../src/core/model/violation.ts";
import { validateModel, validateRequest, validateRequestBody } from "../../src/builtin/validation.ts";
import { tries } from "../nightly.ts";

const { crm, donation, volunteer } = arbitrariesOf;

type AnyModel = ModelArbitrary;

const models = interfaceNames.flatMap((name) =>
  arbitrariesOf[name].models.map((model) => ({ name, model, arbitrary: arbitrariesOf[name].model(model) })),
);

const requests = interfaceNames.flatMap((name) =>
  arbitrariesOf[name].operations.map((id) => ({ id, parts: arbitrariesOf[name].request(id) })),
);

/** Which rules are broken, and where. */
const brokenRules = (violations: readonly SchemaViolation[]): readonly NearMiss["broken"][] =>
  violations.map(({ pointer, rule }) => ({ pointer, rule }));

describe.for(models)("$name $model", ({ name, model, arbitrary }) => {
  test("valid values are valid", () =>
    fc.assert(
      fc.property(arbitrary.valid, (value) => {
        expect(validateModel(name, model, value)).toEqual([]);
      }),
      tries(12, 100),
    ));

  test.runIf(arbitrary.nearMisses.length > 0)("near misses are reported at their place, by their rule", () =>
    fc.assert(
      fc.property(nearMissOf(arbitrary), ({ value, broken }) => {
        expect(brokenRules(validateModel(name, model, value))).toEqual([broken]);
      }),
      tries(12, 100),
    ),
  );
});

test.for(models)("every single place and rule of $name $model is reported", ({ name, model, arbitrary }) => {
  for (const { rule, location: place, arbitrary: misses } of arbitrary.nearMisses) {
    const [miss] = fc.sample(misses, { numRuns: 1, seed: 1 });
    expect(miss?.broken.rule).toBe(rule);
    expect(miss?.broken.pointer.split("/").length).toBe(place.split("/").length);
    expect(brokenRules(validateModel(name, model, miss?.value))).toEqual([miss?.broken]);
  }
});

describe.for(requests)("a request of $id", ({ id, parts }) => {
  test("is valid", () =>
    fc.assert(
      fc.property(parts.path.valid, parts.query.valid, parts.body.valid, (path, query, body) => {
        expect(validateRequest(id, { path, query, body })).toEqual([]);
      }),
      tries(6, 50),
    ));

  test.runIf(parts.body.nearMisses.length > 0)("with a nearly valid body is not", () =>
    fc.assert(
      fc.property(nearMissOf(parts.body), ({ value, broken }) => {
        expect(brokenRules(validateRequestBody(id, value))).toEqual([broken]);
      }),
      tries(6, 50),
    ),
  );
});

const rules = (model: AnyModel, place: string): readonly string[] =>
  model.nearMisses
    .filter((miss) => miss.location === place)
    .map(({ rule }) => rule)
    .toSorted();

test("a near miss is reported for every required property, every type and every format of a model", () => {
  expect(rules(crm.model("ContactNote"), "/noteDate")).toEqual(["format", "missing", "null", "type"]);
  expect(rules(crm.model("Contact"), "/website")).toEqual(["type"]);
  expect(rules(crm.model("Contact"), "/contactIndividuals/*/contactMethods/*/isOptedIn")).toEqual([
    "null",
    "type",
  ]);
  expect(rules(crm.model("TokenResponse"), "/twoFactorEnabled")).toEqual(["enum", "missing", "null", "type"]);
  expect(rules(donation.model("QueryRequest"), "/queryType")).toEqual([
    "missing",
    "null",
    "range",
    "range",
    "type",
  ]);
  expect(rules(donation.model("Page"), "/list")).toEqual(["extra"]);
});

test("a model that takes anything has no near misses", () => {
  expect(volunteer.model("User").nearMisses).toEqual([]);
  expect(() => nearMissOf(volunteer.model("User"))).toThrow("nothing can miss");
});
