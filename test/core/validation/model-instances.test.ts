import type { Models } from "../../../src/builtin/generated/operation-types.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueAtPointer } from "../../../src/core/formats/json-pointer.ts";
import { arbitrariesOf } from "../../arbitraries/builtin-arbitraries.ts";
import { instances } from "../../../src/builtin/validation.ts";

const contact = {
  giftAskAmount: "1.00",
  contactIndividuals: [{ contactMethods: [{ id: 1 }, { id: 2 }] }, { contactMethods: "broken" }, {}],
  address: null,
};

const pointers = (operation: string, status: number, body: unknown, model: string): readonly string[] =>
  instances(operation, status, body, model).map(({ pointer }) => pointer);

describe("where a model stands", () => {
  test("is listed with its values, broken ones included, absent ones not", () => {
    expect(pointers("getContact", 200, contact, "Contact")).toEqual([""]);
    expect(pointers("getContact", 200, contact, "ContactIndividual")).toEqual(
      [0, 1, 2].map((index) => `/contactIndividuals/${index}`),
    );
    expect(instances("getContact", 200, contact, "ContactMethod")).toEqual([
      { pointer: "/contactIndividuals/0/contactMethods/0", value: { id: 1 } },
      { pointer: "/contactIndividuals/0/contactMethods/1", value: { id: 2 } },
    ]);
    expect(instances("getContact", 200, contact, "Address")).toEqual([{ pointer: "/address", value: null }]);
    expect(pointers("getContact", 200, contact, "DecimalString")).toEqual(["/giftAskAmount"]);
  });

  test("is nowhere where the documents put it nowhere", () => {
    expect(instances("getContact", 200, contact, "Webhook")).toEqual([]);
    expect(instances("getContact", 404, contact, "Contact")).toEqual([]);
    expect(instances("replaceCampaign", 204, contact, "Campaign")).toEqual([]);
    expect(instances("getContact", 200, undefined, "Contact")).toEqual([]);
    expect(() => instances("getContacts", 200, contact, "Contact")).toThrow("no operation");
  });

  test("behind a choice is listed for the branch that fits best", () => {
    expect(pointers("getContact", 401, { message: "m" }, "LegacyMessage")).toEqual([""]);
    expect(pointers("getContact", 401, { message: "m" }, "ErrorEnvelope")).toEqual([]);
    const envelope = { error: { code: "X", details: [{ field: "a" }] } };
    expect(pointers("getContact", 401, envelope, "ErrorEnvelope")).toEqual([""]);
    expect(pointers("getContact", 401, envelope, "ErrorDetail")).toEqual(["/error/details/0"]);
    expect(pointers("getContact", 401, envelope, "LegacyMessage")).toEqual([]);
    expect(pointers("issueToken", 400, { error: "invalid_grant" }, "OAuthError")).toEqual([""]);
  });

  test("is in parts of a page", () => {
    const page = { items: [{ donorAddresses: [{}] }], total: 1 };
    expect(pointers("listDonors", 200, page, "Page")).toEqual([""]);
    expect(pointers("listDonors", 200, page, "Donor")).toEqual(["/items/0"]);
    expect(pointers("listDonors", 200, page, "DonorParts")).toEqual(["/items/0/donorAddresses"]);
  });

  test("is where the pointer says, and every one is found", () =>
    fc.assert(
      fc.property(arbitrariesOf.crm.model("Contact").valid, (made) => {
        const body = made as Models["crm"]["Contact"]; // its schema says so
        const found = instances("getContact", 200, body, "ContactMethod");
        for (const { pointer, value } of found) expect(valueAtPointer(body, pointer)).toBe(value);
        const all = (body.contactIndividuals ?? []).flatMap(({ contactMethods = [] }) => contactMethods);
        expect(found.map(({ value }) => value)).toEqual(all);
      }),
    ));
});
