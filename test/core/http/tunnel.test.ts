import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createServer } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpLimits } from "../../../src/core/http/http-client.ts";
import { openService } from "../../../src/core/http/service.ts";
import { assertCanAlert, withMeans } from "../../../src/monitoring/notify/means.ts";
import { collectorOf } from "../../../src/monitoring/notify/send-metrics.ts";
import { systemClock } from "../../../src/core/model/system-clock.ts";
import { usageErrorOf } from "../../usage-error-of.ts";
import { proxiesOf } from "../../../src/core/model/proxy.ts";
import { connectProxy, secureTarget } from "../../connect-proxy.ts";
import { listening } from "../../listening.ts";
import { ownCertificate } from "../../own-certificate.ts";
import { wireRequest } from "../transports/kit.ts";

beforeAll(() => setDefaultCACertificates([...getCACertificates("default"), ownCertificate.cert]));

const open = (proxy: string, options: Partial<HttpLimits> = {}) => {
  const client = createHttpClient({
    timeoutMs: 5000,
    maxBodyBytes: 1000,
    monotonic: () => performance.now(),
    proxyFor: proxiesOf({ HTTPS_PROXY: proxy }),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
};

const unreachable = (message: string): object => ({ kind: "failure", reason: "unreachable", message });

describe("a target is asked through a proxy", () => {
  test.each([false, true])("with TLS to the proxy: %s", async (isSecure) => {
    const target = await secureTarget();
    const proxy = await connectProxy({ isSecure });
    const client = open(proxy.origin.replace("://", "://marta:s3cret%40@"));
    const url = `${target.origin}/api/Gift/list`;
    for (let count = 0; count < 5; count += 1)
      expect(await client(wireRequest({ url, headers: { authorization: "Bearer t" } }))).toMatchObject({
        status: 200,
        body: { kind: "json", value: { total: 0, items: [] } },
      });
    expect(target.seen).toHaveLength(5);
    // Connections are kept; the proxy sees its own credential, and nothing of the target's.
    expect(proxy.tunnels.length).toBeLessThan(3);
    expect(proxy.tunnels[0]).toEqual({
      target: new URL(target.origin).host,
      headers: expect.objectContaining({
        "proxy-authorization": `Basic ${Buffer.from("marta:s3cret@").toString("base64")}`,
      }),
    });
    expect(proxy.tunnels[0]?.headers).not.toHaveProperty("authorization");
    expect(proxy.plain).toEqual([]);
  });

  test("a redirect is its answer, and sizes and times have their limits", async () => {
    const target = await secureTarget((path) => (path === "/large" ? "x".repeat(5_000) : 1));
    const client = open((await connectProxy()).origin);
    expect(await client(wireRequest({ url: `${target.origin}/large` }))).toMatchObject({
      reason: "body-too-large",
    });
  });

  test("but not this machine", async () => {
    const proxy = await connectProxy();
    const target = await secureTarget();
    const client = open(proxy.origin);
    expect(await client(wireRequest({ url: `https://127.0.0.1:${target.port}/` }))).toMatchObject({
      status: 200,
    });
    expect(proxy.tunnels).toEqual([]);
  });

  test("and none is trusted that shows the certificate of another", async () => {
    const target = await secureTarget();
    const client = open((await connectProxy()).origin);
    const url = `https://crm.elsewhere.example:${target.port}/`;
    expect(await client(wireRequest({ url }))).toEqual(
      unreachable("no trusted connection can be made (ERR_TLS_CERT_ALTNAME_INVALID)"),
    );
    expect(target.seen).toEqual([]);
  });
});

describe("what a proxy does is not said of the target:", () => {
  test.each([
    [407, "refuses its credential, or wants one (407)"],
    [502, "makes no connection to the target (502)"],
    [403, "makes no connection to the target (403)"],
    [302, "makes no connection to the target (302)"],
  ])("it answers %i", async (status, says) => {
    const proxy = await connectProxy({
      answer(socket) {
        socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 11\r\nLocation: /\r\n\r\n{"total":1}`);
        return true;
      },
    });
    const answer = await open(proxy.origin)(wireRequest({ url: "https://crm.target.example/x" }));
    expect(answer).toEqual(unreachable(`the proxy in HTTPS_PROXY ${says}`));
  });

  test("it hangs up, before and after it connects", async () => {
    const silent = await connectProxy({ answer: (socket) => socket.destroy() !== undefined });
    expect(await open(silent.origin)(wireRequest({ url: "https://crm.target.example/x" }))).toMatchObject(
      unreachable("the proxy in HTTPS_PROXY cannot be reached (UND_ERR_SOCKET)"),
    );
    const brief = await connectProxy({
      answer: (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n") !== undefined,
    });
    expect(await open(brief.origin)(wireRequest({ url: "https://crm.target.example/x" }))).toMatchObject(
      unreachable("the address cannot be reached through the proxy in HTTPS_PROXY (ECONNRESET)"),
    );
  });

  test("it says nothing", async () => {
    const proxy = await connectProxy({ answer: () => true });
    const client = open(proxy.origin, { timeoutMs: 300 });
    expect(await client(wireRequest({ url: "https://crm.target.example/x" }))).toEqual(
      unreachable("the proxy in HTTPS_PROXY makes no connection within 300 ms"),
    );
  });

  test("it is not there", async () => {
    const answer = await open("http://127.0.0.1:1")(wireRequest({ url: "https://crm.target.example/x" }));
    expect(answer).toEqual(unreachable("the proxy in HTTPS_PROXY cannot be reached (ECONNREFUSED)"));
  });

  test("it speaks something else", async () => {
    const origin = await listening(createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")));
    expect(await open(origin)(wireRequest({ url: "https://crm.target.example/x" }))).toEqual(
      unreachable("the proxy in HTTPS_PROXY does not answer as an HTTP proxy does"),
    );
  });

  test("it cannot be trusted", async () => {
    const proxy = await connectProxy({ isSecure: true });
    const url = proxy.origin.replace("127.0.0.1", "localhost");
    expect(await open(url)(wireRequest({ url: "https://crm.target.example/x" }))).toEqual(
      unreachable(
        "no trusted connection can be made to the proxy in HTTPS_PROXY (ERR_TLS_CERT_ALTNAME_INVALID)",
      ),
    );
  });
});

describe("services beside the target", () => {
  const { signal } = new AbortController();
  const service = (env: Readonly<Record<string, string>>, origin = "https://api.target.example") =>
    openService({
      name: "the API",
      address: new URL(origin),
      headers: {},
      signal,
      proxyFor: proxiesOf(env),
    });

  test("are asked through the proxy, and its failures are told as such", async () => {
    const target = await secureTarget();
    const proxy = await connectProxy();
    const asked = service({ HTTPS_PROXY: proxy.origin }, target.origin);
    expect(await asked.send("GET", "/issues")).toMatchObject({ status: 200 });
    expect(proxy.tunnels).toHaveLength(1);
    expect(await service({ HTTP_PROXY: "http://127.0.0.1:1" }).send("GET", "/issues")).toMatchObject({
      message: "the API gave no answer: the proxy in HTTP_PROXY cannot be reached (ECONNREFUSED)",
    });
  });

  test("and receivers of alerts, too", async () => {
    const target = await secureTarget();
    const proxy = await connectProxy();
    const around = { clock: systemClock, signal, env: { HTTPS_PROXY: proxy.origin } };
    const answer = await withMeans(around, ({ client }) =>
      client({ method: "POST", url: `${target.origin}/hook`, headers: {}, body: "{}" }),
    );
    expect(answer).toMatchObject({ status: 200 });
    expect(proxy.tunnels).toHaveLength(1);
  });

  test("an unusable proxy is told before anything is sent", async () => {
    const env = { HTTPS_PROXY: "socks5://proxy.example" };
    const url = "https://receiver.example/x";
    expect(usageErrorOf(() => service(env)).location).toBe("HTTPS_PROXY");
    const metrics = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example" };
    expect(usageErrorOf(() => collectorOf(metrics)).location).toBe("HTTPS_PROXY");
    for (const settings of [{ slack: [{ url }] }, { alertmanager: [{ url }] }, { heartbeat: [{ url }] }])
      await expect(assertCanAlert(settings, { env })).rejects.toMatchObject({ location: "HTTPS_PROXY" });
  });
});

test("closing ends what waits for a proxy", async () => {
  const proxy = await connectProxy({ answer: () => true });
  const client = open(proxy.origin, { timeoutMs: 60_000 });
  const answer = client(wireRequest({ url: "https://crm.target.example/x" }));
  await expect.poll(() => proxy.tunnels.length).toBe(1);
  await client.close();
  expect(await answer).toMatchObject({ kind: "failure", reason: "unreachable" });
});
