import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordersOf } from "../../../src/entrypoints/recorder/index.ts";
import { observe } from "../../../src/index.ts";
import { shopDocument } from "../../contracts/shop-document.ts";
import { startShop } from "../../contracts/shop-server.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

test("what a process sends to the interface of a document is recorded, masked, and judged by the document", async () => {
  const shop = await startShop({
    spoil: (answer, { path }) => (path[0] === "health" ? { ...answer, body: { up: "yes" } } : answer),
  });
  const other = await startShop();
  onTestFinished(async () => {
    await shop.close();
    await other.close();
  });
  const cwd = temporaryFolder({ "openapi.json": JSON.stringify(shopDocument) });
  const openapi = join(cwd, "openapi.json");
  const { startRecorder } = await recordersOf({ openapi, url: shop.url, name: "shop" });
  const file = join(cwd, "traffic.ndjson");
  const recorder = startRecorder({ file });
  const headers = { authorization: "Bearer shop-secret", "content-type": "application/json" };
  await (await fetch(`${shop.url}/health`)).text();
  const body = JSON.stringify({ name: "Erika Mustermann", kind: "book", count: 3, price: 17.5 });
  await (await fetch(`${shop.url}/orders`, { method: "POST", headers, body })).text();
  // The same paths at another address are not the document's.
  await (await fetch(`${other.url}/health`)).text();
  await recorder.stop();
  expect(recorder.counts()).toEqual({ recorded: 2, lost: 0 });
  const text = readFileSync(file, "utf8");
  expect(text).toContain('"book"');
  expect(text).not.toMatch(/Erika|shop-secret|17\.5/);

  writeFileSync(join(cwd, "copy.ndjson"), text);
  const of = { cwd, openapi, url: shop.url, name: "shop", recordings: ["copy.ndjson"] };
  const { report } = await observe(of).result;
  expect(report.recording?.judged).toBe(2);
  expect(report.findings.map(({ fact, pointer }) => [fact, pointer])).toEqual([["shop/health/body", "/up"]]);
});

test("a document that cannot be read is refused", async () => {
  await expect(recordersOf({ openapi: "none.json" })).rejects.toMatchObject({
    message: expect.stringContaining("file not found"),
  });
});
