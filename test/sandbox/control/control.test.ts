import { describe, expect, it } from "vitest";
import { createControlApp } from "../../../src/sandbox/control/control-app.ts";
import type { ControlParts } from "../../../src/sandbox/control/control-handlers.ts";
import type { JsonObject } from "../../../src/core/model/json-object.ts";
import { beyondDocument } from "../../../src/sandbox/reference/documents.ts";
import { bench, type Bench } from "../support.ts";

const opened = (): Bench => bench({ control: true });

const groupName = async ({ ask, credential }: Bench): Promise<unknown> =>
  (await ask("/volunteer/v1/groups/1", { token: credential("volunteer", "token") })).at("/data/name");

const rename = async ({ ask, credential }: Bench, name: string): Promise<void> => {
  const token = credential("volunteer", "token");
  expect((await ask("/volunteer/v1/groups/1", { token, method: "PUT", body: { name } })).status).toBe(200);
};

describe("control interface", () => {
  it("is not there unless asked for", async () => {
    expect((await bench().ask("/control/clock")).status).toBe(404);
    expect((await opened().ask("/control/clock")).status).toBe(200);
  });

  it("lists its operations at its base address, each one served", async () => {
    const made = opened();
    const index = (await made.ask("/control")).at("/data") as { method: string; path: string }[]; // its index
    expect(index.length).toBeGreaterThan(15);
    for (const { method, path } of index) {
      const filled = path.replaceAll(/:\w+/g, "1");
      const { status, at } = await made.ask(filled, { method, ...(method === "GET" ? {} : { body: {} }) });
      expect([200, 204, 400, 404]).toContain(status);
      expect(at("/message")).not.toBe("There is nothing at this address.");
    }
  });

  it("serves no operation that its document does not have", () => {
    // Routes are listed here and not asked.
    const { routes } = createControlApp({ environment: {} } as unknown as ControlParts);
    const served = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    const documented = Object.entries(Object(beyondDocument("control")["paths"]) as JsonObject).flatMap(
      ([path, item]) => Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served.toSorted()).toEqual(documented.toSorted());
  });

  it.each([
    ["PUT", "/control/credentials/x", { used: 1 }],
    ["DELETE", "/control/webhooks/1/x", {}],
    ["DELETE", "/control/event-contacts/1.5/1", {}],
    ["PUT", "/control/records/crm/contact/x", {}],
  ])("refuses an id in the path of %s %s that is no whole number", async (method, path, body) => {
    const { status, text } = await opened().ask(path, { method, body });
    expect([status, text]).toEqual([400, expect.stringContaining("in the path is a whole number")]);
  });

  it.each<[string, string, unknown]>([
    ["POST", "/control/credentials", { interface: "crm", organizationId: 1e300 }],
    ["POST", "/control/credentials", { interface: "crm", lifetimeMs: 1e300 }],
    [
      "POST",
      "/control/webhooks",
      { interface: "crm", payloadUrl: "http://a.example", kinds: [], organizationId: 2 ** 53 },
    ],
    ["PUT", "/control/credentials/1", { used: 1e300 }],
    ["PUT", `/control/credentials/${"9".repeat(400)}`, { used: 1 }],
    ["POST", "/control/clock", { advanceMs: 1e300 }],
    ["PUT", "/control/records/crm/contact", { name: "x".repeat(6_000_000) }],
  ])("refuses numbers and bodies beyond all bounds: %s %s", async (method, path, body) => {
    expect((await opened().ask(path, { method, body })).status).toBe(400);
  });

  it("plants faults while it runs, and removes them", async () => {
    const made = opened();
    const put = async (ids: unknown) => made.ask("/control/faults", { method: "PUT", body: { ids } });
    const id = async (): Promise<unknown> =>
      (await made.ask("/crm/api/Contact/1", { token: made.credential("crm", "apiKey") })).at("/id");
    expect([(await put(["contact-ids-are-strings"])).status, await id()]).toEqual([204, "1"]);
    expect((await made.ask("/control/faults")).at("/data")).toEqual(["contact-ids-are-strings"]);
    const wrong = await put(["contact-ids-are-string"]);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("contact-ids-are-strings")]);
    expect([(await put("all")).status, (await put([])).status, await id()]).toEqual([400, 204, 1]);
  });

  it("is in the configuration, where it is on", () => {
    expect(opened().sandbox.config().sandbox).toEqual({ control: "http://sandbox.test" });
    expect(bench().sandbox.config().sandbox).toBeUndefined();
  });

  it("takes an individual off an event, whether or not it was on it", async () => {
    const made = opened();
    const { eventId, contactIndividualId } = made.sandbox.config().interfaces.crm["scratch"] as Record<
      string,
      number
    >; // the configuration's contract
    const token = made.credential("crm", "apiKey");
    const add = async (): Promise<number> =>
      (await made.ask(`/crm/api/Event/${eventId}/Contacts`, { token, body: { contactIndividualId } })).status;
    const off = `/control/event-contacts/${eventId}/${contactIndividualId}`;
    expect((await made.ask(off, { method: "DELETE", body: {} })).status).toBe(204);
    expect([await add(), await add()]).toEqual([200, 409]);
    expect((await made.ask(off, { method: "DELETE", body: {} })).status).toBe(204);
    expect(await add()).toBe(200);
  });

  it("goes back to a snapshot, any number of times", async () => {
    const made = opened();
    await rename(made, "first");
    expect((await made.ask("/control/snapshots/one", { method: "PUT", body: {} })).status).toBe(204);
    for (const name of ["second", "third"]) {
      await rename(made, name);
      expect((await made.ask("/control/snapshots/one/restore", { body: {} })).status).toBe(204);
      expect(await groupName(made)).toBe("first");
    }
    expect((await made.ask("/control/snapshots")).at("/data")).toEqual(["one"]);
    expect((await made.ask("/control/snapshots/two/restore", { body: {} })).status).toBe(404);
  });

  it("resets to the state of the beginning, credentials and all", async () => {
    const made = opened();
    const before = made.sandbox.config();
    const name = await groupName(made);
    await rename(made, "other");
    expect((await made.ask("/control/reset", { body: {} })).status).toBe(204);
    expect(await groupName(made)).toBe(name);
    expect(made.sandbox.config()).toEqual(before);
  });

  it.each([
    ["the end of time", { now: "+275760-09-13T00:00:00.000Z" }],
    ["the year 10000", { now: "+010000-01-01T00:00:00.000Z" }],
    ["before the epoch", { now: "1969-12-31T23:59:59.999Z" }],
    ["the beginning of time", { now: "-271821-04-20T00:00:00.000Z" }],
    ["beyond the end of time", { advanceMs: Number.MAX_SAFE_INTEGER }],
  ])("moves no clock to %s", async (_, body) => {
    const made = opened();
    const before = made.sandbox.clock.now();
    expect((await made.ask("/control/clock", { body })).status).toBe(400);
    expect(made.sandbox.clock.now()).toBe(before);
    expect((await made.ask("/control/clock")).status).toBe(200);
  });

  it("moves the clock", async () => {
    const made = opened();
    const before = made.sandbox.clock.now();
    await made.ask("/control/clock", { body: { advanceMs: 5000 } });
    expect(made.sandbox.clock.now() - before).toBe(5000);
    await made.ask("/control/clock", { body: { now: "2040-01-01T00:00:00Z" } });
    expect((await made.ask("/control/clock")).at("/data")).toBe("2040-01-01T00:00:00.000Z");
    expect((await made.ask("/control/clock", { body: { now: "soon" } })).status).toBe(400);
  });

  it("makes credentials that work as they were made", async () => {
    const made = opened();
    const make = async (body: unknown): Promise<string> => {
      const answer = await made.ask("/control/credentials", { body });
      expect(answer.status).toBe(201);
      return String(answer.at("/data/token"));
    };
    const status = async (token: string): Promise<number> =>
      (await made.ask("/volunteer/v1/users", { token })).status;
    const tokens = [
      await make({ interface: "volunteer" }),
      await make({ interface: "volunteer", permissions: ["group.read"] }),
      await make({ interface: "volunteer", state: "suspended" }),
      await make({ interface: "volunteer", lifetimeMs: 1000 }),
      await make({ interface: "crm" }),
    ];
    expect(new Set(tokens).size).toBe(5);
    expect(await Promise.all(tokens.map(status))).toEqual([200, 403, 401, 200, 401]);
    made.sandbox.clock.advance(1000);
    expect(await Promise.all(tokens.map(status))).toEqual([200, 403, 401, 401, 401]);
  });

  it("changes the state of a credential", async () => {
    const made = opened();
    const created = await made.ask("/control/credentials", { body: { interface: "volunteer" } });
    const token = String(created.at("/data/token"));
    const path = `/control/credentials/${String(created.at("/data/id"))}`;
    await made.ask(path, { method: "PUT", body: { state: "revoked" } });
    expect((await made.ask("/volunteer/v1/users", { token })).status).toBe(401);
    expect((await made.ask(path, { method: "PUT", body: { state: "lost" } })).status).toBe(400);
  });

  it.each([
    ["/control/credentials", { interface: "other" }],
    ["/control/credentials", { interface: "volunteer", permissions: ["contact.read"] }],
    ["/control/credentials", { interface: "volunteer", kind: "hmac" }],
    ["/control/credentials", { interface: "crm", organizationId: 77 }],
    ["/control/webhooks", { interface: "crm", payloadUrl: "nowhere", kinds: [] }],
    ["/control/webhooks", { interface: "crm", payloadUrl: "https://example.org/", kinds: "all" }],
    ["/control/clock", []],
    ["/control/clock", "{"],
  ])("refuses at %s what makes no sense: %j", async (path, body) => {
    expect((await opened().ask(path, { body })).status).toBe(400);
  });

  it("acts on no request that a web page of another origin may send", async () => {
    const answer = await opened().ask("/control/reset", {
      body: "{}",
      headers: { "content-type": "text/plain" },
    });
    expect(answer.status).toBe(400);
  });

  it("shows configuration and the assumptions that differ", async () => {
    const made = bench({ control: true, assumptions: { "U-27": 1500 } });
    expect((await made.ask("/control/assumptions")).at("/data")).toEqual(["U-27=1500"]);
    expect((await made.ask("/control/config")).at("/data")).toEqual(made.sandbox.config());
    expect((await made.ask("/control/sms")).at("/data")).toEqual([]);
  });
});
