import { operationMatcher, pathWords } from "../../../src/builtin/documents.ts";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import { createFindOperation } from "../../../src/traffic/recordings/find-operation.ts";
import { shownBase, shownPath } from "../../../src/core/privacy/shown-address.ts";

const byPaths = createFindOperation(operationMatcher);
const textOf = (found: ReturnType<typeof byPaths>) =>
  found && `${found.interface} ${found.operation?.id ?? "-"} ${found.base}`;

test.each(Object.values<Operation>(operations))(
  "%# $id is found at any address by its path alone",
  (operation) => {
    const path = operation.path.replace(/\{\w+\}/g, "17");
    for (const base of ["https://a.example.org", "http://127.0.0.1:8080/tenant/api"])
      expect(textOf(byPaths(operation.method, `${base}${path}?x=/api/Donor/list#y`))).toBe(
        `${operation.interface} ${operation.id} ${base}`,
      );
  },
);

describe("without addresses", () => {
  test.each([
    [
      "GET",
      "https://a.example.org/api/contact/BYREFERENCE/x%2Fy",
      "crm getContactByReference https://a.example.org",
    ],
    ["GET", "https://a.example.org/api/Contact/7/", "crm getContact https://a.example.org"],
    ["GET", "HTTPS://A.Example.org:443/api/Contact/7", "crm getContact https://a.example.org"],
    ["POST", "https://a.example.org/Token", "crm issueToken https://a.example.org"],
    ["POST", "https://login.example.org/oauth/token", undefined],
    ["DELETE", "https://a.example.org/api/Contact/7", undefined],
    ["GET", "https://a.example.org/api/Contact", undefined],
    ["GET", "https://a.example.org/api/Contact//", undefined],
    ["GET", "https://a.example.org/users/7", undefined],
    ["GET", "https://a.example.org/api/Contact/7/more", undefined],
    ["GET", "file:///api/Contact/7", undefined],
    ["GET", "", undefined],
  ])("%s %s", (method, url, expected) => {
    expect(textOf(byPaths(method, url))).toBe(expected);
  });
});

describe("by configured addresses", () => {
  const find = createFindOperation(operationMatcher, {
    crm: "https://one.example.org/crm",
    donation: "https://one.example.org",
    volunteer: "https://vol.example.org/x",
  });
  test.each([
    ["https://one.example.org/crm/api/Contact/7", "crm getContact https://one.example.org/crm"],
    ["https://one.example.org/api/Donor/list", "donation listDonors https://one.example.org"],
    ["https://one.example.org/crm/api/Gift/7", "crm - https://one.example.org/crm"],
    ["https://one.example.org/api/Gift/7", "donation - https://one.example.org"],
    ["https://vol.example.org/x/v1/users/3", "volunteer getUser https://vol.example.org/x"],
    ["https://vol.example.org/x/users/3", "volunteer getUser https://vol.example.org/x"],
    ["https://elsewhere.example.org/api/Contact/7", "crm getContact https://elsewhere.example.org"],
    ["https://elsewhere.example.org/api/Gift/7", undefined],
  ])("%s", (url, expected) => {
    expect(textOf(find("GET", url))).toBe(expected);
  });

  test("two interfaces at one address share what neither documents", () => {
    const base = "https://one.example.org";
    const shared = createFindOperation(operationMatcher, { crm: base, donation: base });
    expect(textOf(shared("GET", `${base}/api/Contact/7`))).toBe(`crm getContact ${base}`);
    expect(textOf(shared("GET", `${base}/api/Donor/list`))).toBe(`donation listDonors ${base}`);
    expect(shared("GET", `${base}/api/Gift/7`)).toBeUndefined();
  });
});

test.each([
  ["https://a/api/Gift/7?x=Smith", "/api/Gift/{…}"],
  ["https://a/api/v2/Pledge/7/notes/Anna", "/api/v2/Pledge/{…}/notes/{…}"],
  ["https://a/api/Contact/ByName/Smith", "/api/Contact/{…}/{…}"],
  ["https://a/jane.doe@example.org/x", "/{…}/{…}"],
  ["https://a/api/Contact/Smith", "/api/Contact/{…}"],
  ["https://a", "/"],
  ["https://a/1/2/3/4/5/6/7/8/9", "/{…}/{…}/{…}/{…}/{…}/{…}/{…}/{…}/…"],
])("%s is shown as %s", (url, path) => {
  expect(shownPath(url, pathWords)).toBe(path);
});

test.each([
  ["https://a.example.org", "https://a.example.org"],
  ["https://a.example.org/api/v2", "https://a.example.org/api/v2"],
  ["https://a.example.org/t/ann@example.org/20261", "https://a.example.org/{…}/{…}/{…}"],
  ["https://a.example.org/Zq-tenant/rest", "https://a.example.org/{…}/rest"],
])("the base %s is shown as %s", (base, shown) => {
  expect(shownBase({ base, isNamed: true }, pathWords)).toBe(shown);
});

test.each([
  ["https://zq.org/crm", "https://masked.example/crm"],
  ["http://user:pw@zq.org:8080", "http://masked.example"],
  ["http://127.0.0.1:4010/crm", "http://127.0.0.1:4010/crm"],
  ["http://localhost:4010", "http://localhost:4010"],
  ["https://localhost.zq.org", "https://masked.example"],
  ["https://[::1]:4010/x", "https://[::1]:4010/{…}"],
])("the base %s, which nobody names, is shown as %s", (base, shown) => {
  expect(shownBase({ base, isNamed: false }, pathWords)).toBe(shown);
});
