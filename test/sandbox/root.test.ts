import { once } from "node:events";
import { connect } from "node:net";
import { createHmac } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/core/model/usage-error.ts";
import { plantedFaults } from "../../src/builtin/faults/planted-faults.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { type ServedSandbox, startSandbox } from "../../src/sandbox/serve.ts";
import type { ServeOptions } from "../../src/sandbox/options.ts";

const served = async (options: ServeOptions = {}): Promise<ServedSandbox> => {
  const sandbox = await startSandbox({ scale: 20, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
};

const bearer = (secret: unknown) => ({ headers: { authorization: `Bearer ${String(secret)}` } });

describe("an interface at the root", () => {
  it("answers without its name, links to itself there, and still with its name", async () => {
    const { origin, baseUrls, config } = await served({ root: "crm" });
    expect([baseUrls.crm, config.interfaces.crm.baseUrl]).toEqual([origin, origin]);
    const { apiKey } = config.interfaces.crm.credentials;
    for (const base of [origin, `${origin}/crm`]) {
      const response = await fetch(`${base}/api/Contact?take=1`, bearer(apiKey));
      const { list } = (await response.json()) as { list: { contactUrl: string }[] };
      expect(list[0]?.contactUrl).toContain(`${base}/api/Contact/`);
    }
    const { token } = config.interfaces.volunteer.credentials;
    expect((await fetch(`${baseUrls.volunteer}/users`, bearer(token))).status).toBe(200);
    expect((await fetch(`${origin}/nothing`)).status).toBe(404);
    expect((await fetch(`${origin}/`)).headers.get("content-type")).toContain("text/html");
  });

  it("accepts signatures of the address as it is", async () => {
    const { origin, config } = await served({ root: "crm" });
    const { hmac } = config.interfaces.crm.credentials as { hmac: { appKey: string; secret: string } };
    const { referenceId } = config.interfaces.crm["records"] as { referenceId: string };
    const url = `${origin}/api/Contact/ByReference/${referenceId}`;
    const at = Math.floor(Date.now() / 1000);
    const text = `${hmac.appKey}${encodeURIComponent(url.toLowerCase())}GETnonce${at}`.toLowerCase();
    const signature = createHmac("sha256", Buffer.from(hmac.secret, "base64")).update(text).digest("base64");
    const authorization = `Hmac ${hmac.appKey}:${signature}:nonce:${at}`;
    expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
  });

  it("shows planted faults there, too", async () => {
    const faults = await plantedFaults(["contact-ids-are-strings"]);
    const { origin, config } = await served({ root: "crm", faults });
    const { apiKey } = config.interfaces.crm.credentials;
    const response = await fetch(`${origin}/api/Contact/1`, bearer(apiKey));
    expect(((await response.json()) as { id: unknown }).id).toBe("1");
  });

  it("must be one that there is", () => {
    expect(() => createSandbox({ root: "crn" })).toThrow(UsageError);
  });
});

it("answers a request of HTTP/1.0 without a host", async () => {
  const { origin, config } = await served();
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const { apiKey } = config.interfaces.crm.credentials;
  socket.write(`GET /crm/api/Contact?take=1 HTTP/1.0\r\nauthorization: Bearer ${String(apiKey)}\r\n\r\n`);
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  await once(socket, "close");
  expect(text).toContain(" 200 OK");
  expect(text).toContain(`"contactUrl":"${origin}/crm/api/Contact/`);
});

describe("an interface with a port of its own", () => {
  it("answers there without its name, links to itself there, and still below its name", async () => {
    const { origin, config, baseUrls } = await served({ ownPorts: ["crm", "volunteer"] });
    const { crm, volunteer, donation } = config.interfaces;
    expect(new Set([origin, crm.baseUrl, new URL(volunteer.baseUrl).origin]).size).toBe(3);
    expect(baseUrls.crm).toBe(crm.baseUrl);
    expect(new URL(crm.baseUrl).pathname).toBe("/");
    expect(donation.baseUrl).toBe(`${origin}/donation`);
    const { apiKey } = crm.credentials;
    for (const base of [crm.baseUrl, `${crm.baseUrl}/crm`, `${origin}/crm`]) {
      const response = await fetch(`${base}/api/Contact?take=1`, bearer(apiKey));
      const { list } = (await response.json()) as { list: { contactUrl: string }[] };
      const { contactUrl = "" } = list[0] ?? {};
      expect(contactUrl).toContain(new URL(base).origin);
      expect((await fetch(contactUrl, bearer(apiKey))).status).toBe(200);
    }
    const { token } = volunteer.credentials;
    expect((await fetch(`${volunteer.baseUrl}/users`, bearer(token))).status).toBe(200);
    // The pages and the other interfaces are elsewhere.
    for (const path of ["/", "/docs", "/volunteer/v1/users"])
      expect((await fetch(`${crm.baseUrl}${path}`)).headers.get("content-type")).not.toContain("text/html");
    expect(
      (await fetch(`${crm.baseUrl}/api/Contact?take=1`, { ...bearer(apiKey), method: "HEAD" })).status,
    ).toBe((await fetch(`${origin}/crm/api/Contact?take=1`, { ...bearer(apiKey), method: "HEAD" })).status);
  });

  it("accepts signatures of the address as it is", async () => {
    const { config } = await served({ ownPorts: ["crm"] });
    const { baseUrl, credentials, records } = config.interfaces.crm as {
      baseUrl: string;
      credentials: { hmac: { appKey: string; secret: string } };
      records: { referenceId: string };
    };
    const { hmac } = credentials;
    const url = `${baseUrl}/api/Contact/ByReference/${records.referenceId}`;
    const at = Math.floor(Date.now() / 1000);
    const text = `${hmac.appKey}${encodeURIComponent(url.toLowerCase())}GETnonce${at}`.toLowerCase();
    const signature = createHmac("sha256", Buffer.from(hmac.secret, "base64")).update(text).digest("base64");
    const authorization = `Hmac ${hmac.appKey}:${signature}:nonce:${at}`;
    expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
  });

  it("must be one that there is", async () => {
    await expect(startSandbox({ ownPorts: ["crn"] })).rejects.toThrow(UsageError);
  });
});
