import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check, report } from "../../src/index.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { shopDocument } from "./shop-document.ts";
import { startShop } from "./shop-server.ts";

const folder = (): string =>
  temporaryFolder({
    "openapi.json": JSON.stringify(shopDocument),
    "shop.yaml":
      'interfaces:\n  shop: { openapi: openapi.json, baseUrl: "${SHOP_URL}", credentials: { key: "${SHOP}" } }\n',
  });

test("the facts of a document are listed and explained, with their places", async () => {
  const cwd = folder();
  const { code, out, err } = await runCli("facts --openapi openapi.json --json", { cwd });
  expect([code, err]).toEqual([0, ""]);
  const facts = JSON.parse(out) as readonly { readonly id: string; readonly places: readonly string[] }[];
  expect(facts.find(({ id }) => id === "the-shop/getOrder/body")?.places).toEqual([
    "openapi.json#/paths/~1orders~1{id}/get",
  ]);
  for (const id of ["the-shop/getOrder/body", "the-shop/order/stays"]) {
    const { code: explained, out: text } = await runCli(["explain", id, "--openapi", "openapi.json"], {
      cwd,
    });
    expect(explained).toBe(0);
    expect(text).toContain(facts.find((one) => one.id === id)?.id);
    expect(text).toMatch(/^ {2}checks /m);
  }
});

test("the facts of a configuration are its interfaces', and need no variable", async () => {
  const cwd = folder();
  const { code, out, err } = await runCli("facts --config shop.yaml", { cwd });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("shop/getOrder/5xx ");
  const unknown = await runCli("explain shop/getOrder/5yy --config shop.yaml", { cwd });
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("did you mean shop/getOrder/5xx?");
});

test.each([
  [["facts", "--name", "x"], "--name: belongs to a target by its document"],
  [["facts", "--openapi", "none.json"], "none.json"],
  [["explain", "crm", "--openapi", "openapi.json", "--name", "crm"], "--name: must be lower-case"],
])("%j is refused", async (words, message) => {
  const { code, err } = await runCli(words, { cwd: folder() });
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("reports hold the statements of a document's facts, and shards of a run are merged", async () => {
  const shop = await startShop();
  const cwd = folder();
  const of = {
    cwd,
    openapi: "openapi.json",
    url: shop.url,
    auth: ["bearerAuth=shop-secret"],
    stateFolder: temporaryFolder(),
  };
  try {
    const result = await check({ ...of, facts: ["the-shop/health/5xx"] }).result;
    expect(await report(result, "html")).toContain("GET /health does not fail.");
    const url = ["--openapi", "openapi.json", "--url", shop.url, "--auth", "bearerAuth=shop-secret"];
    for (const shard of ["1/2", "2/2"]) {
      const file = `json=${shard[0]}.json`;
      await runCli(["check", ...url, "--no-writes", "--shard", shard, "--report", file, "--quiet"], { cwd });
    }
    const words = [
      "report",
      "merge",
      "1.json",
      "2.json",
      "--openapi",
      "openapi.json",
      "--report",
      "html=all.html",
    ];
    const { code, err } = await runCli(words, { cwd });
    expect([code, err]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "all.html"), "utf8")).toContain("GET /health does not fail.");
  } finally {
    await shop.close();
  }
});
