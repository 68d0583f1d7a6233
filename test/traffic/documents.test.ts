import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { observe, startProxy, type UsageError } from "../../src/index.ts";
import { shopDocument } from "../contracts/shop-document.ts";
import { type ShopFault, startShop } from "../contracts/shop-server.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { toHar, toNdjson, toYamlCassette, type Traffic } from "./recordings/traffic.ts";

const json = { "content-type": "application/json" };

const order = { id: "00000000-0000-4000-8000-000000000001", name: "a", kind: "book", count: 1 };

const read = (host: string, body: unknown, status = 200): Traffic => ({
  method: "GET",
  url: `${host}/orders/${order.id}`,
  status,
  headers: json,
  body: JSON.stringify(body),
});

const folderWith = (recordings: Readonly<Record<string, string>>, servers: readonly string[] = []): string =>
  temporaryFolder({
    "openapi.json": JSON.stringify({ ...shopDocument, servers: servers.map((url) => ({ url })) }),
    ...recordings,
  });

describe("observe --openapi", () => {
  const traffic: readonly Traffic[] = [
    read("https://shop.example", order),
    read("https://shop.example", { ...order, count: "many" }),
    { method: "GET", url: "https://shop.example/prices", status: 200, headers: json, body: "{}" },
    { method: "GET", url: "https://elsewhere.example/health", status: 200, headers: json, body: "{}" },
  ];

  test.each([
    ["traffic.har", toHar(traffic)],
    ["traffic.yaml", toYamlCassette(traffic)],
    ["traffic.ndjson", toNdjson(traffic)],
  ])("judges %s by the document's facts, and lists what it does not document", async (file, recording) => {
    const cwd = folderWith({ [file]: recording }, ["https://shop.example"]);
    const { verdict, report } = await observe({ cwd, openapi: "openapi.json", recordings: [file] }).result;
    expect(verdict).toBe("findings");
    expect(report.findings.map(({ fact, pointer }) => [fact, pointer])).toEqual([
      ["the-shop/getOrder/body", "/count"],
    ]);
    expect(report.recording).toMatchObject({ judged: 3, unmatched: 2, interfaces: { "the-shop": 3 } });
    expect(report.recording?.unmatchedRequests).toContainEqual({
      interface: "the-shop",
      method: "GET",
      path: "/prices",
      exchanges: 1,
    });
    const reason = report.facts.find(({ id }) => id === "the-shop/setMaintenance/5xx")?.reason;
    expect(reason).toBe("no exchange showed it");
  });

  test("judges heads where a recording has no bodies, and no values where tripact has masked them", async () => {
    const cwd = folderWith({}, ["https://shop.example"]);
    const { body: _, ...bodiless } = read("https://shop.example", order, 500);
    writeFileSync(join(cwd, "traffic.har"), toHar([bodiless]));
    const of = { cwd, openapi: "openapi.json", recordings: ["traffic.har"] };
    const { report } = await observe(of).result;
    expect(report.findings.map(({ fact }) => fact)).toEqual(["the-shop/getOrder/5xx"]);
    const masked = JSON.parse(toHar([read("https://shop.example", { ...order, kind: "xxxx", count: "x" })]));
    masked.log.entries[0].comment = "exchange 1, asked for by a check";
    writeFileSync(join(cwd, "traffic.har"), JSON.stringify(masked));
    const { findings } = (await observe(of).result).report;
    expect(findings.map(({ pointer }) => pointer)).toEqual(["/count"]);
  });

  test("finds operations below the base path, by path alone if no address is known", async () => {
    const recording = toHar([read("https://any.example/api/v3", { ...order, count: 0 })]);
    const cwd = folderWith({ "traffic.har": recording }, ["/api/v3"]);
    const of = { cwd, openapi: "openapi.json", recordings: ["traffic.har"] };
    expect((await observe(of).result).report.findings).toHaveLength(1);
    const { verdict, report } = await observe({ ...of, url: "https://shop.example" }).result;
    expect([verdict, report.recording?.unmatched]).toEqual(["inconclusive", 1]);
  });

  test.each([
    ["count", "findings", "breaks"],
    ["name", "conformant", "safe"],
  ])("judges by what a consumer uses: %s, %s", async (property, verdict, consumer) => {
    const cwd = folderWith({
      "traffic.har": toHar([read("https://shop.example", { ...order, count: "many" })]),
    });
    const location = `/components/schemas/Order/properties/${property}`;
    // Its usage file may call the interface by another name than the run does.
    const use = {
      interface: "till-api",
      location,
      how: "read",
      accepts: ["number"],
      at: ["a.ts:1"],
    } as const;
    const run = observe({
      cwd,
      openapi: "openapi.json",
      recordings: ["traffic.har"],
      usages: [{ version: 1, consumer: "till", uses: [use] }],
      onlyUsed: true,
    });
    const result = await run.result;
    expect(result.verdict).toBe(verdict);
    expect(result.report.usage?.consumers).toEqual({ till: consumer });
    expect(result.report.findings).toHaveLength(1);
  });

  test("takes a configuration with documents beside the built-in interfaces", async () => {
    const cwd = folderWith({
      "traffic.har": toHar([
        read("https://shop.example", { ...order, kind: "car" }),
        {
          method: "GET",
          url: "https://crm.example/api/ContactMethod/Types",
          status: 200,
          headers: json,
          body: "{}",
        },
      ]),
      "c.yaml": [
        "interfaces:",
        '  shop: { openapi: openapi.json, baseUrl: "https://shop.example", credentials: { key: "${NONE}" } }',
        '  crm: { baseUrl: "https://crm.example", credentials: { apiKey: "${NONE}" } }',
        "",
      ].join("\n"),
    });
    const { code, out } = await runCli("observe traffic.har --config c.yaml --json", { cwd });
    expect(code).toBe(1);
    const { findings } = JSON.parse(out) as { findings: readonly { fact: string }[] };
    expect(findings.map(({ fact }) => fact)).toContain("shop/getOrder/body");
    expect(findings.some(({ fact }) => fact.startsWith("CRM-"))).toBe(true);
  });
});

const orders: ShopFault = {
  spoil: (answer, { path }) =>
    path[0] === "orders" && answer.status === 200 ? { ...answer, status: 299 } : answer,
};

const behind = async (fault: ShopFault, more: Partial<Parameters<typeof startProxy>[0]> = {}) => {
  const shop = await startShop(fault);
  const proxy = await startProxy({ openapi: `${shop.url}/openapi.json`, url: shop.url, ...more });
  onTestFinished(async () => {
    await proxy.close();
    await shop.close();
  });
  return { shop, proxy };
};

const authorization = "Bearer shop-secret";

describe("proxy --openapi", () => {
  test("stands at the address itself and below the name, and judges what passes through", async () => {
    const { proxy } = await behind(orders);
    expect(proxy.addresses).toMatchObject([{ name: "the-shop", baseUrl: proxy.origin }]);
    for (const path of ["/orders", "/the-shop/orders"])
      expect((await fetch(`${proxy.origin}${path}`, { headers: { authorization } })).status).toBe(299);
    expect((await fetch(`${proxy.origin}/__tripact`)).status).toBe(200);
    const { report, verdict } = await proxy.close();
    expect([verdict, report.findings.map(({ fact }) => fact)]).toEqual([
      "findings",
      ["the-shop/listOrders/status"],
    ]);
  });

  test("adds credentials where a security scheme wants them, and refuses what the document calls a write", async () => {
    const { proxy, shop } = await behind(
      {},
      { inject: true, auth: ["bearerAuth=shop-secret"], readOnly: true },
    );
    expect((await fetch(`${proxy.origin}/orders`)).status).toBe(200);
    const before = shop.requests.length;
    expect((await fetch(`${proxy.origin}/orders`, { method: "POST", body: "{}" })).status).toBe(403);
    expect(shop.requests).toHaveLength(before);
  });

  test("records exchanges without their values", async () => {
    const cwd = temporaryFolder();
    const { proxy, shop } = await behind({}, { record: join(cwd, "traffic.ndjson") });
    const body = JSON.stringify({ name: "Erika Mustermann", kind: "book", count: 1 });
    const headers = { authorization, ...json };
    expect((await fetch(`${proxy.origin}/orders`, { method: "POST", headers, body })).status).toBe(201);
    await proxy.close();
    const recording = readFileSync(join(cwd, "traffic.ndjson"), "utf8");
    expect(recording).toContain("/orders");
    expect(recording).not.toMatch(/Erika|shop-secret/);
    writeFileSync(join(cwd, "openapi.json"), JSON.stringify(shopDocument));
    const of = { cwd, openapi: "openapi.json", url: shop.url, recordings: ["traffic.ndjson"] };
    const { report } = await observe(of).result;
    expect(report.recording?.judged).toBe(1);
    expect(report.findings).toEqual([]);
  });

  test.each([
    [{ root: "nope" }, "root"],
    [{ sandbox: true }, "sandbox"],
    [{ inject: true }, "inject"],
  ])("%j is refused", async (more, option) => {
    const error = await behind({}, more).catch((one: UsageError) => one);
    expect(error).toMatchObject({ option });
  });
});
