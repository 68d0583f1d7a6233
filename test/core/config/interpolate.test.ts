import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, refusal } from "./load.ts";
import { tries } from "../../nightly.ts";

const withKey = (text: string): string =>
  JSON.stringify({
    interfaces: { crm: { baseUrl: "https://crm.example.org", credentials: { apiKey: text } } },
  });

const key = (text: string, env: Readonly<Record<string, string>>): string | undefined =>
  load(withKey(text), env).secret("crm.credentials.apiKey");

describe("${NAME}", () => {
  test.each([
    ["${CRM_KEY}", "k-1"],
    ["pre-${CRM_KEY}-post", "pre-k-1-post"],
    ["${CRM_KEY}${OTHER}", "k-1${CRM_KEY}"],
    ["$${CRM_KEY}", "${CRM_KEY}"],
    ["$CRM_KEY", "$CRM_KEY"],
    ["$$", "$$"],
    ["{CRM_KEY}", "{CRM_KEY}"],
  ])("%s gives %s", (text, expected) => {
    expect(key(text, { CRM_KEY: "k-1", OTHER: "${CRM_KEY}" })).toBe(expected);
  });

  test("stands for the credential in output, unless it is only a part of it", () => {
    const env = { CRM_KEY: "k-1" };
    expect(load(withKey("${CRM_KEY}"), env).secretName("crm.credentials.apiKey")).toBe("$CRM_KEY");
    expect(load(withKey("x${CRM_KEY}"), env).secretName("crm.credentials.apiKey")).toBe("$CRM_API_KEY");
    expect(load(withKey("plain"), env).secretName("crm.credentials.apiKey")).toBe("$CRM_API_KEY");
  });

  test("that is not set is an error that names it, its place and a near one", () => {
    const error = refusal("interfaces:\n  crm:\n    baseUrl: ${CRM_URL}\n", {
      CRM_URI: "https://secret.example.org",
    });
    expect(error.message).toBe("the environment variable CRM_URL is not set");
    expect(error.location).toBe("t.yaml:3:14");
    expect(error.hint).toBe("did you mean CRM_URI?");
    expect(refusal(withKey("${NOPE}"), { Z: "1" }).hint).toBe("set NOPE, or remove the key");
    expect(refusal(withKey("${NOPE}"), { HOME: "1" }).hint).toBe("set NOPE, or remove the key");
    expect(refusal(withKey("${HMOE}"), { HOME: "1" }).hint).toBe("did you mean HOME?");
    expect(refusal(withKey("${toString}")).message).toContain("toString is not set");
  });

  test.each([
    ["a credential", withKey("${DONATION_TOKEN}")],
    ["a part of a credential that may not be empty", withKey("${DONATION_TOKEN}${DONATION_TOKEN}")],
    ["an address", JSON.stringify({ interfaces: { crm: { baseUrl: "${DONATION_TOKEN}" } } })],
    [
      "the host of an address",
      JSON.stringify({ interfaces: { crm: { baseUrl: "https://${DONATION_TOKEN}" } } }),
    ],
    [
      "the host before a path",
      JSON.stringify({ interfaces: { crm: { baseUrl: "https://${DONATION_TOKEN}/api" } } }),
    ],
    ["a number", 'safety: { perHour: "${DONATION_TOKEN}" }'],
  ])("that is empty is named where something is needed: %s", (_, text) => {
    for (const value of ["", " "]) {
      const error = refusal(text, { DONATION_TOKEN: value });
      expect(error.message).toBe("the environment variable DONATION_TOKEN is empty");
      expect(error.hint).toBe("set DONATION_TOKEN, or remove the key");
      expect(error.others).toEqual([]);
    }
  });

  test("that is empty may stand where nothing is needed", () => {
    const text = `interfaces:\n  volunteer:\n    baseUrl: https://v.example.org\n    scratch: { createGroup: { note: "\${NOTE}" } }`;
    expect(load(text, { NOTE: "" }).setting("volunteer.scratch.createGroup")).toEqual({ note: "" });
  });

  test.each(["${", "${}", "${a-b}", "${A:-b}", "x ${A"])(
    "the error about %s shows the correct form",
    (text) => {
      expect(refusal(withKey(text), { A: "1" })).toMatchObject({
        hint: "write ${NAME}, or $${ for a plain ${",
      });
    },
  );

  test("becomes a number or a boolean where the schema wants one, and stays text where it wants text", () => {
    const env = { HOUR: "40", WRITES: "true", ID: "12", OTP: "004217", REF: "007" };
    const config = load(
      [
        "safety: { perHour: '${HOUR}', writes: '${WRITES}' }",
        "interfaces:",
        "  crm:",
        "    baseUrl: https://crm.example.org",
        "    records: { contactId: '${ID}', referenceId: '${REF}' }",
        "    credentials: { twoFactor: { username: a, password: '${ID}', otp: '${OTP}' } }",
      ].join("\n"),
      env,
    );
    expect(config.safety).toMatchObject({ perHour: 40, writes: true });
    expect(config.setting("crm.records.contactId")).toBe(12);
    expect(config.setting("crm.records.referenceId")).toBe("007");
    expect(config.secret("crm.credentials.twoFactor.otp")).toBe("004217");
    expect(config.secret("crm.credentials.twoFactor.password")).toBe("12");
    expect(refusal("safety: { perHour: '${X}' }", { X: "many" }).message).toContain("safety.perHour must be");
  });

  test("never takes a variable that the file does not name", () => {
    const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);
    const value = fc.stringMatching(/^[a-z]{12}$/);
    fc.assert(
      fc.property(
        fc.dictionary(name, value, { minKeys: 2 }),
        fc.stringMatching(/^[\w${}-]{1,30}$/),
        (env, text) => {
          const result = outcome(text, env);
          const unrelated = Object.entries(env).filter(([variable]) => !text.includes(`\${${variable}}`));
          expect(unrelated.filter(([, secret]) => result.includes(secret))).toEqual([]);
        },
      ),
      tries(100, 300),
    );
  });
});

const outcome = (text: string, env: Readonly<Record<string, string>>): string => {
  try {
    return key(text, env) ?? "";
  } catch (error) {
    return String(error);
  }
};
