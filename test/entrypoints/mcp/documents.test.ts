import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shopDocument } from "../../contracts/shop-document.ts";
import { startShop } from "../../contracts/shop-server.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { connect } from "./kit.ts";

test("the tools take any OpenAPI document in place of a configuration, or a configuration with one", async () => {
  const shop = await startShop({
    spoil: (answer, { path }) => (path[0] === "health" ? { ...answer, body: { up: "yes" } } : answer),
  });
  onTestFinished(() => shop.close());
  const entry = `{ openapi: openapi.json, baseUrl: "${shop.url}", credentials: { bearerAuth: "\${SHOP}" } }`;
  const cwd = temporaryFolder({
    "openapi.json": JSON.stringify(shopDocument),
    "shop.yaml": `interfaces:\n  shop: ${entry}\n`,
  });
  const { call } = await connect({ cwd, env: { SHOP: "shop-secret" } });
  const target = { openapi: "openapi.json", url: shop.url, name: "shop", auth: ["bearerAuth=${SHOP}"] };

  const found = await call("run_check", target);
  expect(found.data).toMatchObject({ verdict: "findings", problems: [{ facts: ["shop/health/body"] }] });
  expect(shop.requests.filter((one) => one.startsWith("POST"))).toEqual([]);
  const [{ fingerprint }] = (found.data as { problems: { fingerprint: string }[] }).problems as [
    { fingerprint: string },
  ];
  expect((await call("replay_finding", { ...target, fingerprint, report: found.link })).data).toMatchObject({
    state: "still there",
  });
  expect((await call("run_check", { config: "shop.yaml", facts: ["shop/health/body"] })).data).toMatchObject({
    verdict: "findings",
  });

  expect((await call("doctor", target)).data).toMatchObject({
    verdict: "sound",
    requests: expect.any(Number),
  });
  expect((await call("drift", { ...target, store: "d.sqlite" })).data).toMatchObject({ verdict: "findings" });
  expect((await call("list_facts", { openapi: "openapi.json", containing: "getOrder/body" })).data).toEqual({
    count: 1,
    ids: ["the-shop/getOrder/body"],
  });
  const explained = await call("explain_fact", { id: "shop/getOrder/5xx", config: "shop.yaml" });
  expect(explained.text).toContain("GET /orders/{id} does not fail.");
  expect((await call("run_check", { ...target, config: "shop.yaml" })).text).toMatch(
    /names its documents itself/,
  );
  expect((await call("run_check", { openapi: join(cwd, "../x.json") })).text).toMatch(/outside the working/);
}, 60_000);
