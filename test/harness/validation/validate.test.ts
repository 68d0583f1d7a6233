import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearMissOf } from "../../../src/contract/arbitraries/model-arbitrary.ts";
import * as crm from "../../../src/contract/generated/arbitraries/crm.ts";
import type { SchemaViolation } from "../../../src/harness/model/violation.ts";
import { violationLimit } from "../../../src/harness/validation/schema-violations.ts";
import {
  loadValidators,
  validateModel,
  validateRequest,
  validateRequestBody,
  validateResponse,
} from "../../../src/contract/validation.ts";

const brief = (violations: readonly SchemaViolation[]): readonly string[] =>
  violations.map(({ pointer, rule, facts }) => `${pointer} ${rule} ${facts.join()}`);

describe("a violation", () => {
  test("tells place, rule, expectation and shape in a sentence", () => {
    expect(validateResponse("getContact", 200, { lastGiftAmount: 60 })).toEqual([
      {
        pointer: "/lastGiftAmount",
        rule: "type",
        expected: "decimal string",
        actual: "number",
        message: "`/lastGiftAmount` is a number where a decimal string is stated.",
        facts: ["GEN-01"],
      },
    ]);
  });

  test.for<[string, unknown, string, string, string]>([
    [
      "format",
      { lastGiftDate: "yesterday" },
      "ISO 8601 UTC date-time",
      "text that does not begin with YYYY-MM-DD",
      "`/lastGiftDate` is text where an ISO 8601 UTC date-time is stated: it does not begin with YYYY-MM-DD.",
    ],
    ["null", { name: null }, "string", "null", "`/name` is null where a string is stated."],
    [
      "type",
      { website: 1 },
      "string or null",
      "number",
      "`/website` is a number where a string or null is stated.",
    ],
    [
      "type",
      { id: "17" },
      "integer",
      "a number written as text",
      "`/id` is a number written as text where an integer is stated.",
    ],
    ["type", [], "object", "array(0)", "The body is an array(0) where an object is stated."],
  ])("of %s: %j", ([rule, body, expected, actual, message]) => {
    expect(validateResponse("getContact", 200, body)).toMatchObject([{ rule, expected, actual, message }]);
  });

  test("of a list of values names them; they are the documents' own", () => {
    const token = {
      access_token: "a",
      token_type: "bearer",
      expires_in: 1,
      refresh_token: "r",
      userName: "u",
      ".issued": "Mon, 06 Jan 2025 09:00:00 GMT",
      ".expires": "Mon, 06 Jan 2025 09:00:00 GMT",
    };
    expect(validateResponse("issueToken", 200, { ...token, twoFactorEnabled: "false" })).toMatchObject([
      {
        pointer: "/twoFactorEnabled",
        rule: "enum",
        expected: "one of True, False",
        actual: "text that has another letter case",
      },
    ]);
    expect(
      validateResponse("issueToken", 200, { ...token, twoFactorEnabled: "True", expires_in: 0 }),
    ).toMatchObject([{ pointer: "/expires_in", rule: "range", expected: "a number > 0", actual: "number" }]);
  });

  test("of a missing property stands at the property itself", () => {
    expect(validateModel("crm", "ErrorDetail", { field: "a", code: "b" })).toEqual([
      {
        pointer: "/message",
        rule: "missing",
        expected: "a value",
        actual: "missing",
        message: "`/message` is missing.",
        facts: ["CRM-41"],
      },
    ]);
  });

  test("of a property that must not be there stands at the property", () => {
    expect(brief(validateResponse("listGifts", 200, { items: [], total: 0, list: [] }))).toEqual([
      "/list extra DON-01",
    ]);
    expect(brief(validateResponse("issueToken", 202, { access_token: "a" }))).toEqual([
      "/access_token extra CRM-38",
    ]);
  });

  test("escapes names in its pointer", () => {
    const problem = { title: "t", status: 400, detail: "d", errors: { "a/b~c": "not a list" } };
    expect(brief(validateResponse("listDonors", 400, problem))).toEqual(["/errors/a~1b~0c type DON-18"]);
  });

  test("never holds a value of the body", () => {
    const secret = "Xq7-very-private";
    fc.assert(
      fc.property(nearMissOf(crm.Contact), ({ value }) => {
        const text = JSON.stringify(validateModel("crm", "Contact", withTexts(value, secret)));
        expect(text).not.toContain(secret);
      }),
    );
  });
});

/** The same value with every text in it replaced. */
const withTexts = (value: unknown, text: string): unknown => {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withTexts(item, text)]));
};

const nested = (method: unknown): unknown => ({ contactIndividuals: [{ contactMethods: [method] }] });

describe("blame", () => {
  test("falls on the model that holds the broken place", () => {
    expect(brief(validateResponse("getContact", 200, { id: "1" }))).toEqual(["/id type CRM-01"]);
    expect(brief(validateResponse("getContact", 200, { contactIndividuals: [{ id: "1" }] }))).toEqual([
      "/contactIndividuals/0/id type CRM-03",
    ]);
    expect(brief(validateResponse("getContact", 200, nested({ value: 5 })))).toEqual([
      "/contactIndividuals/0/contactMethods/0/value type CRM-04",
    ]);
    expect(brief(validateResponse("getContact", 200, { address: { isPrimary: "yes" } }))).toEqual([
      "/address/isPrimary type CRM-06",
    ]);
  });

  test("for a badly written amount or moment falls on the notation, for a null on the model", () => {
    expect(brief(validateResponse("getContact", 200, { lastGiftAmount: "1,5" }))).toEqual([
      "/lastGiftAmount format GEN-01",
    ]);
    expect(brief(validateResponse("getContact", 200, { lastGiftAmount: null }))).toEqual([
      "/lastGiftAmount null CRM-01",
    ]);
    expect(brief(validateResponse("getContact", 200, { lastGiftDate: null }))).toEqual([
      "/lastGiftDate null CRM-01",
    ]);
    expect(brief(validateModel("crm", "DecimalString", null))).toEqual([" null GEN-01"]);
  });

  test("falls on an annotated property before its model", () => {
    const body = { error: { code: "CONFLICT", message: "m", details: "none" } };
    expect(brief(validateResponse("getContact", 404, body))).toEqual([
      "/error/details type CRM-41",
      "/error/code enum CRM-43",
    ]);
  });

  test("falls on the page for records that say nothing of themselves", () => {
    expect(brief(validateResponse("queryGifts", 200, { items: [1], total: 1 }))).toEqual([
      "/items/0 type DON-01",
    ]);
    expect(
      brief(validateResponse("listDonors", 200, { items: [{ donorAddresses: [1] }], total: 1 })),
    ).toEqual(["/items/0/donorAddresses/0 type DON-08"]);
  });

  test("falls on the response for a body written in place", () => {
    expect(brief(validateResponse("listContactMethodTypes", 200, [1]))).toEqual(["/0 type CRM-23"]);
  });
});

const of401 = (body: unknown): readonly string[] => brief(validateResponse("getContact", 401, body));

describe("a choice of bodies", () => {
  test("takes any of them", () => {
    expect(of401({ message: "Not authorized." })).toEqual([]);
    expect(of401({ error: { code: "UNAUTHENTICATED", message: "m", details: [] } })).toEqual([]);
  });

  test("is reported by the one that the body was meant for", () => {
    expect(of401({ message: 5 })).toEqual(["/message type CRM-44"]);
    expect(of401({ error: {} })).toEqual([
      "/error/code missing CRM-40",
      "/error/message missing CRM-40",
      "/error/details missing CRM-40",
    ]);
    expect(of401({ error: { code: "FORBIDDEN", message: "m", details: [] } })).toEqual([
      "/error/code enum CRM-43",
    ]);
    expect(brief(validateResponse("issueToken", 401, { error: "x", error_description: 5 }))).toEqual([
      "/error_description type CRM-44",
    ]);
    expect(
      brief(validateResponse("issueToken", 400, { error: { code: "BAD_REQUEST", message: "m" } })),
    ).toEqual(["/error/details missing CRM-40"]);
  });

  test("is not satisfied by a body that fits none", () => {
    expect(of401({})).not.toEqual([]);
    expect(of401(null)).toEqual([" null CRM-44"]);
    expect(of401("Not authorized.")).toEqual([" type CRM-44"]);
  });
});

describe("statuses", () => {
  test("without a documented body take anything", () => {
    expect(validateResponse("replaceCampaign", 204, { any: "thing" })).toEqual([]);
    expect(validateResponse("getContact", 302, 5)).toEqual([]);
  });

  test("in a documented range share its body", () => {
    for (const status of [200, 201, 299])
      expect(brief(validateResponse("listUsers", status, { meta: {} }))).toEqual([
        "/meta/total missing VOL-01",
      ]);
  });

  test("of an operation that does not exist are a mistake of the caller", () => {
    expect(() => validateResponse("getContacts", 200, {})).toThrow("no operation getContacts");
    expect(() => validateResponse("toString", 200, {})).toThrow("no operation toString");
    expect(() => validateModel("crm", "Donor", {})).toThrow("no model Donor");
  });
});

describe("requests", () => {
  test("are judged by parameters and body", () => {
    expect(brief(validateRequest("listGifts", { query: { Take: -1, Skip: "0" } }))).toEqual([
      "/Skip type DON-07",
      "/Take range DON-04",
    ]);
    expect(brief(validateRequest("getQueryOptions", { path: { queryType: 10 } }))).toEqual([
      "/queryType range DON-11",
    ]);
    expect(brief(validateRequest("getContact", {}))).toEqual(["/contactId missing CRM-22"]);
    expect(validateRequest("replaceContactNote", { path: { noteId: 1 }, body: { private: true } })).toEqual(
      [],
    );
  });

  test("parameters that are not documented are let pass", () => {
    expect(validateRequest("listCustomFields", { query: { Take: 1 } })).toEqual([]);
  });

  test("a query breaks at the facts of its parts (DON-11, DON-12, DON-13)", () => {
    const conditions = [{ parameter: "id", operator: 30 }, { operator: 0 }];
    expect(brief(validateRequestBody("queryGifts", { groups: [{ conjunct: 2, conditions }] }))).toEqual([
      "/queryType missing DON-10",
      "/groups/0/conjunct enum DON-12",
      "/groups/0/conditions/0/operator range DON-12",
      "/groups/0/conditions/1/parameter missing DON-13",
    ]);
    expect(brief(validateRequestBody("queryGifts", { queryType: 1.5 }))).toEqual(["/queryType type DON-11"]);
  });

  test("a required body that is left out is missing", () => {
    expect(brief(validateRequestBody("queryGifts", undefined))).toEqual([" missing DON-10"]);
    expect(validateRequestBody("getContact", undefined)).toEqual([]);
  });

  test("a grant that does not exist is reported (CRM-20)", () => {
    expect(brief(validateRequestBody("issueToken", { grant_type: "client_credentials" }))).toEqual([
      "/grant_type enum CRM-20",
    ]);
  });
});

const page = (size: number): unknown => ({ items: Array.from({ length: size }, () => 1), total: size });

describe("a body that breaks everything", () => {
  test("is listed up to a limit, and that it was cut", () => {
    const violations = validateResponse("listGifts", 200, page(violationLimit + 1));
    expect(violations).toHaveLength(violationLimit + 1);
    expect(violations.at(-1)).toMatchObject({
      pointer: "",
      rule: "shape",
      actual: `more than ${violationLimit} violations`,
      facts: ["DON-01"],
    });
  });

  test("is listed in full at the limit", () => {
    const violations = validateResponse("listGifts", 200, page(violationLimit));
    expect(violations).toHaveLength(violationLimit);
    expect(violations.every(({ rule }) => rule === "type")).toBe(true);
  });

  test("is judged in reasonable time however large it is", () => {
    expect(validateResponse("listGifts", 200, page(100_000)).length).toBe(violationLimit + 1);
  }, 5000);
});

test("validators may be loaded ahead", async () => {
  await loadValidators(["volunteer"]);
  await loadValidators();
  expect(validateModel("volunteer", "PageMeta", { total: 1 })).toEqual([]);
});
