import { describe, expect, test } from "vitest";
import { publicTerms } from "../../../src/contract/documents.ts";
import { generalFieldWords, isMadeOf, isWordLike } from "../../../src/harness/privacy/field-names.ts";

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
