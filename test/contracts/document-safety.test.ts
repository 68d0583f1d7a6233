import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { restore } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { checkShop } from "./check-shop.ts";
import { type ShopRequest, startShop } from "./shop-server.ts";

const opened = { timeout: 120_000 };

const writesIn = (requests: readonly string[]): readonly string[] =>
  requests.filter((one) => !/^(?:GET|HEAD|OPTIONS) /.test(one));

describe("what a run may change", opened, () => {
  test("operations on more than one record are never called: one early run put a server into maintenance", async () => {
    const { shop, report } = await checkShop();
    const called = shop.requests.filter((one) => /maintenance|settings|bulk/.test(one));
    expect(writesIn(called).filter((one) => !one.startsWith("PATCH "))).toEqual([]);
    expect(report.facts.find(({ id }) => id === "the-shop/setMaintenance/5xx")?.reason).toMatch(
      /left out.*include/,
    );
  });

  test("unless they are included", async () => {
    const { shop } = await checkShop({}, { include: ["setMaintenance"] });
    expect(shop.requests).toContain("POST /maintenance");
    expect(shop.requests).not.toContain("PUT /settings");
  });

  test("records that the run has not created are neither changed nor deleted", async () => {
    const first = "/orders/00000000-0000-4000-8000-000000000001";
    const { shop } = await checkShop();
    expect(shop.requests.some((one) => one === `GET ${first}`)).toBe(true);
    expect(writesIn(shop.requests).filter((one) => one.endsWith(first))).toEqual([]);
  });

  test("what is excluded is never called", async () => {
    const { shop } = await checkShop({}, { exclude: ["deleteOrder", "/health"] });
    expect(shop.requests.filter((one) => one.startsWith("DELETE ") || one.includes("/health"))).toEqual([]);
  });

  test.each([
    ["switched off", { writes: false }],
    ["not switched on in a configuration", undefined],
  ])("nothing is written where writes are %s", async (_, options) => {
    const shop = await startShop();
    onTestFinished(() => shop.close());
    const config = {
      interfaces: {
        "the-shop": {
          openapi: `${shop.url}/openapi.json`,
          baseUrl: shop.url,
          credentials: { bearerAuth: "shop-secret" },
        },
      },
    };
    const { shop: asked, verdict } = await checkShop(
      {},
      options ?? ({ openapi: undefined, url: undefined, auth: undefined, config } as never),
    );
    const { requests } = options === undefined ? shop : asked;
    expect(verdict).toBe("conformant");
    expect(requests.length).toBeGreaterThan(5);
    expect(writesIn(requests)).toEqual([]);
  });
});

/** The command in a process of its own, which the server kills at the given creation. */
const killedRun = async (stateHome: string, creation: number) => {
  let created = 0;
  let child: ReturnType<typeof spawn> | undefined;
  const shop = await startShop({
    spoil: (answer, { method, path }: ShopRequest) => {
      if (method === "POST" && path[0] === "orders" && answer.status === 201 && (created += 1) === creation)
        child?.kill("SIGKILL");
      return answer;
    },
  });
  const bin = fileURLToPath(new URL("../../bin/tripact.js", import.meta.url));
  child = spawn(
    process.execPath,
    [
      bin,
      "check",
      "--openapi",
      `${shop.url}/openapi.json`,
      "--url",
      shop.url,
      "--auth",
      "shop-secret",
      "--auth",
      "bearerAuth=shop-secret",
    ].filter(
      (one, index, all) => !(one === "shop-secret" || (one === "--auth" && all[index + 1] === "shop-secret")),
    ),
    { env: { ...process.env, XDG_STATE_HOME: stateHome }, stdio: "ignore" },
  );
  await once(child, "exit");
  return shop;
};

test("a run that was killed leaves records, and restore removes them", opened, async () => {
  const stateHome = temporaryFolder();
  const shop = await killedRun(stateHome, 9);
  onTestFinished(() => shop.close());
  const left = shop.orders.size - 1;
  expect(left).toBeGreaterThan(3);
  const { verdict, writes } = await restore({
    openapi: `${shop.url}/openapi.json`,
    url: shop.url,
    auth: ["bearerAuth=shop-secret"],
    stateFolder: join(stateHome, "tripact", "live"),
  }).result;
  // What was created last was not answered.
  expect(shop.orders.size).toBeLessThanOrEqual(2);
  expect(verdict).toBe("conformant");
  expect(writes?.records.every(({ state }) => state === "put back")).toBe(true);
  expect(writes?.left.map(({ what }) => what).join()).toMatch(/^(?:perhaps .*POST \/orders.*)?$/);
});
