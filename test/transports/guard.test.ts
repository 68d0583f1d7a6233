import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interfaceNames } from "../../src/model/interface-name.ts";
import type { Answer, WireRequest } from "../../src/model/transport.ts";
import { guarded, type GuardOptions } from "../../src/transports/guard.ts";
import { recording, response, wireRequest } from "./kit.ts";

const options: GuardOptions = {
  baseUrls: {
    crm: "https://crm.example.org",
    donation: "https://host.example.org/api",
    volunteer: "https://volunteer.example.org",
  },
  allowWrites: true,
  isScratch: () => true,
};

interface Result {
  readonly answer: Answer;
  readonly sent: number;
}

const guard = async (request: WireRequest, parts: Partial<GuardOptions> = {}): Promise<Result> => {
  const target = recording(() => response(200));
  const answer = await guarded(target.transport, { ...options, ...parts })(request);
  return { answer, sent: target.sent.length };
};

const read = (url: string): WireRequest => wireRequest({ url });
const write = (parts: Partial<WireRequest> = {}): WireRequest =>
  wireRequest({
    effect: "write",
    method: "PUT",
    operation: "replaceCampaign",
    url: "https://host.example.org/api/Campaign/replace",
    ...parts,
  });

const refusal = { kind: "failure", reason: "not-sent", stop: "safety" };

describe("addresses", () => {
  test.each([
    "https://host.example.org/api/Donor/list?Take=1",
    "https://host.example.org/api",
    "https://host.example.org/api/",
    "https://host.example.org:443/api/Donor/list",
    "https://HOST.example.org/api/Donor/list",
    "https://host.example.org/api/Donor/../Gift/list",
  ])("%s is under the base address", async (url) => {
    expect((await guard(read(url))).sent).toBe(1);
  });

  test.each([
    "https://host.example.org/api2/Donor/list",
    "https://host.example.org/apiDonor/list",
    "https://host.example.org/",
    "https://host.example.org/API/Donor/list",
    "https://host.example.org/api/../admin",
    "https://host.example.org/api/%2e%2E/admin",
    "https://host.example.org//api/Donor/list",
    "https://host.example.org:8443/api/Donor/list",
    "http://host.example.org/api/Donor/list",
    "https://host.example.org.evil.example/api/Donor/list",
    "https://host.example.org@evil.example/api/Donor/list",
    "https://evil.example/api/Donor/list",
    "https://crm.example.org/api/Donor/list",
  ])("%s is not, and ends the run", async (url) => {
    const { answer, sent } = await guard(read(url));
    expect(answer).toMatchObject(refusal);
    expect(sent).toBe(0);
  });

  test("an interface without a base address is never asked", async () => {
    const { answer, sent } = await guard(wireRequest({ interface: "volunteer" }), {
      baseUrls: { donation: "https://donations.example.org" },
    });
    expect(answer).toMatchObject(refusal);
    expect(sent).toBe(0);
  });

  test("the refusal names the call and neither address nor secret", async () => {
    const { answer } = await guard(
      wireRequest({ url: "https://evil.example/?token=abcdef", headers: { authorization: "Bearer abcdef" } }),
    );
    expect(answer).toMatchObject({ message: expect.stringContaining("GET listDonors") });
    expect(JSON.stringify(answer)).not.toMatch(/evil|abcdef/);
  });
});

describe("writes", () => {
  test("pass where they are allowed and touch scratch records", async () => {
    expect((await guard(write())).sent).toBe(1);
  });

  test("are refused where they are off", async () => {
    const { answer, sent } = await guard(write(), { allowWrites: false });
    expect(answer).toMatchObject({ ...refusal, message: expect.stringContaining("safety.writes") });
    expect(sent).toBe(0);
  });

  test("are refused on anything but a scratch record", async () => {
    const { answer, sent } = await guard(write(), { isScratch: () => false });
    expect(answer).toMatchObject(refusal);
    expect(sent).toBe(0);
  });

  test.each(["read", "token"] as const)("a call whose effect is %s is no write", async (effect) => {
    const { sent } = await guard(write({ effect, method: "POST" }), {
      allowWrites: false,
      isScratch: () => false,
    });
    expect(sent).toBe(1);
  });

  test("with writes off none ever passes, whatever it looks like", async () => {
    const requests = fc.record({
      interface: fc.constantFrom(...interfaceNames),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
      operation: fc.string(),
      path: fc.webPath({ size: "-1" }),
      asItComes: fc.boolean(),
      body: fc.option(fc.json({ maxDepth: 1 }), { nil: undefined }),
      isScratch: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, isScratch, body, method, ...parts }) => {
        const url = `${options.baseUrls[parts.interface]}${path}`;
        const request = write({
          ...parts,
          method: method as WireRequest["method"],
          url,
          ...(body === undefined ? {} : { body }),
        }); // One of the five above.
        const { answer, sent } = await guard(request, { allowWrites: false, isScratch: () => isScratch });
        expect(answer).toMatchObject(refusal);
        expect(sent).toBe(0);
      }),
    );
  });
});
