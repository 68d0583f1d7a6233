import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { acceptDrift, drift, driftHistory, operationHistory, replay } from "../../../src/index.ts";
import type { Clock } from "../../../src/core/model/clock.ts";
import { isObject } from "../../../src/core/model/json-object.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { shopDocument } from "../../contracts/shop-document.ts";
import { type ShopAnswer, type ShopFault, startShop } from "../../contracts/shop-server.ts";

const opened = { timeout: 60_000 };

/** The same with another name of a field, at its place. */
const renaming = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renaming);
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key === "name" ? "label" : key, renaming(one)]),
      )
    : value;
};

const renamed = (answer: ShopAnswer): ShopAnswer => ({ ...answer, body: renaming(answer.body) });

/** A shop whose answers can be spoiled while it serves, and a clock that goes from night to night. */
const watchedShop = async () => {
  let spoil: ShopFault["spoil"];
  const shop = await startShop({ spoil: (answer, request) => spoil?.(answer, request) ?? answer });
  onTestFinished(() => shop.close());
  for (let count = 1; count <= 30; count += 1)
    await fetch(`${shop.url}/orders`, {
      method: "POST",
      headers: { authorization: "Bearer shop-secret", "content-type": "application/json" },
      body: JSON.stringify({ name: `order ${count}`, kind: "book", count }),
    });
  const asked = shop.requests.length;
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(shopDocument) });
  let now = Date.parse("2026-11-01T02:00:00Z");
  const clock: Clock = { now: () => now, sleep: async () => undefined };
  const of = { cwd, openapi: "openapi.json", name: "shop", store: join(cwd, "history.sqlite"), clock };
  const target = { ...of, url: shop.url, auth: ["bearerAuth=shop-secret"] };
  return {
    of,
    target,
    writesOf: () => shop.requests.slice(asked).filter((one) => !/^(?:GET|HEAD|OPTIONS|TRACE) /.test(one)),
    orders: shop.orders,
    spoil: (how: ShopFault["spoil"]) => {
      spoil = how;
    },
    night: async () => {
      now += 86_400_000;
      return drift(target).result;
    },
  };
};

describe("drift --openapi", opened, () => {
  test("watches a server by nothing but its document, and writes nothing", async () => {
    const { night, writesOf, orders } = await watchedShop();
    const first = await night();
    expect([first.verdict, first.report?.problems]).toEqual(["conformant", []]);
    for (let nights = 0; nights < 4; nights += 1) {
      const { verdict, report } = await night();
      expect([verdict, report?.problems]).toEqual(["conformant", []]);
    }
    expect(writesOf()).toEqual([]);
    expect(orders.size).toBe(31);
  });

  test("finds a renamed field as one problem in the first night, which can be asked for, listed and accepted", async () => {
    const { of, target, night, spoil } = await watchedShop();
    await night();
    await night();
    spoil(renamed);
    const { verdict, report } = await night();
    expect(verdict).toBe("findings");
    const [problem, ...others] = report?.problems ?? [];
    expect(others).toEqual([]);
    expect(problem?.what).toMatch(/`?name`? .*`?label`?/);
    if (report === undefined || problem === undefined) throw new Error("nothing drifted");

    const { fingerprint } = problem;
    expect((await replay({ ...target, report, fingerprint }).result).state).toBe("still there");

    const histories = await Array.fromAsync(await driftHistory(of));
    expect(histories.map((one) => one.target.interface)).toEqual(["shop"]);
    const [asked] = await operationHistory({ ...of, operation: "listOrders", field: "name" });
    expect(asked?.operations.map(({ operation }) => operation)).toEqual(["listOrders"]);

    await acceptDrift({ ...of, fingerprints: [fingerprint] });
    spoil(renamed);
    const after = await night();
    expect(after.report?.problems.filter(({ state }) => state !== "known")).toEqual([]);
  });

  test("needs the document of a store's runs to list them", async () => {
    const { of, night } = await watchedShop();
    await night();
    const { code, err } = await runCli(["drift", "--history", "--store", of.store], {
      cwd: temporaryFolder(),
    });
    expect(code).toBe(2);
    expect(err).toContain("shop, which is no interface here (name the configuration or the document");
    const words = ["drift", "--history", "--store", of.store, "--openapi", "openapi.json", "--name", "shop"];
    expect(await runCli(words, { cwd: of.cwd })).toMatchObject({ code: 0, err: "" });
  });

  test("takes a configuration, whatever it says about writes", async () => {
    const { of, target, writesOf } = await watchedShop();
    const credentials = { bearerAuth: "shop-secret" };
    const config = {
      interfaces: { shop: { openapi: join(of.cwd, "openapi.json"), baseUrl: target.url, credentials } },
      safety: { writes: true },
    };
    const { verdict, report } = await drift({ config, store: of.store }).result;
    expect([verdict, report?.results[0]?.target.interface]).toEqual(["conformant", "shop"]);
    expect(writesOf()).toEqual([]);
  });
});
