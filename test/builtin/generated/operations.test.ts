import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isOperationId, operationIds, operations } from "../../../src/builtin/generated/operations.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import { type Operation, responseFor } from "../../../src/core/model/operation.ts";

const all: readonly Operation[] = Object.values(operations);

const idsOf = (name: string): readonly string[] =>
  all.filter((operation) => operation.interface === name).map(({ id }) => id);

describe("the table of operations", () => {
  test.each(interfaceNames)("holds every operation of the document of %s and no other", (name) => {
    const text = readFileSync(new URL(`../../../specs/${name}.yaml`, import.meta.url), "utf8");
    const document = parse(text) as { readonly paths: Readonly<Record<string, object>> }; // held by redocly lint
    const documented = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((one: { readonly operationId?: string }) => one.operationId ?? []),
    );
    expect(idsOf(name).toSorted()).toEqual(documented.toSorted());
  });

  test("has its ids in its own order", () => {
    expect(operationIds).toEqual(all.map(({ id }) => id));
  });

  test("only queries and reads are harmless; only the token endpoint issues credentials", () => {
    const reads = all.filter(({ effect }) => effect === "read");
    expect(reads.every(({ method, path }) => method === "GET" || path.endsWith("/query"))).toBe(true);
    expect(all.filter(({ effect }) => effect === "token").map(({ id }) => id)).toEqual(["issueToken"]);
    expect(
      all.filter(({ method, effect }) => (method === "PUT") !== (effect === "write") && method === "PUT"),
    ).toEqual([]);
  });

  test("the reference read alone is signed, the token request alone needs no credential", () => {
    expect(all.filter(({ security }) => security === "hmac").map(({ id }) => id)).toEqual([
      "getContactByReference",
    ]);
    expect(all.filter(({ security }) => security === "none").map(({ id }) => id)).toEqual(["issueToken"]);
  });

  test("every volunteer path carries the version, no other path does (VOL-10)", () => {
    expect(all.filter(({ path }) => path.startsWith("/v1/")).map((operation) => operation.interface)).toEqual(
      idsOf("volunteer").map(() => "volunteer"),
    );
  });

  test("list parameters are PascalCase and optional (DON-04)", () => {
    const names = ["Skip", "Take", "SortBy", "Descending", "Filter", "IncludeDetails"];
    for (const id of ["listDonors", "listGifts", "listCampaigns"] as const) {
      expect(operations[id].parameters.map(({ name }) => name)).toEqual(names);
      expect(operations[id].parameters.every(({ required }) => !required)).toBe(true);
    }
  });

  test("the token request is a form", () => {
    expect(operations.issueToken.requestBody.mediaType).toBe("application/x-www-form-urlencoded");
  });

  test("a status falls under itself before its range", () => {
    expect(responseFor(operations.listUsers, 201)?.validator).toBe("listUsers.2XX");
    expect(responseFor(operations.getContact, 401)?.mediaTypes).toContain("text/plain");
    expect(responseFor(operations.getContact, 302)).toBeUndefined();
  });

  test("names are distinguished from other text", () => {
    expect(isOperationId("getContact")).toBe(true);
    expect(isOperationId("toString")).toBe(false);
  });
});
