import { expect, test } from "vitest";
import { hmacAuthorization } from "../../src/builtin/hmac.ts";
import type { SigningInput } from "../../src/core/model/contract.ts";

const input: SigningInput = {
  appKey: "app-key",
  secret: Buffer.from("a shared secret").toString("base64"),
  method: "GET",
  url: "https://crm.example.org/api/Contact/ByReference/A-1",
  nonce: "nonce-1",
  timestamp: 1_740_830_400,
};

const signature = (parts: Partial<SigningInput> = {}): string =>
  hmacAuthorization({ ...input, ...parts }).split(":")[1] ?? "";

test("the header holds the key, the signature, the nonce and the time", () => {
  expect(hmacAuthorization(input)).toMatch(/^Hmac app-key:[A-Za-z0-9+/]{43}=:nonce-1:1740830400$/);
});

test.each<Partial<SigningInput>>([
  { appKey: "other-key" },
  { secret: Buffer.from("another secret").toString("base64") },
  { method: "PUT" },
  { url: "https://crm.example.org/api/Contact/ByReference/A-2" },
  { nonce: "nonce-2" },
  { timestamp: 1_740_830_401 },
])("%o changes the signature", (parts) => {
  expect(signature(parts)).not.toBe(signature());
});

test("the case of the address does not", () => {
  expect(signature({ url: input.url.toUpperCase() })).toBe(signature());
});

test("the secret stands nowhere in it", () => {
  expect(hmacAuthorization(input)).not.toContain(input.secret);
});
