import { describe, expect, it } from "vitest";
import { accountNames } from "../../../src/sandbox/builtin/seed/credentials.ts";
import type { Received } from "../ask.ts";
import { crmBench, errorOf, type CrmBench } from "./crm-bench.ts";

const day = 86_400_000;

interface Account {
  readonly username: string;
  readonly password: string;
  readonly otp: string;
}

const account = (made: CrmBench, name: "password" | "twoFactor"): Account =>
  // The configuration's contract: username, password, and otp where there is a second factor.
  made.sandbox.config().interfaces.crm.credentials[name] as Account;

/** Logs an account in; other fields of the form may be changed. */
const logIn = (
  made: CrmBench,
  changed: Readonly<Record<string, string>> = {},
  name: "password" | "twoFactor" = "password",
): Promise<Received> => {
  const { username, password } = account(made, name);
  return made.call("issueToken", { form: { grant_type: "password", username, password, ...changed } });
};

const logInTwice = (made: CrmBench, changed: Readonly<Record<string, string>> = {}): Promise<Received> =>
  logIn(made, changed, "twoFactor");

const refresh = (made: CrmBench, refreshToken: unknown): Promise<Received> =>
  made.call("issueToken", { form: { grant_type: "refresh_token", refresh_token: String(refreshToken) } });

const statusWith = async (made: CrmBench, token: unknown): Promise<number> =>
  (await made.call("listContactMethodTypes", { token: String(token) })).status;

describe("password grant", () => {
  it("issues tokens for credentials full of special characters", async () => {
    const made = crmBench();
    const { username, password } = account(made, "password");
    expect(username).toMatch(/[+&]/);
    expect(password).toMatch(/\+.*&.*=.*%.* .*[^ -~]/);
    const answer = await logIn(made);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      token_type: "bearer",
      userName: username,
      twoFactorEnabled: "False",
    });
    expect(await statusWith(made, answer.at("/access_token"))).toBe(200);
  });

  it("states seconds that are shorter than the lifetime between its HTTP dates", async () => {
    const made = crmBench();
    const { at } = await logIn(made);
    const [issued, expires] = [at("/.issued"), at("/.expires")].map((date) => Date.parse(String(date)));
    expect(issued).toBe(made.sandbox.clock.now());
    expect(Number(expires) - Number(issued)).toBe(15 * day);
    expect(Number(at("/expires_in"))).toBeLessThan((15 * day) / 1000);
  });

  it("issues other tokens every time", async () => {
    const made = crmBench();
    const answers = [];
    for (let time = 0; time < 3; time += 1) answers.push(await logIn(made));
    const tokens = answers.flatMap(({ at }) => [at("/access_token"), at("/refresh_token")]);
    expect(new Set(tokens).size).toBe(6);
  });

  it.each([
    ["a wrong password", { password: "wrong" }, 401, "UNAUTHENTICATED"],
    ["an unknown username", { username: "nobody@riverbend.example" }, 401, "UNAUTHENTICATED"],
    ["no password", { password: "" }, 400, "BAD_REQUEST"],
    ["no username", { username: "" }, 400, "BAD_REQUEST"],
    ["another grant", { grant_type: "client_credentials" }, 400, "BAD_REQUEST"],
    ["no grant", { grant_type: "" }, 400, "BAD_REQUEST"],
  ])("with %s is refused", async (_what, changed, status, code) => {
    const made = crmBench();
    const answer = await logIn(made, changed);
    expect(errorOf(answer)).toEqual([status, code]);
    expect(answer.text).not.toContain("access_token");
  });

  it("answers an unknown username like a wrong password", async () => {
    const made = crmBench();
    const unknown = await logIn(made, { username: "nobody@riverbend.example" });
    expect(unknown.text).toBe((await logIn(made, { password: "wrong" })).text);
  });

  it("is refused as multipart and as JSON", async () => {
    const made = crmBench();
    const fields = { grant_type: "password", ...account(made, "password") };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const request = new Request("http://sandbox.test/crm/Token", { method: "POST", body: multipart });
    expect((await made.sandbox.fetch(request)).status).toBe(400);
    expect(errorOf(await made.call("issueToken", { body: fields }))).toEqual([400, "BAD_REQUEST"]);
  });

  it("gives tokens of the account's own organization", async () => {
    const made = crmBench();
    const { at } = await logIn(made);
    const token = String(at("/access_token"));
    expect((await made.call("getContact", { token, path: [made.record("contactId")] })).status).toBe(200);
    const other = await made.call("getContact", { token, path: [made.record("otherOrganizationContactId")] });
    expect(other.status).toBe(404);
    const { username } = account(made, "password");
    expect(username).not.toBe(accountNames.otherOrganization);
  });
});

describe("two-factor login", () => {
  it("asks for a code first, sends it by SMS, and issues tokens with it", async () => {
    const made = crmBench({ control: true });
    const { otp } = account(made, "twoFactor");
    const first = await logInTwice(made);
    expect(first.status).toBe(202);
    expect(first.text).not.toMatch(/access_token|refresh_token/);
    expect(first.text).not.toContain(otp);
    const outbox = await made.ask("/control/sms");
    expect(outbox.text).toContain(otp);
    const second = await logInTwice(made, { otp });
    expect([second.status, second.at("/twoFactorEnabled")]).toEqual([200, "True"]);
    expect(await statusWith(made, second.at("/access_token"))).toBe(200);
  });

  it("takes an empty code for a missing one", async () => {
    const made = crmBench();
    expect((await logInTwice(made, { otp: "" })).status).toBe(202);
  });

  it("refuses a wrong code, and a code without its zeros", async () => {
    const made = crmBench();
    const { otp } = account(made, "twoFactor");
    expect(otp).toMatch(/^0/);
    for (const wrong of ["999999", String(Number(otp))]) {
      const answer = await logInTwice(made, { otp: wrong });
      expect(errorOf(answer)).toEqual([401, "UNAUTHENTICATED"]);
    }
  });

  it("sends no code for a wrong password", async () => {
    const made = crmBench({ control: true });
    const answer = await logInTwice(made, { password: "wrong" });
    expect(answer.status).toBe(401);
    expect((await made.ask("/control/sms")).text).not.toContain(account(made, "twoFactor").otp);
  });
});

const firstRefreshToken = async (made: CrmBench): Promise<unknown> =>
  (await logIn(made)).at("/refresh_token");

describe("refresh grant", () => {
  it("returns two new tokens, and the new refresh token works for the next refresh", async () => {
    const made = crmBench();
    let token = await firstRefreshToken(made);
    const seen = new Set([token]);
    for (let time = 0; time < 3; time += 1) {
      const answer = await refresh(made, token);
      expect(answer.status).toBe(200);
      expect(await statusWith(made, answer.at("/access_token"))).toBe(200);
      token = answer.at("/refresh_token");
      seen.add(token);
    }
    expect(seen.size).toBe(4);
  });

  it.each([
    ["rotate", true, 401],
    ["keep", false, 200],
    ["keep-old-working", true, 200],
  ] as const)("with U-36=%s", async (choice, isReplaced, statusOfOld) => {
    const made = crmBench({ assumptions: { "U-36": choice } });
    const old = await firstRefreshToken(made);
    const { at } = await refresh(made, old);
    expect(at("/refresh_token") !== old).toBe(isReplaced);
    expect((await refresh(made, old)).status).toBe(statusOfOld);
  });

  it.each(["access token", "API key", "other text", "nothing"])("takes no %s", async (what) => {
    const made = crmBench();
    const { at } = await logIn(made);
    const sent = {
      "access token": at("/access_token"),
      "API key": made.apiKey,
      "other text": "x",
      nothing: "",
    }[what];
    const answer = await refresh(made, sent);
    expect(answer.status).toBe(what === "nothing" ? 400 : 401);
  });

  it("tokens open nothing themselves", async () => {
    const made = crmBench();
    expect(await statusWith(made, await firstRefreshToken(made))).toBe(401);
  });
});

describe("lifetimes by the clock", () => {
  it("access tokens are refused after 15 days, and not before", async () => {
    const made = crmBench();
    const { at } = await logIn(made);
    made.sandbox.clock.advance(15 * day - 1);
    expect(await statusWith(made, at("/access_token"))).toBe(200);
    made.sandbox.clock.advance(1);
    expect(await statusWith(made, at("/access_token"))).toBe(401);
    const refreshed = await refresh(made, at("/refresh_token"));
    expect(await statusWith(made, refreshed.at("/access_token"))).toBe(200);
  });

  it.each(["rotate", "keep"] as const)(
    "refresh tokens are refused after 365 days (U-36=%s)",
    async (choice) => {
      const made = crmBench({ assumptions: { "U-36": choice } });
      const { at } = await logIn(made);
      made.sandbox.clock.advance(365 * day);
      expect(errorOf(await refresh(made, at("/refresh_token")))).toEqual([401, "UNAUTHENTICATED"]);
    },
  );

  it("a rotated refresh token lives for 365 days of its own", async () => {
    const made = crmBench();
    const first = await logIn(made);
    made.sandbox.clock.advance(364 * day);
    const second = await refresh(made, first.at("/refresh_token"));
    made.sandbox.clock.advance(364 * day);
    const third = await refresh(made, second.at("/refresh_token"));
    expect(third.status).toBe(200);
  });

  it("API keys are refused after 15 years, and not a week before", async () => {
    const made = crmBench();
    made.sandbox.clock.advance(15 * 365.25 * day - 7 * day);
    expect(await statusWith(made, made.apiKey)).toBe(200);
    made.sandbox.clock.advance(7 * day);
    expect(await statusWith(made, made.apiKey)).toBe(401);
  });
});

describe("form of a refused grant", () => {
  it.each([
    ["canonical", "/error/code", "UNAUTHENTICATED"],
    ["oauth", "/error", "invalid_grant"],
  ] as const)("is %s as U-24.token says", async (choice, pointer, value) => {
    const made = crmBench({ assumptions: { "U-24.token": choice } });
    const answer = await logIn(made, { password: "wrong" });
    expect(answer.at(pointer)).toBe(value);
  });
});
