import { describe, expect, test } from "vitest";
import { isFieldName, publicTerms } from "../../../src/builtin/documents.ts";
import {
  generalFieldWords,
  isMadeOf,
  isWordLike,
  shownPointer,
} from "../../../src/core/privacy/field-names.ts";

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

const words = new Set([...generalFieldWords, ...publicTerms.fieldWords]);
const isFieldLike = (name: string): boolean => isMadeOf(words, name);

describe("the name of a field", () => {
  test.each(["createdDate", "is_active", "crmKey", "phone2", "TaxDeductible", "URL", "last-gift-amount"])(
    "%s is made of known words",
    (name) => expect(isFieldLike(name)).toBe(true),
  );

  test.each(["loyaltyTier", "tier_of_loyalty", "LoyaltyTier", "loyaltyId", "tier2"])(
    "%s may be, though its words are not known",
    (name) => expect([isFieldLike(name), isWordLike(name)]).toEqual([false, true]),
  );
});

describe("no name of a field", () => {
  test.each([
    "sandbox_crm_ICTFpVpm1U2AShjsbWqt69VuO5JbzRW8",
    "sk_live_4f9A2c7E1b8D6035",
    "eyJhbGciOiJIUzI1NiJ9",
    "deadbeefcafe0042",
    "jane.doe@example.org",
    "Jane Doe",
    "+49 170 1234",
    "2024",
    "",
    "__proto__",
    "a".repeat(61),
  ])("%j", (name) => expect([isFieldLike(name), isWordLike(name)]).toEqual([false, false]));
});
