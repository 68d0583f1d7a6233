import { describe, expect, it } from "vitest";
import { accountNames } from "../../../src/sandbox/seed/credentials.ts";
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

const passwordForm = (made: CrmBench): Record<string, string> => {
  const { username, password } = account(made, "password");
  return { grant_type: "password", username, password };
};

const refreshForm = (refreshToken: unknown): Record<string, string> => ({
  grant_type: "refresh_token",
  refresh_token: String(refreshToken),
});

const statusWith = async (made: CrmBench, token: unknown): Promise<number> =>
  (await made.call("listContactMethodTypes", { token: String(token) })).status;

describe("password grant", () => {
  it("issues tokens for credentials full of special characters", async () => {
    const made = crmBench();
    const form = passwordForm(made);
    expect(form["username"]).toMatch(/[+&]/);
    expect(form["password"]).toMatch(/\+.*&.*=.*%.* .*[^ -~]/);
    const answer = await made.call("issueToken", { form });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      token_type: "bearer",
      userName: form["username"],
      twoFactorEnabled: "False",
    });
    expect(await statusWith(made, answer.at("/access_token"))).toBe(200);
  });

  it("states seconds that are shorter than the lifetime between its HTTP dates", async () => {
    const made = crmBench();
    const { at } = await made.call("issueToken", { form: passwordForm(made) });
    const [issued, expires] = [at("/.issued"), at("/.expires")].map((date) => Date.parse(String(date)));
    expect(issued).toBe(made.sandbox.clock.now());
    expect(Number(expires) - Number(issued)).toBe(15 * day);
    expect(Number(at("/expires_in"))).toBeLessThan((15 * day) / 1000);
  });

  it("issues other tokens every time", async () => {
    const made = crmBench();
    const answers = [];
    for (let time = 0; time < 3; time += 1)
      answers.push(await made.call("issueToken", { form: passwordForm(made) }));
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
    const answer = await made.call("issueToken", { form: { ...passwordForm(made), ...changed } });
    expect(errorOf(answer)).toEqual([status, code]);
    expect(answer.text).not.toContain("access_token");
  });

  it("answers an unknown username like a wrong password", async () => {
    const made = crmBench();
    const form = passwordForm(made);
    const unknown = await made.call("issueToken", {
      form: { ...form, username: "nobody@riverbend.example" },
    });
    const wrong = await made.call("issueToken", { form: { ...form, password: "wrong" } });
    expect(unknown.text).toBe(wrong.text);
  });

  it("is refused as multipart and as JSON", async () => {
    const made = crmBench();
    const fields = passwordForm(made);
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const request = new Request("http://sandbox.test/crm/Token", { method: "POST", body: multipart });
    expect((await made.sandbox.fetch(request)).status).toBe(400);
    expect(errorOf(await made.call("issueToken", { body: fields }))).toEqual([400, "BAD_REQUEST"]);
  });

  it("gives tokens of the account's own organization", async () => {
    const made = crmBench();
    const { at } = await made.call("issueToken", { form: passwordForm(made) });
    const token = String(at("/access_token"));
    expect((await made.call("getContact", { token, path: [made.record("contactId")] })).status).toBe(200);
    const other = await made.call("getContact", { token, path: [made.record("otherOrganizationContactId")] });
    expect(other.status).toBe(404);
    const { username } = account(made, "password");
    expect(username).not.toBe(accountNames.otherOrganization);
  });
});

const twoFactorForm = (made: CrmBench): Record<string, string> => {
  const { username, password } = account(made, "twoFactor");
  return { grant_type: "password", username, password };
};

describe("two-factor login", () => {
  it("asks for a code first, sends it by SMS, and issues tokens with it", async () => {
    const made = crmBench({ control: true });
    const { otp } = account(made, "twoFactor");
    const first = await made.call("issueToken", { form: twoFactorForm(made) });
    expect(first.status).toBe(202);
    expect(first.text).not.toMatch(/access_token|refresh_token/);
    expect(first.text).not.toContain(otp);
    const outbox = await made.ask("/control/sms");
    expect(outbox.text).toContain(otp);
    const second = await made.call("issueToken", { form: { ...twoFactorForm(made), otp } });
    expect([second.status, second.at("/twoFactorEnabled")]).toEqual([200, "True"]);
    expect(await statusWith(made, second.at("/access_token"))).toBe(200);
  });

  it("takes an empty code for a missing one", async () => {
    const made = crmBench();
    expect((await made.call("issueToken", { form: { ...twoFactorForm(made), otp: "" } })).status).toBe(202);
  });

  it("refuses a wrong code, and a code without its zeros", async () => {
    const made = crmBench();
    const { otp } = account(made, "twoFactor");
    expect(otp).toMatch(/^0/);
    for (const wrong of ["999999", String(Number(otp))]) {
      const answer = await made.call("issueToken", { form: { ...twoFactorForm(made), otp: wrong } });
      expect(errorOf(answer)).toEqual([401, "UNAUTHENTICATED"]);
    }
  });

  it("sends no code for a wrong password", async () => {
    const made = crmBench({ control: true });
    const answer = await made.call("issueToken", { form: { ...twoFactorForm(made), password: "wrong" } });
    expect(answer.status).toBe(401);
    expect((await made.ask("/control/sms")).text).not.toContain(account(made, "twoFactor").otp);
  });
});

const login = async (made: CrmBench): Promise<unknown> =>
  (await made.call("issueToken", { form: passwordForm(made) })).at("/refresh_token");

describe("refresh grant", () => {
  it("returns two new tokens, and the new refresh token works for the next refresh", async () => {
    const made = crmBench();
    let token = await login(made);
    const seen = new Set([token]);
    for (let time = 0; time < 3; time += 1) {
      const answer = await made.call("issueToken", { form: refreshForm(token) });
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
    const old = await login(made);
    const { at } = await made.call("issueToken", { form: refreshForm(old) });
    expect(at("/refresh_token") !== old).toBe(isReplaced);
    expect((await made.call("issueToken", { form: refreshForm(old) })).status).toBe(statusOfOld);
  });

  it.each(["access token", "API key", "other text", "nothing"])("takes no %s", async (what) => {
    const made = crmBench();
    const { at } = await made.call("issueToken", { form: passwordForm(made) });
    const sent = {
      "access token": at("/access_token"),
      "API key": made.apiKey,
      "other text": "x",
      nothing: "",
    }[what];
    const answer = await made.call("issueToken", { form: refreshForm(sent) });
    expect(answer.status).toBe(what === "nothing" ? 400 : 401);
  });

  it("tokens open nothing themselves", async () => {
    const made = crmBench();
    expect(await statusWith(made, await login(made))).toBe(401);
  });
});

describe("lifetimes by the clock", () => {
  it("access tokens are refused after 15 days, and not before", async () => {
    const made = crmBench();
    const { at } = await made.call("issueToken", { form: passwordForm(made) });
    made.sandbox.clock.advance(15 * day - 1);
    expect(await statusWith(made, at("/access_token"))).toBe(200);
    made.sandbox.clock.advance(1);
    expect(await statusWith(made, at("/access_token"))).toBe(401);
    const refreshed = await made.call("issueToken", { form: refreshForm(at("/refresh_token")) });
    expect(await statusWith(made, refreshed.at("/access_token"))).toBe(200);
  });

  it.each(["rotate", "keep"] as const)(
    "refresh tokens are refused after 365 days (U-36=%s)",
    async (choice) => {
      const made = crmBench({ assumptions: { "U-36": choice } });
      const { at } = await made.call("issueToken", { form: passwordForm(made) });
      made.sandbox.clock.advance(365 * day);
      expect(errorOf(await made.call("issueToken", { form: refreshForm(at("/refresh_token")) }))).toEqual([
        401,
        "UNAUTHENTICATED",
      ]);
    },
  );

  it("a rotated refresh token lives for 365 days of its own", async () => {
    const made = crmBench();
    const first = await made.call("issueToken", { form: passwordForm(made) });
    made.sandbox.clock.advance(364 * day);
    const second = await made.call("issueToken", { form: refreshForm(first.at("/refresh_token")) });
    made.sandbox.clock.advance(364 * day);
    const third = await made.call("issueToken", { form: refreshForm(second.at("/refresh_token")) });
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
    const answer = await made.call("issueToken", { form: { ...passwordForm(made), password: "wrong" } });
    expect(answer.at(pointer)).toBe(value);
  });
});
