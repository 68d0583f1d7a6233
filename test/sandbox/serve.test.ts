import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { startSandbox, type ServedSandbox } from "../../src/sandbox/serve.ts";
import type { ServeOptions } from "../../src/sandbox/options.ts";

const served = async (options: ServeOptions = {}): Promise<ServedSandbox> => {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
};

describe("startSandbox", () => {
  it("answers on its own addresses with its own credentials", async () => {
    const { baseUrls, config } = await served();
    const { token } = config.interfaces.volunteer.credentials;
    const response = await fetch(`${baseUrls.volunteer}/users?per_page=1`, {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    expect(response.status).toBe(200);
    expect(config.interfaces.volunteer.baseUrl).toBe(baseUrls.volunteer);
    const created = await fetch(`${baseUrls.volunteer}/groups`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "over HTTP" }),
    });
    expect(created.status).toBe(200);
  });

  it("says that a port is taken", async () => {
    const { origin } = await served();
    const second = startSandbox({ port: Number(new URL(origin).port) });
    await expect(second).rejects.toThrow(UsageError);
    await expect(second).rejects.toThrow(/port \d+ is taken/);
  });

  it("says that a host is none of this machine", async () => {
    await expect(startSandbox({ host: "192.0.2.1" })).rejects.toThrow(UsageError);
  });

  it("closes with connections still open, and the port is free again", async () => {
    const first = await startSandbox();
    const port = Number(new URL(first.origin).port);
    await fetch(`${first.baseUrls.volunteer}/users`);
    await first.close();
    const second = await served({ port });
    expect(second.origin).toBe(first.origin);
  });

  it("closes once, however often it is asked to", async () => {
    const sandbox = await startSandbox();
    expect(await Promise.all([sandbox.close(), sandbox.close()])).toEqual([undefined, undefined]);
    expect(await sandbox.close()).toBeUndefined();
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("mine");
      },
    ],
    ["rejects", () => Promise.reject(new Error("mine"))],
  ])("goes on if a callback of its user's %s", async (_, call) => {
    const { baseUrls } = await served({
      onServed: call,
      onBug: call,
      extend: [{ interface: "crm", method: "GET", path: "/api/Broken", respond: call as never }],
    });
    for (const path of ["/api/Broken", "/api/None"])
      expect((await fetch(`${baseUrls.crm}${path}`)).status).toBeGreaterThan(400);
    await new Promise(setImmediate);
    expect((await fetch(`${baseUrls.crm}/api/ContactMethod/Types`)).status).toBe(401);
  });

  it("leaves the globals of the process alone", async () => {
    const before = [globalThis.Request, globalThis.Response];
    await served();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });
});
