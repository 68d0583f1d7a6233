import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearMissOf } from "../../../src/arbitraries/model-arbitrary.ts";
import { arbitrariesOf } from "../../arbitraries/builtin-arbitraries.ts";
import type { SchemaViolation } from "../../../src/core/model/violation.ts";
import { violationLimit } from "../../../src/core/validation/schema-violations.ts";
import {
  loadValidators,
  validateModel,
  validateRequest,
  validateRequestBody,
  validateResponse,
} from "../../../src/builtin/validation.ts";

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
      fc.property(nearMissOf(arbitrariesOf.crm.model("Contact")), ({ value }) => {
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

const envelope = (parts: object): object => ({ error: { code: "UNAUTHENTICATED", message: "m", ...parts } });

/** Bodies of responses by operation and status, and what is wrong with each: place, rule and fact. */
const blamed: Readonly<Record<string, readonly (readonly [operation: string, unknown, ...string[]])[]>> = {
  "falls on the model that holds the broken place": [
    ["getContact 200", { id: "1" }, "/id type CRM-01"],
    ["getContact 200", { contactIndividuals: [{ id: "1" }] }, "/contactIndividuals/0/id type CRM-03"],
    ["getContact 200", nested({ value: 5 }), "/contactIndividuals/0/contactMethods/0/value type CRM-04"],
    ["getContact 200", { address: { isPrimary: "yes" } }, "/address/isPrimary type CRM-06"],
  ],
  "for a badly written amount falls on the notation, for a null on the model": [
    ["getContact 200", { lastGiftAmount: "1,5" }, "/lastGiftAmount format GEN-01"],
    ["getContact 200", { lastGiftAmount: null }, "/lastGiftAmount null CRM-01"],
    ["getContact 200", { lastGiftDate: null }, "/lastGiftDate null CRM-01"],
  ],
  "falls on an annotated property before its model": [
    [
      "getContact 404",
      envelope({ code: "CONFLICT", details: "none" }),
      "/error/details type CRM-41",
      "/error/code enum CRM-43",
    ],
  ],
  "falls on the page for records that say nothing of themselves": [
    ["queryGifts 200", { items: [1], total: 1 }, "/items/0 type DON-01"],
    [
      "listDonors 200",
      { items: [{ donorAddresses: [1] }], total: 1 },
      "/items/0/donorAddresses/0 type DON-08",
    ],
  ],
  "falls on the response for a body written in place": [
    ["listContactMethodTypes 200", [1], "/0 type CRM-23"],
  ],
  "falls on nobody where a body is one of several": [
    ["getContact 401", { message: "Not authorized." }],
    ["getContact 401", envelope({ details: [] })],
  ],
  "falls on the one of several that a body was meant for": [
    ["getContact 401", { message: 5 }, "/message type CRM-44"],
    [
      "getContact 401",
      { error: {} },
      "/error/code missing CRM-40",
      "/error/message missing CRM-40",
      "/error/details missing CRM-40",
    ],
    ["getContact 401", envelope({ code: "FORBIDDEN", details: [] }), "/error/code enum CRM-43"],
    ["issueToken 401", { error: "x", error_description: 5 }, "/error_description type CRM-44"],
    ["issueToken 400", envelope({ code: "BAD_REQUEST" }), "/error/details missing CRM-40"],
  ],
  "falls on the choice where a body fits none of several": [
    ["getContact 401", null, " null CRM-44"],
    ["getContact 401", "Not authorized.", " type CRM-44"],
  ],
  "is the same for each status of a documented range": [200, 201, 299].map(
    (status) => [`listUsers ${status}`, { meta: {} }, "/meta/total missing VOL-01"] as const,
  ),
  "falls on nobody for a status without a documented body": [
    ["replaceCampaign 204", { any: "thing" }],
    ["getContact 302", 5],
  ],
};

describe("blame", () => {
  test.each(Object.entries(blamed))("%s", (_, rows) => {
    for (const [asked, body, ...expected] of rows) {
      const [operation = "", status] = asked.split(" ");
      expect([asked, ...brief(validateResponse(operation, Number(status), body))]).toEqual([
        asked,
        ...expected,
      ]);
    }
  });

  test("for a null where a notation stands alone falls on the notation", () => {
    expect(brief(validateModel("crm", "DecimalString", null))).toEqual([" null GEN-01"]);
  });

  test("is there for an empty body where one of several is stated", () => {
    expect(validateResponse("getContact", 401, {})).not.toEqual([]);
  });
});

test("an operation or a model that does not exist is a mistake of the caller", () => {
  expect(() => validateResponse("getContacts", 200, {})).toThrow("no operation getContacts");
  expect(() => validateResponse("toString", 200, {})).toThrow("no operation toString");
  expect(() => validateModel("crm", "Donor", {})).toThrow("no model Donor");
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
      severity: "info",
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
