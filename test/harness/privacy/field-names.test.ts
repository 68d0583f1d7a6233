import { describe, expect, test } from "vitest";
import { isFieldName } from "../../../src/contract/documents.ts";
import { shownPointer } from "../../../src/harness/privacy/field-names.ts";

describe("names", () => {
  test.each([
    "contactIndividuals",
    "contact_individuals",
    "ContactIndividuals",
    ".issued",
    "per_page",
    "items",
  ])("%s is documented", (name) => expect(isFieldName(name)).toBe(true));

  test.each([
    "createdDate",
    "is_active",
    "crmKey",
    "phone2",
    "paymentMethod",
    "lastGiftAmount",
    "TaxDeductible",
  ])("%s is what a field is called by", (name) => expect(isFieldName(name)).toBe(true));

  test.each([
    "Jane",
    "JaneDoe",
    "jane.doe@example.org",
    "+49 7",
    "ZQ_ABC_12",
    "name of Jane",
    "",
    "4711",
    "__proto__",
    "x".repeat(99),
  ])("%j may be somebody's data", (name) => expect(isFieldName(name)).toBe(false));
});

test("a pointer keeps its form, its positions and its fields", () => {
  const body = { contactIndividuals: [{ "Jane/Doe": { name: "Jane" } }] };
  expect(shownPointer("/contactIndividuals/0/Jane~1Doe/name", isFieldName, body)).toBe(
    "/contactIndividuals/0/*/name",
  );
  expect(shownPointer("", isFieldName, body)).toBe("");
  expect(shownPointer("/12345678901", isFieldName, [])).toBe("/*");
});

test("a number is a position in an array and somebody's id in an object", () => {
  const body = { items: { 4711: { name: ["Jane"] } } };
  expect(shownPointer("/items/4711/name/0", isFieldName, body)).toBe("/items/*/name/0");
  expect(shownPointer("/items/3", isFieldName, { items: [1] })).toBe("/items/3");
});
