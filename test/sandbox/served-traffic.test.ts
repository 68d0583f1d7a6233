import { connect } from "node:net";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ServedRequest } from "../../src/sandbox/request-log.ts";
import { startSandbox, type ServedSandbox } from "../../src/sandbox/serve.ts";
import type { ServeOptions } from "../../src/sandbox/options.ts";
import { faults } from "../../src/builtin/faults/crm-22.ts";

const served = async (options: ServeOptions): Promise<ServedSandbox> => {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
};

/** A sandbox with its log; `next` resolves to the entry of the request that was asked last. */
const logged = async (options: ServeOptions = {}) => {
  const entries: ServedRequest[] = [];
  const waiting: ((entry: ServedRequest) => void)[] = [];
  const sandbox = await served({
    ...options,
    onServed: (entry) => {
      const wake = waiting.shift();
      if (wake === undefined) entries.push(entry);
      else wake(entry);
    },
  });
  const next = async (): Promise<ServedRequest> =>
    entries.shift() ?? (await new Promise<ServedRequest>((resolve) => waiting.push(resolve)));
  const ask = async (path: string, init: RequestInit = {}): Promise<ServedRequest> => {
    const response = await fetch(`${sandbox.origin}${path}`, init);
    await response.arrayBuffer();
    return next();
  };
  const bearer = (key: string): string => `Bearer ${String(sandbox.config.interfaces.crm.credentials[key])}`;
  return { sandbox, ask, next, bearer };
};

describe("the request log", () => {
  it.each([
    ["/crm/api/ContactMethod/Types", {}, "apiKey", 200, undefined],
    ["/crm/api/ContactMethod/Types", {}, "revokedApiKey", 401, "credential"],
    ["/crm/api/ContactMethod/Types", {}, "exhaustedApiKey", 429, "hourly limit"],
    ["/crm/api/ContactMethod/Types", {}, "limitedApiKey", 403, "permission"],
    ["/crm/api/Contact/987654321?secret=yes", {}, "apiKey", 404, "handler"],
    ["/crm/api/Contact?take=many", {}, "apiKey", 400, "parameters"],
    ["/crm/api/Pledge", {}, "apiKey", 404, "not modelled"],
    ["/crm/api/Contact/1", { method: "PATCH", body: "{}" }, "apiKey", 405, "not modelled"],
    ["/crm/api/ContactNote/1", { method: "PUT", body: "{" }, "apiKey", 400, "body"],
    ["/crm/api/ContactNote/1", { method: "PUT", body: '{"note":1}' }, "apiKey", 422, "schema"],
    ["/elsewhere", {}, "apiKey", 404, undefined],
  ] as const)("says of %s %j with %s that it is %i by %s", async (path, init, key, status, rule) => {
    const { ask, bearer } = await logged();
    const headers = { authorization: bearer(key), "content-type": "application/json" };
    const entry = await ask(path, { ...init, headers });
    expect([entry.status, entry.reason?.rule]).toEqual([status, rule]);
    expect(entry.path).not.toContain("?");
  });

  it("says what a client got of a planted fault, and of a host that is not the sandbox's", async () => {
    const { ask, bearer } = await logged({
      faults: faults.filter(({ id }) => id === "contact-in-a-list"),
    });
    const found = await ask("/crm/api/Contact/1", { headers: { authorization: bearer("apiKey") } });
    expect([found.method, found.status]).toEqual(["GET", 200]);
    const foreign = await ask("/docs", { headers: { origin: "http://elsewhere.example" } });
    expect([foreign.status, foreign.reason?.rule]).toEqual([403, "host"]);
  });

  it("has an entry for a client that goes before its answer, which then costs nothing", async () => {
    const { sandbox, next } = await logged({ latency: { minimum: 60_000, maximum: 60_000 } });
    const socket = connect(Number(new URL(sandbox.origin).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("GET /crm/api/Contact/1 HTTP/1.1\r\nhost: localhost\r\n\r\n", () =>
      setTimeout(() => socket.destroy(), 20),
    );
    const entry = await next();
    expect([entry.path, entry.status]).toEqual(["/crm/api/Contact/1", undefined]);
  });
});

describe("latency", () => {
  it("holds requests to interfaces alone, within the range", async () => {
    const { ask } = await logged({ latency: { minimum: 30, maximum: 40 } });
    expect((await ask("/crm/api/Contact/1")).elapsedMs).toBeGreaterThanOrEqual(29);
    const page = await ask("/openapi/crm.json");
    expect(page.status).toBe(200);
  });
});

describe("cors", () => {
  const origin = "http://localhost:5173";
  const preflight = {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization, x-own",
    },
  };

  it("lets pages call the interfaces, errors included, and neither control nor pages", async () => {
    const { origin: here, baseUrls } = await served({ cors: true, control: true });
    const allowed = await fetch(`${baseUrls.crm}/api/ContactNote/1`, preflight);
    expect([allowed.status, allowed.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "authorization, x-own",
    ]);
    for (const path of ["/crm/api/Contact/1", "/donation/api/Donor/list", "/crm//api/Contact/1"]) {
      const refused = await fetch(`${here}${path}`, { headers: { origin } });
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, "*"]);
    }
    for (const path of ["/control/clock", "/", "/crm/../control/clock"]) {
      const kept = await fetch(`${here}${path}`, { headers: { origin } });
      expect([kept.status, kept.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    }
  });

  it("is off unless it is asked for", async () => {
    const { baseUrls } = await served({});
    const refused = await fetch(`${baseUrls.crm}/api/ContactNote/1`, preflight);
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([405, null]);
  });
});
