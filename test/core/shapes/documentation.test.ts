import { documentation } from "../../../src/builtin/documents.ts";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";

describe("what the documents say of bodies", () => {
  test("fields, types and formats, through references", () => {
    const contact = documentation.body("getContact", 200);
    expect(contact?.fields?.["website"]?.types).toEqual(["string", "null"]);
    expect(contact?.fields?.["lastGiftDate"]?.format).toBe("utc-date-time");
    const individual = contact?.fields?.["contactIndividuals"]?.items;
    expect(individual?.fields?.["contactMethods"]?.items?.fields?.["isOptedIn"]?.types).toEqual(["boolean"]);
  });

  test("values that are listed, and whether there may be others", () => {
    const contact = documentation.body("getContact", 200);
    expect(contact?.fields?.["contactType"]).toMatchObject({
      values: ["Household", "Organization", "Foundation"],
    });
    expect(contact?.fields?.["contactType"]?.closed).toBeUndefined();
    const token = documentation.body("issueToken", 200);
    expect(token?.fields?.["twoFactorEnabled"]).toMatchObject({ values: ["True", "False"], closed: true });
    expect(token?.fields?.[".issued"]?.values).toBeUndefined();
    expect(token?.required).toContain(".expires");
  });

  test("of a choice what either branch may hold, and as required what both require", () => {
    const forbidden = documentation.body("getContact", 403);
    expect(Object.keys(forbidden?.fields ?? {}).toSorted()).toEqual(["error", "message"]);
    expect(forbidden?.required).toBeUndefined();
    expect(forbidden?.fields?.["error"]?.fields?.["code"]?.values).toEqual(["FORBIDDEN"]);
    expect(documentation.body("getContact", 404)?.required).toEqual(["error"]);
  });

  test("maps, whose names are data", () => {
    expect(documentation.body("listDonors", 400)?.fields?.["errors"]?.map?.items?.types).toEqual(["string"]);
  });

  test("there is something for every body that is stated, and nothing else", () => {
    for (const { id, responses } of Object.values(operations))
      for (const [status, response] of Object.entries(responses))
        if (/^\d{3}$/.test(status))
          expect(documentation.body(id, Number(status)) !== undefined, `${id} ${status}`).toBe(
            "validator" in response,
          );
    expect(documentation.body("nothing", 200)).toBeUndefined();
    expect(documentation.body("constructor", 200)).toBeUndefined();
  });
});
