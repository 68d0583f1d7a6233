import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { check } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { shopDocument } from "./shop-document.ts";
import { type ShopFault, startShop } from "./shop-server.ts";

/** Shows an order to whoever has a credential of another organization. */
const showsStrangers: ShopFault = {
  spoil: (answer, { method, path, headers }) =>
    headers.authorization === "Bearer other-secret" &&
    method === "GET" &&
    path[0] === "orders" &&
    path.length === 2
      ? { status: 200, body: {} }
      : answer,
};

const securityOf = async (fault: ShopFault) => {
  const shop = await startShop(fault);
  onTestFinished(() => shop.close());
  const cwd = temporaryFolder({ "api.json": JSON.stringify(shopDocument) });
  const credentials = { bearerAuth: "shop-secret", strangers: { bearerAuth: "other-secret" } };
  const { report } = await check({
    config: {
      interfaces: { shop: { openapi: join(cwd, "api.json"), baseUrl: shop.url, credentials } },
      safety: { writes: true, maxRequests: 5000 },
    },
    facts: ["shop/getOrder/security", "shop/createOrder/accepts", "shop/getOrder/accepts"],
    stateFolder: temporaryFolder(),
  }).result;
  const { message } = report.findings.find(({ fact }) => fact === "shop/getOrder/security") ?? {};
  return [report.facts.find(({ id }) => id === "shop/getOrder/security")?.status, message];
};

test("a record that the run has created is shown to no stranger", { timeout: 60_000 }, async () => {
  expect(await securityOf({})).toEqual(["passed", undefined]);
  expect(await securityOf(showsStrangers)).toEqual([
    "failed",
    "GET /orders/{id} succeeds with a stranger's credential",
  ]);
});
