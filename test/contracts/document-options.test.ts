import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { check, doctor, type UsageError } from "../../src/index.ts";
import { listening } from "../listening.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { checkShop } from "./check-shop.ts";
import { shopDocument } from "./shop-document.ts";
import { startShop } from "./shop-server.ts";

const opened = { timeout: 120_000 };

const serving = async (status: number, mediaType: string, body: string): Promise<string> => {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": mediaType });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A TCP server that listens has one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const fileOf = (document: object): string =>
  join(temporaryFolder({ "api.json": JSON.stringify(document) }), "api.json");

describe("what cannot be judged is said in one sentence", opened, () => {
  test.each([
    [
      "no credential is accepted",
      401,
      "application/json",
      "{}",
      /every request with a credential was answered with 401: check the credential/,
    ],
    ["no path is served", 404, "application/json", "{}", /404: the document's paths are not below http/],
    ["pages are in front", 200, "text/html", "<p>", /answers with HTML pages/],
    ["it is another server", 200, "text/plain", "hello", /it is another server/],
  ])("%s", async (_, status, mediaType, body, message) => {
    const url = await serving(status, mediaType, body);
    const { verdict, stopped, report } = await check({
      openapi: fileOf(shopDocument),
      url,
      auth: ["bearerAuth=x"],
    }).result;
    expect(verdict).toBe("inconclusive");
    expect(stopped?.message).toMatch(message);
    expect(stopped?.message.split(". ")).toHaveLength(1);
    expect(report.summary.requests).toBeLessThan(6);
  });

  test("no credential is given", async () => {
    const url = await serving(401, "application/json", "{}");
    const { verdict, stopped } = await check({ openapi: fileOf(shopDocument), url }).result;
    expect(verdict).toBe("inconclusive");
    expect(stopped?.message).toMatch(/every request was answered with 401: give a credential/);
  });

  test("a wrong credential, although some requests need none", async () => {
    const shop = await startShop();
    onTestFinished(() => shop.close());
    const options = { openapi: fileOf(shopDocument), url: shop.url, auth: ["bearerAuth=wrong"] };
    const { verdict, stopped } = await check(options).result;
    expect(verdict).toBe("inconclusive");
    expect(stopped?.message).toMatch(/401: check the credential/);
  });

  test("nothing listens", async () => {
    const { verdict, stopped } = await check({ openapi: fileOf(shopDocument), url: "http://127.0.0.1:1" })
      .result;
    expect([verdict, stopped?.message]).toEqual([
      "inconclusive",
      expect.stringMatching(/^nothing answers at http:\/\/127\.0\.0\.1:1 /),
    ]);
  });

  test("a document that contradicts itself is wrong use, with its place", async () => {
    const openapi = fileOf({
      ...shopDocument,
      paths: { "/x": { get: { responses: { "200": { $ref: "#/components/responses/None" } } } } },
    });
    const error = await check({ openapi, url: "http://127.0.0.1:1" }).result.catch((one: UsageError) => one);
    expect(error).toMatchObject({ location: expect.stringContaining("api.json:1:") });
  });
});

describe("the options stand for an entry of a configuration", opened, () => {
  test("both find the same", async () => {
    const spoil = { spoil: (answer: object) => answer } as never;
    const { report: byOptions } = await checkShop(spoil, { name: "shop", writes: false });
    const shop = await startShop();
    onTestFinished(() => shop.close());
    const config = {
      interfaces: {
        shop: { openapi: fileOf(shopDocument), baseUrl: shop.url, credentials: { bearerAuth: "${SHOP}" } },
      },
    };
    const { report } = await check({ config, env: { SHOP: "shop-secret" } }).result;
    expect(report.facts.map(({ id, status }) => [id, status])).toEqual(
      byOptions.facts.map(({ id, status }) => [id, status]),
    );
  });

  test("severities are overridden by fact or pattern", async () => {
    const fault = {
      spoil: (answer: { status: number }, { path }: { path: readonly string[] }) =>
        path[0] === "orders" && answer.status === 404 ? { ...answer, status: 410 } : answer,
    } as never;
    const shop = await startShop(fault);
    onTestFinished(() => shop.close());
    const severityWith = async (severity: Readonly<Record<string, "error" | "warning" | "info" | "off">>) => {
      const config = {
        interfaces: {
          shop: {
            openapi: fileOf(shopDocument),
            baseUrl: shop.url,
            credentials: { bearerAuth: "shop-secret" },
            severity,
          },
        },
      };
      const { report } = await check({ config }).result;
      return report.findings.find(({ fact }) => fact === "shop/getOrder/unlisted-4xx")?.severity;
    };
    expect(await severityWith({})).toBe("warning");
    expect(await severityWith({ "shop/*/unlisted-4xx": "error" })).toBe("error");
    expect(await severityWith({ "shop/*": "error", "shop/getOrder/*": "info" })).toBe("info");
    expect(await severityWith({ "*": "off" })).toBeUndefined();
  });

  test.each([
    [{ auth: ["nope"] }, "auth", /names no security scheme.*|scheme/],
    [{ headers: ["nonsense"] }, "headers", /must be a header/],
    [{ name: "Not A Name" }, "name", /must be lower-case/],
    [{ exclude: ["getNothing"] }, undefined, /getNothing is no operation/],
    [{ config: {} }, "openapi", /a configuration names its documents itself/],
  ])("%j is refused", async (more, option, message) => {
    const error = await check({
      openapi: fileOf(shopDocument),
      url: "http://127.0.0.1:1",
      ...more,
    }).result.catch((one: UsageError) => one);
    expect(error).toMatchObject({
      message: expect.stringMatching(message),
      ...(option === undefined ? {} : { option }),
    });
  });

  test("options of a document need one", async () => {
    await expect(check({ url: "http://127.0.0.1:1" }).result).rejects.toMatchObject({ option: "url" });
  });

  test("doctor says what is served", async () => {
    const shop = await startShop();
    onTestFinished(() => shop.close());
    const { verdict, interfaces, facts } = await doctor({
      openapi: fileOf(shopDocument),
      url: shop.url,
      auth: ["key=shop-key"],
    });
    expect(verdict).toBe("sound");
    expect(interfaces[0]?.operations.served).toEqual(expect.arrayContaining(["health", "listOrders"]));
    expect(facts.now).toBeGreaterThan(20);
    const { verdict: refused } = await doctor({ openapi: fileOf(shopDocument), url: "http://127.0.0.1:1" });
    expect(refused).toBe("inconclusive");
  });
});

const secured = (scheme: object) => ({
  openapi: "3.1.0",
  info: { title: "Vault", version: "1" },
  security: [{ lock: [] }],
  paths: {
    "/items": {
      get: {
        operationId: "listItems",
        responses: {
          "200": { description: "", content: { "application/json": { schema: { type: "array" } } } },
          "401": { description: "" },
        },
      },
    },
  },
  components: { securitySchemes: { lock: scheme } },
});

describe("credentials by security scheme", opened, () => {
  test.each([
    ["a header", { type: "apiKey", in: "header", name: "X-Key" }, "s3cret=", "x-key", "s3cret="],
    ["a query parameter", { type: "apiKey", in: "query", name: "key" }, "lock=s3cret", "query", "key=s3cret"],
    ["a cookie", { type: "apiKey", in: "cookie", name: "sid" }, "lock=s3cret", "cookie", "sid=s3cret"],
    [
      "HTTP Basic",
      { type: "http", scheme: "basic" },
      "lock=ann:s3cret",
      "authorization",
      `Basic ${Buffer.from("ann:s3cret").toString("base64")}`,
    ],
    ["a bearer token", { type: "http", scheme: "bearer" }, "s3cret", "authorization", "Bearer s3cret"],
    [
      "OAuth 2 with a token that is given",
      { type: "oauth2", flows: {} },
      "lock=s3cret",
      "authorization",
      "Bearer s3cret",
    ],
  ])("%s", async (_, scheme, auth, place, expected) => {
    const seen = new Set<string>();
    const server = createServer((request, response) => {
      const { search } = new URL(request.url ?? "/", "http://x");
      const given = place === "query" ? search.slice(1) : String(request.headers[place] ?? "");
      seen.add(given);
      response.writeHead(given === expected ? 200 : 401, { "content-type": "application/json" });
      response.end("[]");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => void server.close());
    // A TCP server that listens has one.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { verdict, report } = await check({
      openapi: fileOf(secured(scheme)),
      url,
      auth: [auth],
      exchanges: true,
    }).result;
    expect(verdict).toBe("conformant");
    expect(seen.has(expected)).toBe(true);
    expect(report.facts.find(({ id }) => id === "vault/listItems/security")?.status).toBe("passed");
    expect(JSON.stringify(report)).not.toMatch(/s3cret/);
  });
});

test("a header of every request goes to operations that state no credential, too", opened, async () => {
  const seen = new Map<string, string | undefined>();
  const server = createServer((request, response) => {
    seen.set(request.url ?? "", request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  const { paths, ...rest } = secured({ type: "apiKey", in: "header", name: "Authorization" });
  const answered = { responses: { "200": { description: "" } } };
  const document = { ...rest, paths: { ...paths, "/news": { get: { ...answered, security: [] } } } };
  const url = await listening(server);
  await check({ openapi: fileOf(document), url, headers: ["Authorization: Bearer s3cret"] }).result;
  expect(seen.get("/news")).toBe("Bearer s3cret");
});

test("parts of a server that are switched off are one error, and the rest is judged", opened, async () => {
  const get = { responses: { "200": { description: "" } } };
  const all = ["/mail", "/maps", ...Array.from({ length: 8 }, (_, index) => `/news/${index}`)];
  const paths = Object.fromEntries(all.map((path) => [path, { get }]));
  const server = createServer(({ url }, response) => {
    response.writeHead(url?.startsWith("/ma") === true ? 503 : 200).end();
  });
  const openapi = fileOf({ openapi: "3.0.3", info: { title: "town", version: "1" }, paths });
  const { report } = await check({ openapi, url: await listening(server) }).result;
  expect(report.run.complete).toBe(true);
  expect(report.problems?.map(({ severity, what }) => [severity, what])).toEqual([
    ["error", "2 operations fail with 503: get_mail, get_maps"],
  ]);
});

describe("client credentials", opened, () => {
  const document = (tokenUrl: string) =>
    secured({ type: "oauth2", flows: { clientCredentials: { tokenUrl, scopes: {} } } });

  const issuing = async (
    tokens: readonly string[],
  ): Promise<{ readonly url: string; readonly asked: string[] }> => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const { authorization = "" } = request.headers;
      const isToken = request.url === "/token";
      if (isToken) asked.push(authorization);
      const isRight = isToken
        ? authorization === `Basic ${Buffer.from("me:s3cret").toString("base64")}`
        : tokens.some((token) => authorization === `Bearer ${token}`);
      response.writeHead(isRight ? 200 : 401, { "content-type": "application/json" });
      response.end(isToken && isRight ? JSON.stringify({ access_token: tokens[0] }) : "[]");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => void server.close());
    // A TCP server that listens has one.
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  };

  test("get a token from the document's address", async () => {
    const { url, asked } = await issuing(["t0ken-of-the-run"]);
    const { verdict, report } = await check({
      openapi: fileOf(document("/token")),
      url,
      auth: ["lock=me:s3cret"],
    }).result;
    expect(verdict).toBe("conformant");
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(report)).not.toMatch(/s3cret|t0ken/);
  });

  test.each([
    ["https://login.example.org/token", "me:s3cret", /on another host/, 0],
    ["/token", "me:wrong", /the token address answered 401/, 1],
  ])("%s with %s gets none, and nothing else is asked", async (tokenUrl, secret, message, count) => {
    const { url, asked } = await issuing(["t0ken"]);
    const { verdict, stopped } = await check({
      openapi: fileOf(document(tokenUrl)),
      url,
      auth: [`lock=${secret}`],
    }).result;
    expect([verdict, stopped?.message]).toEqual(["inconclusive", expect.stringMatching(message)]);
    expect(asked).toHaveLength(count);
  });
});

const answering = (schema: object, parameters: readonly object[] = []) => ({
  openapi: "3.1.0",
  info: { title: "Hostile", version: "1" },
  paths: {
    "/x": {
      get: {
        operationId: "readX",
        parameters,
        responses: { "200": { description: "", content: { "application/json": { schema } } } },
      },
    },
  },
});

describe("a hostile document is bounded", opened, () => {
  const deep = Array.from({ length: 80 }).reduce<object>(
    (inner) => ({ type: "object", properties: { a: inner } }),
    {},
  );
  const names = {
    type: "object",
    properties: JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"integer"}}',
    ) as object,
  };
  const self = {
    ...answering({ $ref: "#/components/schemas/Tree" }),
    components: {
      schemas: {
        Tree: {
          type: "object",
          required: ["child"],
          properties: { child: { $ref: "#/components/schemas/Tree" } },
        },
      },
    },
  };

  test.each([
    [
      "a pattern that takes exponential time",
      answering({ type: "array", items: { type: "string", pattern: "^(a+)+$" } }, [
        { name: "q", in: "query", schema: { type: "string", pattern: "^([a-z]+)+$", minLength: 30 } },
      ]),
    ],
    ["schemas without an end", self],
    ["a deep schema", answering(deep)],
    [
      "names of every object",
      answering(names, [
        { name: "__proto__", in: "query", schema: { type: "string" } },
        { name: "constructor", in: "query", schema: { type: "string" } },
      ]),
    ],
    [
      "keywords of the wrong type",
      answering({ type: "array", minItems: "two", items: 7, required: "x", enum: [] } as object, [
        { name: "q", in: "query", schema: { type: "number", minimum: "1", multipleOf: 0 } },
      ]),
    ],
    [
      "the longest texts and lists",
      answering({}, [
        { name: "q", in: "query", schema: { type: "string", minLength: 1_000_000_000 } },
        { name: "l", in: "query", schema: { type: "array", minItems: 1_000_000_000, items: {} } },
      ]),
    ],
  ])("%s", async (_, document) => {
    const url = await serving(200, "application/json", JSON.stringify([`${"a".repeat(40)}!`]));
    const started = performance.now();
    const { verdict, report } = await check({ openapi: fileOf(document), url }).result;
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(["conformant", "findings"]).toContain(verdict);
    expect(report.facts.some(({ reason = "" }) => reason.includes("crashed"))).toBe(false);
  });
});
