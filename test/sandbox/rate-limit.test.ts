import { describe, expect, it } from "vitest";
import { bench, isFamilyError } from "./support.ts";

describe("rate limit", () => {
  it.each([
    ["crm", "apiKey", "/crm/api/ContactMethod/Types", "U-27"],
    ["donation", "token", "/donation/api/Premium/list", "U-28"],
    ["volunteer", "token", "/volunteer/v1/users", "U-29"],
  ] as const)(
    "of the %s interface answers 429 until the hour is over",
    async (name, credential, path, key) => {
      const made = bench({ assumptions: { [key]: 3 } });
      const token = made.credential(name, credential);
      for (const remaining of ["2", "1", "0"]) {
        const answer = await made.ask(path, { token });
        expect([answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([200, remaining]);
      }
      const refused = await made.ask(path, { token });
      expect(refused.status).toBe(429);
      expect(isFamilyError(name, refused)).toBe(true);
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      made.sandbox.clock.advance(wait * 1000 - 1);
      expect((await made.ask(path, { token })).status).toBe(429);
      made.sandbox.clock.advance(1);
      expect((await made.ask(path, { token })).status).toBe(200);
    },
  );

  it("counts each credential for itself, and refusals too", async () => {
    const made = bench({ assumptions: { "U-29": 2 } });
    const limited = made.credential("volunteer", "limitedToken");
    const statuses = [1, 2, 3].map(
      async () => (await made.ask("/volunteer/v1/users", { token: limited })).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 429]);
    const token = made.credential("volunteer", "token");
    expect((await made.ask("/volunteer/v1/users", { token })).status).toBe(200);
  });

  it("is used up for the exhausted key until the clock is moved past the hour", async () => {
    const made = bench();
    const token = made.credential("crm", "exhaustedApiKey");
    const ask = () => made.ask("/crm/api/ContactMethod/Types", { token });
    const refused = await ask();
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    made.sandbox.clock.advance(wait * 1000 - 1);
    expect((await ask()).status).toBe(429);
    made.sandbox.clock.advance(1);
    expect((await ask()).status).toBe(200);
    made.sandbox.clock.advance(-wait * 1000);
    expect((await ask()).status).toBe(429);
  });

  it.each([
    ["problem", /^\{"title".*"status":429/],
    ["message", /^\{"message"/],
    ["text", /^[A-Z][a-z ]+/],
    ["empty", /^$/],
  ] as const)("has the donation body that U-25=%s says", async (form, body) => {
    const made = bench({ assumptions: { "U-25": form, "U-28": 1 } });
    const token = made.credential("donation", "token");
    await made.ask("/donation/api/Premium/list", { token });
    const refused = await made.ask("/donation/api/Premium/list", { token });
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(body);
  });
});
