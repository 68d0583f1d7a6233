import { expect, onTestFinished, test } from "vitest";
import { isObject } from "../../../../../src/core/model/json-object.ts";
import { shopDocument } from "../../../../contracts/shop-document.ts";
import { type ShopFault, startShop } from "../../../../contracts/shop-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** A shop with a few orders, whose answers may be changed while it serves. */
const organization = async () => {
  let spoil: ShopFault["spoil"];
  const shop = await startShop({ spoil: (answer, request) => spoil?.(answer, request) ?? answer });
  onTestFinished(() => shop.close());
  for (let count = 1; count <= 40; count += 1)
    await fetch(`${shop.url}/orders`, {
      method: "POST",
      headers: { authorization: "Bearer shop-secret", "content-type": "application/json" },
      body: JSON.stringify({ name: `order ${count}`, kind: "book", count }),
    });
  const asked = shop.requests.length;
  return {
    url: shop.url,
    requests: () => shop.requests.slice(asked),
    change: (how: ShopFault["spoil"]) => {
      spoil = how;
    },
  };
};

const renaming = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renaming);
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key === "kind" ? "sort" : key, renaming(one)]),
      )
    : value;
};

test("a fleet of three organizations of a document: what one of them changes is one problem of that one", async () => {
  const shops = { north: await organization(), south: await organization(), west: await organization() };
  const names = Object.keys(shops);
  const cwd = temporaryFolder({
    "openapi.json": JSON.stringify(shopDocument),
    "organization.yaml": [
      "interfaces:",
      "  shop:",
      "    openapi: openapi.json",
      "    baseUrl: ${URL}",
      '    credentials: { bearerAuth: "${TOKEN}" }',
      "safety: { maxRequests: 300, writes: true }",
      "",
    ].join("\n"),
    "fleet.yaml": [
      "defaults: { config: organization.yaml }",
      "organizations:",
      ...names.map((name) => `  - { name: ${name} }`),
      "",
    ].join("\n"),
  });
  const env = {
    XDG_STATE_HOME: cwd,
    ...Object.fromEntries(
      Object.entries(shops).flatMap(([name, { url }]) => [
        [`${name.toUpperCase()}_URL`, url],
        [`${name.toUpperCase()}_TOKEN`, "shop-secret"],
      ]),
    ),
  };
  const fleet = (words: string) => runCli(`fleet ${words}`, { cwd, env });

  expect(await fleet("check --resolve")).toMatchObject({ code: 0, err: "" });
  for (const day of ["2025-01-01", "2025-01-02"])
    expect(await fleet(`run --date ${day} --quiet`)).toEqual({ code: 0, out: "", err: "" });
  shops.south.change((answer) => ({ ...answer, body: renaming(answer.body) }));
  await fleet("run --date 2025-01-03 --quiet");
  const { code, out } = await fleet("drift --date 2025-01-03 --json");
  const { problems } = JSON.parse(out) as {
    readonly problems: readonly {
      readonly problem: { readonly what: string };
      readonly names: readonly string[];
    }[];
  };
  expect(problems.map(({ problem, names: of }) => [problem.what, of])).toEqual([
    ["`Order.kind` is now called `sort`", ["south"]],
  ]);
  expect(code).toBe(1);
  for (const shop of Object.values(shops))
    expect(shop.requests().filter((one) => !/^(?:GET|HEAD|OPTIONS|TRACE) /.test(one))).toEqual([]);
}, 120_000);
