import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressId, canonicalAddress } from "../../../src/core/transports/address.ts";
import { codePoint } from "../../code-point.ts";

test.each([
  ["http://localhost:8080/crm", "http://127.0.0.1:8080/crm"],
  ["http://localhost:8080", "http://[::1]:8080"],
  ["http://localhost:8080", "http://LOCALHOST.:8080/"],
  ["http://localhost:8080", "http://127.1:8080"],
  ["http://localhost:8080", "http://2130706433:8080"],
  ["http://localhost:8080", "http://127.8.9.1:8080"],
  ["http://localhost:8080", "http://0.0.0.0:8080"],
  ["http://localhost:8080", "http://[::]:8080"],
  ["http://localhost:8080", "http://[::ffff:127.0.0.1]:8080"],
  ["http://localhost:8080", "http://crm.localhost:8080"],
  ["http://localhost", "http://localhost:80"],
  ["https://crm.example.org", "https://CRM.example.org:443/"],
  ["https://crm.example.org", "https://crm.example.org./"],
  ["https://example.org/crm", "https://example.org//CRM/"],
  ["https://example.org/crm", "https://example.org/%63rm"],
  ["https://example.org/a/crm", "https://example.org/b/../a/crm"],
])("%s and %s are one address", (one, other) => {
  expect([canonicalAddress(other), addressId(other)]).toEqual([canonicalAddress(one), addressId(one)]);
});

test.each([
  ["http://localhost:8080", "http://localhost:8081"],
  ["https://crm.example.org", "https://donations.example.org"],
  ["https://example.org/crm", "https://example.org/crm2"],
  ["https://example.org", "https://example.org:8443"],
  ["https://10.0.0.1", "https://10.0.0.2"],
])("%s and %s are two", (one, other) => {
  expect(addressId(one)).not.toBe(addressId(other));
});

const label = fc
  .array(fc.constantFrom(..."abxyzABZ09"), { minLength: 1, maxLength: 8 })
  .map((letters) => `a${letters.join("")}`);

const scheme = fc.constantFrom("http", "https", "HTTPS");
const host = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join(".")),
  fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join(".")),
  fc.nat(0xffff).map((last) => `[2001:db8::${last.toString(16)}]`),
  fc.constantFrom("localhost", "[::1]", "bücher.example", "example.org."),
);
const port = fc.oneof(
  fc.constant(""),
  fc.nat(65_535).map((number) => `:${number}`),
);

test("the name of an address is a name for a file, whatever the address", () => {
  fc.assert(
    fc.property(scheme, host, port, fc.string({ unit: codePoint }), (start, name, end, path) => {
      expect(addressId(`${start}://${name}${end}/${path}`)).toMatch(/^[0-9a-f]{16}$/);
    }),
    { numRuns: 100 },
  );
});
