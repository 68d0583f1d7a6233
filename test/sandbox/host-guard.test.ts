import { once } from "node:events";
import { connect } from "node:net";
import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServedSandbox, startSandbox } from "../../src/sandbox/serve.ts";
import { UsageError } from "../../src/core/model/usage-error.ts";

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request as it is, whatever its address and its host. */
const ask = async (
  { origin }: ServedSandbox,
  target: string,
  headers: Readonly<Record<string, string>>,
  { method = "GET", body = "" } = {},
): Promise<Answer> => {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const lines = Object.entries({
    ...headers,
    "content-length": String(body.length),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  await once(socket, "close");
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
};

const evil = "rebound.example";

/** Whether the sandbox's answer is a refusal because of a name. */
const isRefused = ({ status }: Answer): boolean => status === 421 || status === 403;

describe("a sandbox on this machine's own address", () => {
  let served: ServedSandbox;
  beforeAll(async () => {
    served = await startSandbox({ control: true });
  });
  afterAll(() => served.close());
  const port = (): string => new URL(served.origin).port;

  const guarded = [
    "/",
    "/docs",
    "/docs/crm",
    "/openapi/crm.yaml",
    "/control/config",
    "/control/sms",
    "/nothing",
    "//control/config",
    "/%63ontrol/config",
    "/control/../control/config",
    "/crm/../control/config",
    "/crm/%2e%2e/control/config",
    "/crm/.%2E/control/config",
    "/crm\\..\\control/config",
    "/crm/x/..%2f../control/config",
    "/crmx/../control/config",
    "http://127.0.0.1/control/config",
  ];

  test.each(guarded)("answers %s to no name of another site", async (target) => {
    for (const host of [
      evil,
      `${evil}:${port()}`,
      "127.0.0.1.rebound.example",
      "localhost.rebound.example",
      "",
    ]) {
      const answer = await ask(served, target, { host });
      expect([host, answer.status]).toEqual([host, 421]);
      expect(answer.text).not.toContain("apiKey");
    }
  });

  const detours = [
    "/crm/../control/config",
    "/crm/x/../../control/config",
    "/crm/%2e%2e/control/config",
    "/crm/.%2E/control/config",
    "/crm/..%2fcontrol/config",
    "/crm/..%5Ccontrol/config",
    "/crm/%252e%252e/control/config",
    "/crm/..;/control/config",
    "/crm/..\\control/config",
    "/crm\\..\\control\\config",
    "/docs/../control/config",
    "/./control/config",
    "/control/../control/config",
    "//control/config",
    "/control\\config",
    "/%63ontrol/config",
    "/contro%6C/config",
    "/control%2fconfig",
    "http://127.0.0.1/crm/../control/config",
  ];

  test.each(detours)("answers %s as an unknown address, so that a rule for a path holds", async (target) => {
    const host = `127.0.0.1:${port()}`;
    const { status, text } = await ask(served, target, { host });
    expect(status).toBe(404);
    expect(text).not.toContain("credentials");
  });

  // What a client resolves before it asks, nobody can tell from the address itself.
  test.each(detours.filter((target) => !/\/(?:\.|%2e){1,2}\/|\\/i.test(target)))(
    "knows no address %s in process either",
    async (target) => {
      const answer = await served.sandbox.fetch(new Request(`http://sandbox.test${target}`));
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("credentials");
    },
  );

  test.each([
    ["127.0.0.1"],
    ["localhost"],
    ["LocalHost"],
    ["sandbox.localhost"],
    ["[::1]"],
    ["127.1"],
    ["192.168.1.7"],
  ])("answers to %s, with and without its port", async (name) => {
    for (const host of [name, `${name}:${port()}`])
      expect((await ask(served, "/control/config", { host })).status).toBe(200);
  });

  test.each([
    ["http://rebound.example", 403],
    ["https://127.0.0.1:1", 403],
    ["http://localhost:PORT", 403],
    ["null", 403],
    ["http://127.0.0.1:PORT", 204],
    ["https://127.0.0.1:PORT", 204],
  ])("takes what changes it from its own origin alone: %s gets %i", async (origin, status) => {
    const headers = {
      host: `127.0.0.1:${port()}`,
      origin: origin.replace("PORT", port()),
      "content-type": "application/json",
    };
    const reset = await ask(served, "/control/deliveries/settle", headers, { method: "POST", body: "{}" });
    expect([reset.status, isRefused(reset)]).toEqual([status, status === 403]);
  });

  test("answers its interfaces to a client that maps a name of its own, and to no page of that name", async () => {
    const { token } = served.config.interfaces.volunteer.credentials;
    const authorization = `Bearer ${String(token)}`;
    for (const path of ["/volunteer/v1/users", "/volunteer/v1/users?per_page=1", "/volunteer/v1/users/%31"]) {
      const client = await ask(served, path, { host: "volunteer.example.org", authorization });
      expect([path, client.status]).toEqual([path, 200]);
      const page = await ask(served, path, { host: evil, authorization, origin: `http://${evil}` });
      expect([path, page.status]).toEqual([path, 421]);
    }
    const proxied = { host: "localhost:3000", authorization, origin: "http://localhost:3000" };
    expect((await ask(served, "/volunteer/v1/users", proxied)).status).toBe(200);
  });

  test("says what to do, and no more of the name than may be shown", async () => {
    const { text } = await ask(served, "/control/config", { host: "sandbox:4010" });
    expect(text).toContain("does not answer to the host sandbox:4010.");
    expect(text).toContain("start it with --host sandbox.");
    const odd = await ask(served, "/control/config", { host: "a\u009b31mb" });
    expect(odd.text).not.toContain("\u009b");
  });
});

describe("a sandbox that others are to reach", () => {
  test("answers to the name that it was given", async () => {
    const served = await startSandbox({ control: true, host: "localhost" });
    try {
      for (const host of ["localhost", "LOCALHOST:4010"])
        expect((await ask(served, "/control/config", { host })).status).toBe(200);
      expect((await ask(served, "/control/config", { host: evil })).status).toBe(421);
    } finally {
      await served.close();
    }
  });

  test("answers to this machine's own name where it listens on every address", async () => {
    const served = await startSandbox({ control: true, host: "0.0.0.0" });
    try {
      expect((await ask(served, "/control/config", { host: hostname() })).status).toBe(200);
      expect((await ask(served, "/control/config", { host: evil })).status).toBe(421);
    } finally {
      await served.close();
    }
  });

  test.each(["", " "])("listens nowhere without a name: %j", async (host) => {
    const refused = startSandbox({ host });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow("must not be empty");
  });
});
