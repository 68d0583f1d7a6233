import { operations } from "../../../src/builtin/generated/operations.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { guarded, type GuardOptions } from "../../../src/core/transports/guard.ts";
import { recording, response, wireRequest } from "./kit.ts";
import { tries } from "../../nightly.ts";

const options: GuardOptions = {
  contract: { operations },
  baseUrls: {
    crm: "https://crm.example.org",
    donation: "https://host.example.org/api",
    volunteer: "https://volunteer.example.org",
  },
  allowWrites: true,
  isScratch: () => true,
};

interface Result {
  readonly answer: FinalOutcome;
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

/** Nothing is sent, which ends the run; by what says the message. */
const expectRefused = async (
  request: WireRequest,
  parts: Partial<GuardOptions> = {},
  message = "",
): Promise<void> => {
  const refusal = { kind: "failure", reason: "not-sent", stop: "safety" };
  expect(await guard(request, parts)).toMatchObject({
    answer: { ...refusal, message: expect.stringContaining(message) },
    sent: 0,
  });
};

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
    "https://somebody@host.example.org/api/Donor/list",
    "https://:pw@host.example.org/api/Donor/list",
    "https://host.example.org/api/..%2f..%2fadmin",
    "https://host.example.org/api/x/%252e%252e/%252e%252e/admin",
    "https://host.example.org/api/..%5Cadmin",
    "https://host.example.org/api/..;/admin",
    "https://host.example.org/api/%2e%2e%3bx/admin",
    "https://host.example.org\\api/Donor/list",
    "https://host.example.org/api\\..\\admin",
    "https://host.example.org/api/\tDonor",
    "https://host.example.org/api/Donor list",
    "https:/\r\n/host.example.org/api",
    "//host.example.org/api",
    "file:///api/Donor/list",
    "javascript:alert(1)",
    "",
  ])("%j is not, and ends the run", async (url) => {
    await expectRefused(read(url));
  });

  test("whatever an address is made of, what goes out goes below the base address as every server reads it", async () => {
    const piece = fc.constantFrom(
      ..."/ \\ . .. ... %2e %2E%2e %252e %2f %5c ; ? # @ : [ ] api API Donor evil.example host.example.org https:".split(
        " ",
      ),
      "\t",
      "\n",
      " ",
      "\u2028",
      "%00",
      "\u3002",
    );
    const start = fc.constantFrom(
      "https://host.example.org/api",
      "https://host.example.org/api/",
      "HTTPS://HOST.example.org:443/api/",
      "https://host.example.org",
      "https://",
      "",
    );
    await fc.assert(
      fc.asyncProperty(start, fc.array(piece, { maxLength: 8 }), async (prefix, pieces) => {
        const url = prefix + pieces.join("");
        const { sent } = await guard(read(url));
        if (sent === 0) return;
        const target = new URL(url);
        expect([target.origin, target.username, target.password]).toEqual([
          "https://host.example.org",
          "",
          "",
        ]);
        let path = target.pathname;
        for (let count = 0; count < 4; count += 1) {
          // A server, a proxy before it and one before that, each decoding once.
          path = new URL(path.replaceAll("\\", "/").replace(/^\/+/, "/"), "https://host.example.org")
            .pathname;
          expect(`${path}/`.replace(/\/+/g, "/")).toMatch(/^\/api\//);
          path = path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          );
        }
      }),
      tries(150, 400),
    );
  });

  test("an interface without a base address is never asked", async () => {
    await expectRefused(wireRequest({ interface: "volunteer" }), {
      baseUrls: { donation: "https://donations.example.org" },
    });
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

  test("are refused where they are off, and on anything but a scratch record", async () => {
    await expectRefused(write(), { allowWrites: false }, "safety.writes");
    await expectRefused(write(), { isScratch: () => false });
  });

  const off: Partial<GuardOptions> = { allowWrites: false, isScratch: () => false };

  test.each([
    ["issueToken", "crm", "token", "https://crm.example.org/Token"],
    ["queryDonors", "donation", "read", "https://host.example.org/api/api/Donor/query"],
  ] as const)("the POST of %s is documented as none", async (operation, name, effect, url) => {
    const { sent } = await guard(
      wireRequest({ operation, interface: name, effect, method: "POST", url }),
      off,
    );
    expect(sent).toBe(1);
  });

  test.each<Partial<WireRequest>>([
    { method: "PUT", effect: "read" },
    { method: "DELETE", effect: "read" },
    { method: "POST", effect: "read", operation: "createGroup" },
    { method: "POST", effect: "token", operation: "issueToken" },
    { method: "POST", effect: "read", operation: "queryDonors" },
    {
      method: "POST",
      effect: "read",
      operation: "queryDonors",
      url: "https://host.example.org/api/Gift/replace",
    },
    {
      method: "PUT",
      effect: "read",
      operation: "queryDonors",
      url: "https://host.example.org/api/api/Donor/query",
    },
    { method: "POST", effect: "read", operation: "constructor" },
  ])("%j says of itself that it reads and is refused, with writes on too", async (parts) => {
    for (const setting of [off, {}]) {
      await expectRefused(write(parts), setting);
    }
  });

  test("with writes off none ever passes, whatever it looks like", async () => {
    const requests = fc.record({
      interface: fc.constantFrom(...interfaceNames),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
      operation: fc.string(),
      path: fc
        .array(fc.constantFrom("api", "Campaign", "replace", "v1", "7", "%20"), { maxLength: 4 })
        .map((segments) => `/${segments.join("/")}`),
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
        await expectRefused(request, { allowWrites: false, isScratch: () => isScratch });
      }),
    );
  });
});
