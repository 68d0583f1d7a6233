import { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { proxied, through } from "./kit/proxied.ts";
import { answering, ok } from "./kit/wire.ts";

describe("a request", () => {
  test("keeps the case, order and repetition of its fields, its bytes and its query; only Host and hops differ", async () => {
    const { server, host, client } = await through(answering(ok));
    client.send(
      [
        "POST /crm/a%2Fb//c?q=%zz&&x=1+2;[]|'\"\xe9 HTTP/1.1".replace("\xe9", ""),
        "X-b: 1",
        "hOST: somewhere",
        "x-A: caf\xe9",
        "X-B: 2",
        "Cookie: a=1",
        "cookie: b=2",
        "Connection: keep-alive, X-Hop",
        "X-Hop: 1",
        "Keep-Alive: timeout=5",
        "Upgrade: websocket",
        "Accept-Encoding: gzip",
        "",
        "",
      ].join("\r\n"),
    );
    await client.until("ok");
    expect(server.seen).toEqual([
      [
        "POST /base/a%2Fb//c?q=%zz&&x=1+2;[]|'\" HTTP/1.1",
        "X-b: 1",
        `hOST: ${host}`,
        "x-A: caf\xe9",
        "X-B: 2",
        "Cookie: a=1",
        "cookie: b=2",
        "Accept-Encoding: gzip",
        "",
        "",
      ].join("\r\n"),
    ]);
  });

  test("passes in chunks with its trailers, or by its length", async () => {
    const { server, host, client } = await through((seen, socket) => {
      if (seen.endsWith("Sum: 1\r\n\r\n") || seen.endsWith("body")) socket.write(ok);
    });
    client.send(
      "PUT /crm/x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\n\r\n3;ext=1\r\nabc\r\n0\r\nSum: 1\r\n\r\n",
    );
    await client.until("ok");
    client.send("PUT /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody");
    await client.until("okHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    expect(server.seen).toEqual([
      `PUT /base/x HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\n\r\n3\r\nabc\r\n0\r\nSum: 1\r\n\r\n` +
        `PUT /base/x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\n\r\nbody`,
    ]);
  });

  test("has its head sent before its body, and gets its go-ahead from the target alone", async () => {
    const { server, client } = await through((seen, socket) => {
      if (seen.endsWith("\r\n\r\n")) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      if (seen.endsWith("body")) socket.write(ok);
    });
    client.send("PUT /crm/x HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    expect(await client.until("\r\n\r\n")).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    client.send("body");
    expect(await client.until("ok")).toBe(`HTTP/1.1 100 Continue\r\n\r\n${ok}`);
    expect(server.seen[0]).toContain("Expect: 100-continue\r\n");
  });

  test("that is refused while it waits for its go-ahead ends the connection", async () => {
    const { client } = await through(answering("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"));
    client.send("PUT /crm/x HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    expect((await client.ended()).got).toBe(
      "HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
  });

  test.each(["GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND", "POST"])(
    "of %s without a body gets none",
    async (method) => {
      const { server, host, client } = await through(
        answering(ok.replace(/ok$/, method === "HEAD" ? "" : "ok")),
      );
      client.send(`${method} /crm?x HTTP/1.1\r\nHost: h\r\n\r\n`);
      await client.until("Content-Length: 2\r\n\r\n");
      expect(server.seen).toEqual([`${method} /base?x HTTP/1.1\r\nHost: ${host}\r\n\r\n`]);
    },
  );

  test("of a pipeline waits for the one before it", async () => {
    const { server, client } = await through((seen, socket) => {
      const asked = seen.split("\r\n\r\n").length - 1;
      setTimeout(() => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${asked}`), 5);
    });
    client.send("GET /crm/1 HTTP/1.1\r\nHost: h\r\n\r\nPUT /crm/2 HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(await client.until("\r\n\r\n2")).toMatch(/\r\n\r\n1HTTP[^]*\r\n\r\n2$/);
    expect(server.seen).toHaveLength(1);
  });

  test("whose client goes away is broken off at the target, too, and not sent again", async () => {
    const { server, proxy, client } = await through(() => undefined);
    client.send("POST /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf");
    await expect.poll(() => server.seen[0]?.endsWith("half")).toBe(true);
    client.abort();
    await expect.poll(() => [server.open(), proxy.passed.length]).toEqual([0, 1]);
    expect(proxy.passed[0]).toMatchObject({ isAborted: true, isSentWhole: false });
    expect(server.seen).toHaveLength(1);
  });
});

describe("an answer", () => {
  test.each([
    ["any status and reason", "HTTP/1.1 799 We\xe9ll, no\r\nContent-Length: 1\r\n\r\nx"],
    ["no reason", "HTTP/1.1 200 \r\nContent-Length: 1\r\n\r\nx"],
    [
      "case, order and repetition",
      "HTTP/1.1 200 OK\r\nset-COOKIE: a=1\r\nX: \xe9\r\nSet-Cookie: b=2\r\nx: \r\ncontent-LENGTH: 1\r\n\r\nx",
    ],
    ["coded bytes", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\x1f\x8bx"],
    [
      "chunks and trailers",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n1\r\nx\r\n0\r\nT: \xe9\r\n\r\n",
    ],
    ["no body", "HTTP/1.1 204 None\r\nX: x\r\n\r\n"],
    ["a validator", 'HTTP/1.1 304 Same\r\nETag: "x"\r\nContent-Length: 12\r\n\r\n'],
  ])("keeps %s", async (_, bytes) => {
    const { client } = await through(answering(bytes));
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    await client.until(bytes.slice(-6));
    expect(client.got()).toBe(bytes);
  });

  test("keeps informational ones before it, where Node can write them", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: </b>\r\n\r\n";
    const { client } = await through(answering(`${hints}${ok}`));
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    const kept = "writeInformation" in ServerResponse.prototype ? hints : "";
    expect(await client.until("ok")).toBe(`${kept}${ok}`);
  });

  test("arrives with its head before any of its body", async () => {
    const head = "HTTP/1.1 200 OK\r\nX: \xe9\r\nTransfer-Encoding: chunked\r\n\r\n";
    const { client } = await through(answering(head));
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(await client.until("\r\n\r\n")).toBe(head);
  });

  test("to HEAD has no body, whatever its head says", async () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n";
    const { client } = await through(answering(head));
    client.send("HEAD /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    await client.until("\r\n\r\n");
    client.send("HEAD /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    const one = head.replace("Trailer: T\r\n", "");
    expect(await client.until(`${one}${one}`)).toBe(`${one}${one}`);
  });

  test("that ends with the connection is chunked, so that its end differs from a break", async () => {
    const { client } = await through((_, socket) => socket.end("HTTP/1.1 200 OK\r\nX: 1\r\n\r\nbody"));
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(await client.until("\r\n0\r\n\r\n")).toBe(
      "HTTP/1.1 200 OK\r\nX: 1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
    );
  });

  test("to HTTP/1.0 is not chunked", async () => {
    const { client } = await through(
      answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"),
    );
    client.send("GET /crm/x HTTP/1.0\r\n\r\n");
    expect(await client.ended()).toEqual({ got: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody" });
  });
});

describe("a target that breaks off", () => {
  test.each([
    ["within a length", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "half"],
    ["within a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf", "4\r\nhalf\r\n"],
    ["between chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "4\r\nhalf\r\n"],
    ["with a broken chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n", ""],
  ])("%s ends the client's connection before the end", async (_, bytes, last) => {
    const { proxy, client } = await through((__, socket) => socket.end(bytes));
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    expect((await client.ended()).got.endsWith(`\r\n\r\n${last}`)).toBe(true);
    expect(proxy.passed).toMatchObject([{ answer: { isWhole: false } }]);
  });

  test("resets a client that knows no other sign", async () => {
    const { client } = await through((_, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".replace("Content-Length: 10", "X: 1"));
      setTimeout(() => socket.resetAndDestroy(), 10);
    });
    client.send("GET /crm/x HTTP/1.0\r\n\r\n");
    expect((await client.ended()).error).toBe("ECONNRESET");
  });

  const nonsense = [
    ["closes", ""],
    ["answers with no HTTP", "SSH-2.0\r\n\r\n"],
    [
      "switches to another protocol unasked",
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx",
    ],
    ["switches without a word", "HTTP/1.1 101 Switching\r\n\r\n"],
    ["states two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"],
    [
      "states length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ],
    ["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"],
    ["has an endless head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(200_000)}`],
  ] as const;

  test.each(nonsense)(
    "before an answer, since it %s, is a 502 of the proxy's own; nothing is sent again",
    async (_, bytes) => {
      const { server, client, proxy } = await through((seen, socket) => {
        if (seen.endsWith("body")) socket.end(bytes);
      });
      client.send("POST /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody");
      expect(await client.until("target of the crm")).toMatch(
        /^HTTP\/1\.1 502 Bad Gateway\r\nX-Tripact-Proxy: unreachable\r\n/,
      );
      expect(server.seen).toHaveLength(1);
      expect(proxy.passed).toHaveLength(1);
    },
  );

  test("on a connection in use closes the client's, as without a proxy", async () => {
    const { server, client } = await through((seen, socket) => {
      if (seen.includes("POST")) socket.destroy();
      else socket.write(ok);
    });
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    await client.until("ok");
    client.send("POST /crm/x HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n");
    expect((await client.ended()).got).toBe(ok);
    expect(server.seen).toHaveLength(1);
  });

  test("that is not there is a 502", async () => {
    const proxy = await proxied({ crm: "http://127.0.0.1:9" });
    const answer = await fetch(`${proxy.origin}/crm/x`, { method: "POST", body: "x".repeat(300_000) });
    expect([answer.status, answer.headers.get("x-tripact-proxy")]).toEqual([502, "unreachable"]);
    expect(await answer.text()).toContain("cannot be reached");
  });

  test("after an answer with more bytes than it announced leaves none of them for the next one", async () => {
    const { client } = await through((seen, socket, connection) => {
      if (!seen.endsWith("\r\n\r\n")) return;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${connection}`);
      setTimeout(() => socket.write("HTTP/1.1 200 EVIL\r\nContent-Length: 4\r\n\r\nevil"), 5);
    });
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    await client.until("\r\n\r\n0");
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(await client.until("\r\n\r\n1")).not.toContain("evil");
  });
});

describe("a body", () => {
  test("beyond what is judged passes whole, and no more of it is held than its room", async () => {
    const size = 300_000;
    const { proxy, client } = await through((seen, socket) => {
      if (!seen.endsWith("\r\n\r\n")) return;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write("x".repeat(size - 3));
      socket.write("end");
    });
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    const got = await client.until("xend");
    expect(got.length - got.indexOf("\r\n\r\n") - 4).toBe(size);
    expect(proxy.passed[0]?.answer?.body.isGivenUp()).toBe(true);
    expect(proxy.passed[0]?.answer?.body.body(true)).toEqual({ kind: "unknown" });
  });

  test("is taken from the target as slowly as the client takes it", async () => {
    let taken = 0;
    const { client } = await through((_, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const block = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`);
      const more = (): void => {
        while (taken < 400_000_000 && socket.write(block)) taken += block.length;
      };
      socket.on("drain", more);
      more();
    });
    client.pause();
    client.send("GET /crm/x HTTP/1.1\r\nHost: h\r\n\r\n");
    await expect.poll(() => taken).toBeGreaterThan(0);
    let before = -1;
    while (before !== taken) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(taken).toBeLessThan(40_000_000);
    client.abort();
  });
});
