import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/serve.ts";
import type { ServeOptions } from "../../src/sandbox/options.ts";

const here = "http://127.0.0.1:8080/hook";

/** What a program, or a page at an origin, gets for registering and for moving a webhook. */
const register = async (options: ServeOptions, origin: string | undefined, payloadUrl: string) => {
  const { baseUrls, config, close } = await startSandbox({ cors: true, ...options });
  onTestFinished(close);
  const { apiKey } = config.interfaces.crm.credentials;
  const headers = {
    authorization: `Bearer ${String(apiKey)}`,
    "content-type": "application/json",
    ...(origin === undefined ? {} : { origin: origin === "its own" ? new URL(baseUrls.crm).origin : origin }),
  };
  const body = JSON.stringify({ payloadUrl, contactUpdate: true });
  const created = await fetch(`${baseUrls.crm}/api/Webhook`, { method: "POST", headers, body });
  const moved = await fetch(`${baseUrls.crm}/api/Webhook/1`, { method: "PUT", headers, body });
  return [created, moved].map(({ status, headers: answered }) => [status, answered.get("x-tripact-rule")]);
};

const taken = [
  [200, null],
  [200, null],
];
const refused = [
  [403, "origin"],
  [403, "origin"],
];

describe("a web page that CORS lets in", () => {
  test.each([
    here,
    "http://localhost:3000/",
    "http://[::1]:9/",
    "http://0.0.0.0:22/",
    "http://a.localhost/",
    "http://127.1/",
    "http://2130706433/",
    "http://[::ffff:127.0.0.1]/",
  ])("may not have the sandbox post to this machine: %s", async (payloadUrl) => {
    expect(await register({}, "https://evil.example", payloadUrl)).toEqual(refused);
  });

  test("may not do so without an origin that can be named", async () => {
    expect(await register({}, "null", here)).toEqual(refused);
  });

  test("may register deliveries elsewhere, which are only logged", async () => {
    expect(await register({}, "https://evil.example", "https://receiver.example/hook")).toEqual(taken);
  });

  test("may do so if the sandbox was started for it", async () => {
    expect(await register({ corsWebhooks: true }, "https://app.example", here)).toEqual(taken);
  });
});

test.each([undefined, "its own"])("a program, or a page of the sandbox, may (origin: %s)", async (origin) => {
  expect(await register({}, origin, here)).toEqual(taken);
});
