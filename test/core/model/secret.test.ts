import { expect, test } from "vitest";
import { configured, isSecret, learnt, shellName } from "../../../src/core/model/secret.ts";

test.each([
  ["crm.credentials.apiKey", "$CRM_API_KEY"],
  ["crm.credentials.noPrivateApiKey", "$CRM_NO_PRIVATE_API_KEY"],
  ["crm.credentials.password.username", "$CRM_PASSWORD_USERNAME"],
  ["donation.credentials.token", "$DONATION_TOKEN"],
  ["crm refresh token", "$CRM_REFRESH_TOKEN"],
])("%s is %s to a shell", (name, variable) => {
  expect(shellName(name)).toBe(variable);
});

test("secrets are distinguished from the texts of a form", () => {
  expect([configured("crm.credentials.apiKey"), learnt("token", "value")].every(isSecret)).toBe(true);
  expect(
    ["password", "", null, undefined, 1, {}, { kind: "configured" }, { kind: "other", name: "x" }].some(
      isSecret,
    ),
  ).toBe(false);
});

test("a configured secret holds no value", () => {
  expect(configured("crm.credentials.apiKey")).toEqual({
    kind: "configured",
    name: "crm.credentials.apiKey",
  });
});
