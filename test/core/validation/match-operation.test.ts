import { operationMatcher } from "../../../src/builtin/documents.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import type { Operation } from "../../../src/core/model/operation.ts";

const all: readonly Operation[] = Object.values(operations);

const crm = (method: string, path: string, basePath = ""): string | undefined =>
  operationMatcher.match({ interface: "crm", method, path, basePath })?.operation.id;

const volunteer = (path: string, basePath: string): unknown => {
  const match = operationMatcher.match({ interface: "volunteer", method: "GET", path, basePath });
  return match && [match.operation.id, match.unversioned, match.path["id"]];
};

describe("a request finds its operation", () => {
  test("whatever its parameters and the base address", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.integer(),
        fc.string({ minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text)),
        fc.constantFrom("", "/", "/tenant", "/tenant/v1", "/a/b/"),
        (operation, number, text, basePath) => {
          const name = operation.parameters.find((parameter) => parameter.in === "path");
          const value = name?.type === "integer" ? String(number) : text;
          const whole = basePath.replace(/\/$/, "");
          // An interface whose paths carry no version may well be below one.
          const base = operation.path.startsWith("/v1/") ? whole.replace(/\/v1$/, "") : whole;
          const path = base + operation.path.replace(/\{\w+\}/, () => encodeURIComponent(value));
          const match = operationMatcher.match({
            interface: operation.interface,
            method: operation.method,
            path,
            basePath,
          });
          expect(match?.operation.id).toBe(operation.id);
          expect(match?.path).toEqual(name === undefined ? {} : { [name.name]: value });
          expect(match?.unversioned).toBe(false);
        },
      ),
    ));

  test("by words before parameters", () => {
    expect(crm("GET", "/api/Contact/ByReference/A-1")).toBe("getContactByReference");
    expect(crm("GET", "/api/ContactMethod/Types")).toBe("listContactMethodTypes");
  });

  test("by method", () => {
    expect(crm("put", "/api/ContactNote/10")).toBe("replaceContactNote");
    expect(crm("GET", "/api/ContactNote/10")).toBeUndefined();
  });

  test("with a slash at its end and in any case", () => {
    expect(crm("POST", "/token/")).toBe("issueToken");
    expect(
      operationMatcher.match({ interface: "donation", method: "GET", path: "/api/customfield/list" })
        ?.operation.id,
    ).toBe("listCustomFields");
  });

  test("only below the base address and only in its interface", () => {
    expect(crm("POST", "/Token", "/tenant")).toBeUndefined();
    expect(crm("POST", "/tenant/Token", "/tenant")).toBe("issueToken");
    expect(crm("GET", "/v1/users")).toBeUndefined();
    expect(crm("GET", "/")).toBeUndefined();
  });

  test("with or without the version prefix, which is marked (VOL-10)", () => {
    expect(volunteer("/v1/users/7", "")).toEqual(["getUser", false, "7"]);
    expect(volunteer("/v1/users/7", "/v1")).toEqual(["getUser", false, "7"]);
    expect(volunteer("/users/7", "/v1")).toEqual(["getUser", true, "7"]);
    expect(volunteer("/x/users/7", "/x")).toEqual(["getUser", true, "7"]);
  });

  test("an undecodable path is taken as it is", () => {
    expect(
      operationMatcher.match({ interface: "crm", method: "GET", path: "/api/Contact/ByReference/%E0%A4%A" })
        ?.path,
    ).toEqual({ referenceId: "%E0%A4%A" });
  });
});
