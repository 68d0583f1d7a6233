import { describe, expect, test } from "vitest";
import { through } from "./kit/proxied.ts";
import { answering, dial, ok } from "./kit/wire.ts";

/** What a client may send that no target must ever see. */
const refused: Readonly<Record<string, readonly [bytes: string, answer: RegExp]>> = {
  "length and chunks": [
    "POST /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /crm/evil HTTP/1.1\r\n\r\n",
    /^HTTP\/1.1 400 /,
  ],
  "two lengths": [
    "POST /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    /^HTTP\/1.1 400 /,
  ],
  "a length that is none": [
    "POST /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 0x1\r\n\r\nx",
    /^HTTP\/1.1 400 /,
  ],
  "chunks that are not the last coding": [
    "POST /crm/x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
    /^HTTP\/1.1 400 /,
  ],
  "a coding with a tab before it": [
    "POST /crm/x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    /^HTTP\/1.1 400 /,
  ],
  "chunks in HTTP/1.0": [
    "POST /crm/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\nGET /crm/evil HTTP/1.1\r\nHost: h\r\n\r\n",
    /^HTTP\/1.1 400 [^]*no certain end/,
  ],
  "a space before the colon": [
    "GET /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length : 5\r\n\r\n",
    /^HTTP\/1.1 400 /,
  ],
  "lines without CR": ["GET /crm/x HTTP/1.1\nHost: h\n\n", /^HTTP\/1.1 400 /],
  "no host": ["GET /crm/x HTTP/1.1\r\n\r\n", /^HTTP\/1.1 400 /],
  "no HTTP": ["\x16\x03\x01\x02\x00", /^HTTP\/1.1 400 /],
  "another version": ["GET /crm/x HTTP/2.0\r\nHost: h\r\n\r\n", /^HTTP\/1.1 505 /],
  "an endless head": [`GET /crm/x HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(200_000)}`, /^HTTP\/1.1 431 /],
  "a tunnel": ["CONNECT crm.example:443 HTTP/1.1\r\nHost: h\r\n\r\n", /^HTTP\/1.1 405 /],
  "a whole address": [
    "GET http://crm.example/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    /^HTTP\/1.1 400 [^]*reverse proxy/,
  ],
  "an asterisk": ["OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", /^HTTP\/1.1 400 [^]*reverse proxy/],
  "dot segments": [
    "GET /crm/../../admin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    /^HTTP\/1.1 400 [^]*dot segments/,
  ],
  "coded dot segments": [
    "GET /crm/%2e%2E%2fadmin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    /^HTTP\/1.1 400 [^]*dot segments/,
  ],
  ...Object.fromEntries(
    [
      "/crm/../volunteer/v1/users",
      "/crm/%2e%2e/volunteer/v1/users",
      "/crm/..%2fvolunteer/v1/users",
      "/crm/%252e%252e/volunteer/v1/users",
      "/crm/..\\volunteer/v1/users",
      "/crm/x/..;/../volunteer/v1/users",
    ].map((path): [string, readonly [string, RegExp]] => [
      `a way to another interface, ${path},`,
      [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, /^HTTP\/1.1 400 [^]*dot segments/],
    ]),
  ),
  "an empty first segment": [
    "GET //volunteer/v1/users HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    /^HTTP\/1.1 404 [^]*serves \/crm and/,
  ],
  "another interface": [
    "GET /crmx/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    /^HTTP\/1.1 404 [^]*serves \/crm and/,
  ],
};

describe("a hostile client", () => {
  test.each(Object.entries(refused))(
    "that sends %s is refused, and the proxy goes on",
    async (_, [bytes, answer]) => {
      const { server, proxy, client } = await through(answering(ok));
      client.send(bytes);
      expect(await client.until("}}\n")).toMatch(answer);
      client.abort();
      const next = await dial(proxy.origin);
      next.send("GET /crm/next HTTP/1.1\r\nHost: h\r\n\r\n");
      expect(await next.until("ok")).toBe(ok);
      expect(server.seen.map((one) => one.split("\r\n")[0])).toEqual(["GET /base/next HTTP/1.1"]);
    },
  );

  test("whose second request is broken gets nothing mixed into the answer to its first", async () => {
    let answer = (): void => undefined;
    const { server, client } = await through((_, socket) => {
      answer = () => void socket.write(ok);
    });
    client.send("GET /crm/1 HTTP/1.1\r\nHost: h\r\n\r\nNONSENSE\r\n\r\n");
    await client.ended();
    answer();
    expect(client.got()).toBe("");
    await expect.poll(() => server.open()).toBe(0);
  });

  test("with hundreds of pipelined requests has one of them under way", async () => {
    let most = 0;
    let underWay = 0;
    const { server, client } = await through((seen, socket) => {
      if (!seen.endsWith("\r\n\r\n")) return;
      most = Math.max(most, (underWay += 1));
      setImmediate(() => {
        underWay -= 1;
        socket.write(ok);
      });
    });
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n".repeat(200));
    await expect.poll(() => client.got().split("ok").length).toBe(201);
    expect([most, server.seen.length]).toEqual([1, 1]);
  });

  test("that comes and goes leaves nothing behind", async () => {
    const { server, proxy } = await through(answering(ok));
    const clients = await Promise.all(Array.from({ length: 50 }, () => dial(proxy.origin)));
    for (const [index, client] of clients.entries()) {
      if (index % 2 === 0) client.send("PUT /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx");
      else client.send("GET /crm/x HTT");
    }
    await expect.poll(() => server.seen.length).toBe(25);
    for (const client of clients) client.abort();
    await expect.poll(() => server.open()).toBe(0);
    expect(proxy.passed.map(({ isAborted }) => isAborted)).toEqual(Array(25).fill(true));
    expect(proxy.own).toEqual([]);
  });
});
