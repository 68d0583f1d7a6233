import { contract } from "../../../src/inputs/contract.ts";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ValidConfig, defaultSafety, type Safety } from "../../../src/core/config/config.ts";
import { embeddedTarget, type EmbeddedSandbox } from "../../../src/inputs/embedded-target.ts";
import { liveTarget } from "../../../src/core/run/live-target.ts";
import type { Target } from "../../../src/core/run/target.ts";
import { listening } from "../../listening.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { wireRequest } from "../transports/kit.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";

const serve = (handle: RequestListener): Promise<string> => listening(createServer(handle));

const config = (baseUrl: string, safety: Partial<Safety> = {}, sandboxOrigin?: string): ValidConfig => {
  const settings: Readonly<Record<string, unknown>> = { "crm.scratch.noteId": 10 };
  return {
    interfaces: ["crm"],
    baseUrls: { crm: baseUrl },
    shownUrls: { crm: baseUrl },
    safety: { ...defaultSafety, ...safety },
    ...(sandboxOrigin === undefined ? {} : { sandboxOrigin }),
    file: () => undefined,
    setting: (path) => settings[path],
    has: (path) => path in settings,
    secret: (path) => (path === "crm.credentials.apiKey" ? "key" : undefined),
    secretName: () => "$CRM_KEY",
    notify: () => ({}),
  };
};

const open = (baseUrl: string, safety: Partial<Safety> = {}, sandboxOrigin?: string, folder?: string) => {
  const clock = createVirtualClock();
  const target = liveTarget(config(baseUrl, safety, sandboxOrigin), {
    contract,
    clock,
    monotonic: () => 0,
    random: () => 0,
    ...(folder === undefined ? {} : { folder }),
  });
  onTestFinished(() => target.close());
  const ask = (parts: Parameters<typeof wireRequest>[0] = {}) =>
    clock.settle(
      target.transport(
        wireRequest({ interface: "crm", url: `${baseUrl}/api/ContactMethod/Types`, ...parts }),
      ),
    );
  return { clock, target, ask };
};

const note = (baseUrl: string, noteId: string) =>
  ({
    effect: "write",
    method: "PUT",
    operation: "replaceContactNote",
    url: `${baseUrl}/api/ContactNote/${noteId}`,
    pathParameters: { noteId },
  }) as const;

describe("a live target", () => {
  test("is what the configuration says", async () => {
    const { target } = open("http://127.0.0.1:1");
    expect(target).toMatchObject({
      kind: "live",
      interfaces: ["crm"],
      baseUrls: { crm: "http://127.0.0.1:1" },
      allowWrites: false,
    });
    expect([target.secret("crm.credentials.apiKey"), target.secretName("crm.credentials.apiKey")]).toEqual([
      "key",
      "$CRM_KEY",
    ]);
    expect([target.setting("crm.scratch.noteId"), target.has("crm.records.contactId")]).toEqual([10, false]);
    expect(target.sandboxOrigin).toBeUndefined();
  });

  test.each([
    [{ maxRequests: 500, perHour: 300 }, 300],
    [{ maxRequests: 200, perHour: 300 }, 200],
  ])("with %o lets its checks count on the smaller of the two", (safety, budget) => {
    expect(open("http://127.0.0.1:1", safety).target.budget).toBe(budget);
  });

  test("paces and counts what is sent, and sends nothing beyond the budget", async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end("{}");
    });
    const { ask, clock, target } = open(url, { maxRequests: 3, perSecond: 2 });
    for (let count = 0; count < 3; count += 1) expect((await ask()).kind).toBe("response");
    expect(await ask()).toMatchObject({ stop: "budget" });
    expect([asked, target.requests(), clock.sleeps]).toEqual([3, 3, [550, 550]]);
  });

  test("keeps to the hour", async () => {
    const url = await serve((_, response) => response.end("{}"));
    const { ask } = open(url, { perHour: 1, perSecond: 1000 });
    expect((await ask()).kind).toBe("response");
    expect(await ask()).toMatchObject({ stop: "budget", message: expect.stringContaining("safety.perHour") });
  });

  test("counts every try", async () => {
    const url = await serve((_, response) => {
      response.statusCode = 500;
      response.end();
    });
    const { ask, target } = open(url);
    expect(await ask()).toMatchObject({ status: 500 });
    expect(target.requests()).toBe(3);
  });

  test("that cannot be reached costs one request and no time", async () => {
    const { ask, clock, target } = open("http://127.0.0.1:1", { maxRequests: 2 });
    for (let count = 0; count < 10; count += 1) expect(await ask()).toMatchObject({ reason: "unreachable" });
    expect([target.requests(), clock.sleeps]).toEqual([1, []]);
  });

  test("writes only where allowed, and only scratch records; a refusal costs nothing", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.end("{}");
    });
    const off = open(url);
    expect(await off.ask(note(url, "10"))).toMatchObject({ stop: "safety" });
    const withoutJournal = open(url, { writes: true });
    expect(withoutJournal.target.allowWrites).toBe(false);
    expect(await withoutJournal.ask(note(url, "10"))).toMatchObject({ stop: "safety" });
    const on = open(url, { writes: true }, undefined, temporaryFolder());
    expect(await on.ask(note(url, "11"))).toMatchObject({ stop: "safety" });
    expect([off.target.requests(), on.target.requests()]).toEqual([0, 0]);
    expect((await on.ask(note(url, "10"))).kind).toBe("response");
    expect(asked).toEqual(["/api/ContactNote/10"]);
  });

  test("puts back what was written, and the way back is counted too", async () => {
    const bodies: string[] = [];
    const url = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      bodies.push(body);
      response.end("{}");
    });
    const { ask, target, clock } = open(url, { writes: true, perSecond: 1000 }, undefined, temporaryFolder());
    await ask({ ...note(url, "10"), body: '{"note":"changed"}' });
    const summary = await clock.settle(target.settle?.() ?? Promise.reject(new Error("nothing settles")));
    expect(summary.records).toMatchObject([{ record: "contact note 10", state: "put back" }]);
    expect(bodies.map((body) => Object.keys(JSON.parse(body)).length)).toEqual([1, 5]);
    expect(target.requests()).toBe(2);
  });

  test("puts back what was written, even if the answers so far leave no memory for further ones", async () => {
    // Each value takes memory beside the text.
    const long = JSON.stringify({ values: Array.from({ length: 99_000 }, () => 0) });
    const url = await serve((request, response) => response.end(request.method === "GET" ? long : "{}"));
    const { ask, target, clock } = open(url, { writes: true, perSecond: 1000 }, undefined, temporaryFolder());
    await ask({ ...note(url, "10"), body: '{"note":"changed"}' });
    for (let count = 0; count < 11; count += 1) await ask();
    expect(await ask(note(url, "10"))).toMatchObject({ reason: "body-too-large", stop: "budget" });
    const summary = await clock.settle(target.settle?.() ?? Promise.reject(new Error("nothing settles")));
    expect(summary.records).toMatchObject([{ record: "contact note 10", state: "put back" }]);
  });

  test("shares its hour with every other that has the same folder, credential and address, however that is spelt", async () => {
    const url = await serve((_, response) => response.end("{}"));
    const folder = temporaryFolder();
    const [one, other] = [url, url.replace("127.0.0.1", "localhost")].map((spelt) =>
      open(spelt, { perHour: 3, perSecond: 1000 }, undefined, folder),
    );
    for (const target of [one, other, one]) expect((await target?.ask())?.kind).toBe("response");
    expect(await other?.ask()).toMatchObject({ stop: "budget" });
    expect(other?.target.usedThisHour()).toBe(3);
  });

  test("asks the sandbox itself at the configured address alone, and only where writes are allowed", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.end("{}");
    });
    const clockOf = (origin: string) =>
      ({
        effect: "write",
        method: "POST",
        operation: "sandbox",
        url: `${origin}/control/clock`,
        toSandbox: true,
      }) as const;
    const stranger = open(`${url}/crm`, { writes: true });
    const off = open(`${url}/crm`, { writes: false }, url);
    const on = open(`${url}/crm`, { writes: true }, url);
    expect(on.target.sandboxOrigin).toBe(url);
    expect(await stranger.ask(clockOf(url))).toMatchObject({ stop: "safety" });
    expect(await off.ask(clockOf(url))).toMatchObject({ stop: "safety" });
    expect(await on.ask(clockOf("http://127.0.0.1:1"))).toMatchObject({ stop: "safety" });
    // What is sent to an interface stays below its own address.
    expect(await on.ask({ url: `${url}/control/clock` })).toMatchObject({ stop: "safety" });
    expect((await on.ask(clockOf(url))).kind).toBe("response");
    expect(asked).toEqual(["/control/clock"]);
  });
});

describe("the embedded target", () => {
  const interfaces = {
    crm: { baseUrl: "http://sandbox.test/crm", credentials: { apiKey: "key" }, records: { contactId: 1 } },
    volunteer: { baseUrl: "http://sandbox.test/volunteer/v1", scratch: { memberIds: [1, 2] } },
  };
  const openEmbedded = (origin?: string): { readonly target: Target; readonly closed: () => boolean } => {
    let isClosed = false;
    const sandbox: EmbeddedSandbox = {
      fetch: async () => Response.json({}),
      config: () => ({ interfaces }),
      clock: { now: () => 42 },
      close: async () => {
        isClosed = true;
      },
    };
    const options = { contract, clock: createVirtualClock(), monotonic: () => 0, random: () => 0 };
    return { target: embeddedTarget(sandbox, options, origin), closed: () => isClosed };
  };

  test("is what the sandbox says of itself, its version being no part of the address", () => {
    const { target } = openEmbedded();
    expect(target).toMatchObject({
      kind: "embedded",
      interfaces: ["crm", "volunteer"],
      baseUrls: { crm: "http://sandbox.test/crm", volunteer: "http://sandbox.test/volunteer" },
      allowWrites: true,
    });
    expect(target.now()).toBe(42);
    expect(target.setting("volunteer.scratch.memberIds")).toEqual([1, 2]);
    expect(target.sandboxOrigin).toBeUndefined();
    expect(openEmbedded("http://sandbox.test").target.sandboxOrigin).toBe("http://sandbox.test");
  });

  test("lets signals and timers through during a run, between requests and never between two at once", async () => {
    const { target } = openEmbedded();
    const send = (): Promise<unknown> =>
      target.transport(
        wireRequest({ interface: "crm", url: "http://sandbox.test/crm/api/ContactMethod/Types" }),
      );
    let hasTurned = false;
    setImmediate(() => (hasTurned = true));
    await Promise.all(Array.from({ length: 15 }, send));
    expect(hasTurned).toBe(false);
    await Promise.all([send(), send()]);
    expect(hasTurned).toBe(true);
  });

  test("hands out credentials as secrets alone", () => {
    const { target } = openEmbedded();
    expect(target.has("crm.credentials.apiKey")).toBe(true);
    expect(target.setting("crm.credentials.apiKey")).toBeUndefined();
    expect(target.secret("crm.credentials.apiKey")).toBe("key");
    expect(target.secret("crm.records.contactId")).toBeUndefined();
    expect(target.secretName("crm.credentials.apiKey")).toBe("$CRM_API_KEY");
    expect([target.has("crm.records.toString"), target.has("donation.records.x")]).toEqual([false, false]);
  });

  test("counts its requests and closes the sandbox", async () => {
    const { target, closed } = openEmbedded();
    await target.transport(wireRequest());
    expect(target.requests()).toBe(1);
    await target.close();
    expect(closed()).toBe(true);
  });
});
