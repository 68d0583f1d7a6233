import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { check, doctor, init } from "../../../src/index.ts";
import { type ShopFault, startShop } from "../../contracts/shop-server.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const slow = { timeout: 120_000 };

const initShop = async (fault: ShopFault = {}, more: Partial<Parameters<typeof init>[0]> = {}) => {
  const shop = await startShop(fault);
  onTestFinished(() => shop.close());
  const cwd = temporaryFolder();
  const unset: string[][] = [];
  const around = { cwd, stateFolder: temporaryFolder(), env: { SHOP_TOKEN: "shop-secret" } };
  const result = await init({
    ...around,
    config: "tripact.config.yaml",
    openapi: `${shop.url}/openapi.json`,
    url: shop.url,
    name: "shop",
    auth: ["bearerAuth=shop-secret"],
    onCredential: (...kept) => unset.push(kept),
    ...more,
  });
  const read = (): string => readFileSync(join(cwd, "tripact.config.yaml"), "utf8");
  return { shop, around, result, read, unset };
};

describe("init from a document", slow, () => {
  test("writes what it found, with what each line gives, and check works with it", async () => {
    const { shop, around, result, read, unset } = await initShop();
    const ordersBefore = shop.orders.size;
    expect(ordersBefore).toBe(1);
    // The document is not counted.
    expect(shop.requests.filter((one) => !one.includes("openapi.json"))).toHaveLength(result.requests);
    expect(result.requests).toBeLessThan(result.budget);
    expect(result).toMatchObject({
      verdict: "complete",
      files: ["tripact.config.yaml", ".env.example"],
    });
    expect(unset).toEqual([]);
    const text = read();
    expect(text).not.toContain("shop-secret");
    expect(text).toContain("bearerAuth: ${SHOP_TOKEN}");
    expect(text).toMatch(/create: \{ operation: createOrder, body: \{.*\} \} {2}# \+\d+ facts$/m);
    for (const line of ["read: getOrder", "list: listOrders", "update: changeOrder", "delete: deleteOrder"])
      expect(text).toMatch(new RegExp(`^ {8}${line} {2}# \\+\\d+ facts?$`, "m"));

    const { verdict, report } = await check({ ...around, config: "tripact.config.yaml" }).result;
    expect(verdict).toBe("conformant");
    expect(report.facts.find(({ id }) => id === "shop/order/stays")?.status).toBe("passed");
    expect(shop.orders.size).toBe(ordersBefore);
    expect(await doctor({ ...around, config: "tripact.config.yaml" })).toMatchObject({
      verdict: "sound",
      interfaces: [{ outOfReach: [] }],
    });
  });

  test("what did not hold is said, and what only the owner can state stays a comment", async () => {
    const changed = new Set<string>();
    const { read } = await initShop({
      // A change is lost.
      spoil: (answer, { method, path: [noun, id = ""] }) => {
        if (noun !== "orders" || answer.status !== 200) return answer;
        if (method === "PATCH") changed.add(id);
        return method === "GET" && changed.has(id)
          ? { ...answer, body: { ...Object(answer.body), name: "as it was" } }
          : answer;
      },
    });
    expect(read()).toMatch(
      /^ {8}# update: changeOrder {2}# \+\d+ facts if it means that; it did not show updated$/m,
    );
  });

  test("never sends more requests than it is given", async () => {
    const { shop, result } = await initShop({}, { maxRequests: 30 });
    expect(result).toMatchObject({ verdict: "stopped", budget: 30 });
    expect(shop.requests.filter((one) => !one.includes("openapi.json")).length).toBeLessThanOrEqual(30);
  });

  test("writes nothing about a server that is not the document's", async () => {
    const { result } = await initShop({
      instead: ({ path }) => (path[0] === "openapi.json" ? undefined : { status: 404 }),
    });
    expect(result).toMatchObject({ verdict: "inconclusive", files: [] });
  });

  test("adds to a file that is there, and keeps an interface that it has", async () => {
    const { shop, around, read } = await initShop();
    const again = {
      ...around,
      config: "tripact.config.yaml",
      extend: true,
      openapi: `${shop.url}/openapi.json`,
      url: shop.url,
      auth: ["bearerAuth=${SHOP_TOKEN}"],
    };
    await expect(init({ ...again, name: "shop" })).rejects.toMatchObject({ option: "name" });
    const before = read();
    await init({ ...again, name: "other" });
    for (const line of before.trimEnd().split("\n")) expect(read()).toContain(line);
    expect(read()).toContain("  other:");
  });

  test("names a variable of its own for a credential that none has", async () => {
    const { read, unset } = await initShop({}, { env: {}, maxRequests: 30 });
    expect(unset).toEqual([["SHOP_BEARER_AUTH", "shop-secret"]]);
    expect(read()).toContain("bearerAuth: ${SHOP_BEARER_AUTH}");
  });

  test("excludes the addresses of the built-in interfaces", async () => {
    await expect(
      init({ config: "x.yaml", openapi: "api.json", crm: "https://crm.example.org" }),
    ).rejects.toMatchObject({ option: "openapi" });
    await expect(init({ config: "x.yaml", url: "http://127.0.0.1:1" })).rejects.toMatchObject({
      option: "url",
    });
  });
});
