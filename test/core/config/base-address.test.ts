import { describe, expect, test } from "vitest";
import { baseAddress } from "../../../src/core/config/base-address.ts";

describe("a base address", () => {
  test.each([
    ["https://crm.example.org", "https://crm.example.org"],
    ["https://crm.example.org/", "https://crm.example.org"],
    ["https://crm.example.org/tenant/a//", "https://crm.example.org/tenant/a"],
    ["https://CRM.example.org:443/A", "https://crm.example.org/A"],
    ["https://crm.example.org/v1", "https://crm.example.org/v1"],
    ["http://localhost:8080/x/", "http://localhost:8080/x"],
    ["http://127.0.0.1:1", "http://127.0.0.1:1"],
    ["http://127.9.8.7", "http://127.9.8.7"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is taken as %s", (text, url) => {
    expect(baseAddress(text)).toEqual({ ok: true, url });
  });

  test.each([
    ["https://volunteer.example.org/v1", "https://volunteer.example.org"],
    ["https://volunteer.example.org/v1/", "https://volunteer.example.org"],
    ["https://volunteer.example.org/api/v1", "https://volunteer.example.org/api"],
    ["https://volunteer.example.org/notv1", "https://volunteer.example.org/notv1"],
  ])("of the volunteer interface carries no version: %s", (text, url) => {
    expect(baseAddress(text, "/v1")).toEqual({ ok: true, url });
  });

  test.each([
    ["http://crm.example.org", "must be an https address"],
    ["http://localhost.example.org", "must be an https address"],
    ["http://1270.0.0.1.example.org", "must be an https address"],
    ["http://api.localhost", "must be an https address"],
    ["http://notlocalhost", "must be an https address"],
    ["http://10.0.0.1", "must be an https address"],
    ["ftp://crm.example.org", "must be an https address"],
    ["file:///etc/passwd", "must be an https address"],
    ["https://user:pass@crm.example.org", "must not hold credentials"],
    ["https://user@crm.example.org", "must not hold credentials"],
    ["https://crm.example.org?x=1", "must not have a query or a fragment"],
    ["https://crm.example.org/#x", "must not have a query or a fragment"],
    ["crm.example.org", "is not an address"],
    ["", "is not an address"],
    ["https://", "is not an address"],
    ["https:///api", "is not an address"],
    ["https:/api", "is not an address"],
    ["https:crm.example.org", "is not an address"],
    ["https:\\\\crm.example.org", "is not an address"],
    ["https://crm.example.org/ x", "is not an address"],
    ["https://crm.example.org\n", "is not an address"],
  ])("%j is refused", (text, message) => {
    expect(baseAddress(text)).toMatchObject({ ok: false, message });
  });
});
