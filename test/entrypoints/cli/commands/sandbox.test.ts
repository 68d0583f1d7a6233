import { createServer } from "node:http";
import { expect, test } from "vitest";
import { contract } from "../../../../src/inputs/contract.ts";
import { interfaceNames } from "../../../../src/builtin/interface-name.ts";
import { loadConfig } from "../../../../src/core/config/load-config.ts";
import { listening } from "../../../listening.ts";
import { runCli, whileServing } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The configuration that the command prints. */
const configIn = (line: string) => loadConfig(line, { contract, file: "sandbox.json", env: {} });

test("prints one line of JSON that is a configuration for check, serves, and stops on a signal", async () => {
  let origin = "";
  const ended = await whileServing("sandbox --json", async (line) => {
    const config = configIn(line);
    expect(config.interfaces).toEqual(interfaceNames);
    expect(config.safety.writes).toBe(true);
    origin = config.baseUrls["volunteer"] ?? "";
    const answer = await fetch(`${origin}/v1/users`, {
      headers: { authorization: `Bearer ${config.secret("volunteer.credentials.token")}` },
    });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();

    const cwd = temporaryFolder({ "tripact.config.json": line });
    const checked = await runCli("check --check users-are-listed,user-is-read-by-id", { cwd });
    expect([checked.code, checked.err]).toEqual([0, ""]);
    expect(checked.out).toContain(`volunteer → ${origin}\n`);
  });
  expect([ended.code, ended.err]).toEqual([0, ""]);
  expect(ended.out.trimEnd().split("\n")).toHaveLength(1);
  await expect(fetch(origin)).rejects.toThrow("fetch failed");
});

test("invents other data with another seed", async () => {
  const keyOf = async (seed: string): Promise<string> => {
    let key = "";
    await whileServing(`sandbox --json --scale 5 --seed ${seed}`, async (line) => {
      key = configIn(line).secret("crm.credentials.apiKey") ?? "";
      await Promise.resolve();
    });
    return key;
  };
  const key = await keyOf("2");
  expect(await keyOf("2")).toBe(key);
  expect(await keyOf("3")).not.toBe(key);
  expect(await runCli("sandbox --seed -1")).toMatchObject({ code: 2 });
});

test("prints a table for people, with the reference and a request that works", async () => {
  await whileServing("sandbox --host 127.0.0.1 --scale 5 --set U-24=legacy", async (text) => {
    const lines = text.split("\n");
    expect(lines[0]).toMatch(/^  interface {3}address +credential$/);
    expect(lines[1]).toMatch(/^  crm {9}http:\/\/127\.0\.0\.1:\d+\/crm +apiKey \S+$/);
    expect(lines[2]).toMatch(/^  donation {4}http:\S+\/donation +token \S+$/);
    expect(lines[3]).toMatch(/^  volunteer {3}http:\S+\/volunteer\/v1 +token \S+$/);
    const docs = /reference +(http:\S+\/docs)\n/.exec(text)?.[1] ?? "";
    expect(await (await fetch(docs)).text()).toContain("/docs/volunteer");
    const [, token = "", address = ""] = /curl -H "Authorization: (.+)" (\S+)\n/.exec(text) ?? [];
    expect((await fetch(address, { headers: { authorization: token } })).status).toBe(200);
    expect(text).toContain("tripact check --config");
  });
});

test("opens the control interface only when asked for, and tells where it is", async () => {
  for (const [args, status] of [
    ["sandbox --control", 200],
    ["sandbox", 404],
  ] as const)
    await whileServing(args, async (text) => {
      const origin = /reference +(http:\/\/[^/]+)/.exec(text)?.[1] ?? "";
      expect(text.includes(`${origin}/control\n`)).toBe(status === 200);
      const answer = await fetch(`${origin}/control/clock`);
      await answer.body?.cancel();
      expect(answer.status).toBe(status);
    });
});

test.each([
  ["--control --host 0.0.0.0", "tripact: /control is open to everybody who reaches 0.0.0.0"],
  ["--control", ""],
  ["--host 0.0.0.0", ""],
])("warns where others reach the control interface: %s", async (args, warning) => {
  const { err } = await whileServing(`sandbox --json ${args}`, async () => undefined);
  expect(err.slice(0, warning.length || undefined)).toBe(warning);
});

test("--log prints a line for each request, to the standard error, without what its query holds", async () => {
  const ended = await whileServing("sandbox --json --log --latency 1ms..2ms --cors", async (line) => {
    const { crm } = configIn(line).baseUrls;
    const answer = await fetch(`${crm}/api/Pledge?donor=${encodeURIComponent("Mina Quill")}`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.text()).toContain("This sandbox does not model GET /crm/api/Pledge; see /docs.");
  });
  expect(ended.err).toMatch(
    /^GET \/crm\/api\/Pledge 404 \d+ ms {2}not modelled: This sandbox does not model GET [^\n]+\n$/,
  );
  expect(ended.out.trimEnd().split("\n")).toHaveLength(1);
});

test("a port that is taken is reported", async () => {
  const { port } = new URL(await listening(createServer()));
  const { code, err } = await runCli(["sandbox", "--port", port]);
  expect([code, err]).toEqual([2, expect.stringContaining(`port ${port} is taken`)]);
});

const shop = {
  "shop.json": JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    paths: { "/health": { get: { responses: { "200": { description: "up" } } } } },
  }),
  "resources.json": JSON.stringify({ order: { read: "getOrder" } }),
};

test("serves a document at its address, with a configuration for it alone", async () => {
  const cwd = temporaryFolder(shop);
  const ended = await whileServing(
    "sandbox --openapi shop.json --json",
    async (line) => {
      const { interfaces } = JSON.parse(line) as {
        interfaces: Record<string, { baseUrl: string; openapi: string }>;
      };
      expect(Object.keys(interfaces)).toEqual(["shop"]);
      const { baseUrl = "", openapi = "" } = interfaces["shop"] ?? {};
      expect(openapi).toBe(`${cwd}/shop.json`);
      expect((await fetch(`${baseUrl}/health?colour=red`)).status).toBe(200);
      expect((await fetch(`${baseUrl}/shop/health`)).status).toBe(200);
    },
    { cwd },
  );
  expect([ended.code, ended.err]).toEqual([0, ""]);
});

test("serves each of several documents at a port of its own, and names the callbacks that it does not send", async () => {
  const answers = { responses: { "200": { description: "up" } } };
  const documentOf = (title: string, callbacks: object) =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title, version: "1" },
      paths: { "/health": { get: { ...answers, operationId: "getHealth", callbacks } } },
    });
  const cwd = temporaryFolder({
    "shop.json": documentOf("Shop", { down: { "{$request.query.url}": { post: answers } } }),
    "bank.json": documentOf("Bank", {}),
  });
  await whileServing(
    "sandbox --openapi shop.json --openapi bank.json --own-ports",
    async (text) => {
      const addresses = ["shop", "bank"].map(
        (name) => new RegExp(`${name} +(http:\\S+)`).exec(text)?.[1] ?? "",
      );
      expect(new Set(addresses).size).toBe(2);
      for (const address of addresses) {
        expect(new URL(address).pathname).toBe("/");
        expect((await fetch(new URL("/health", address))).status).toBe(200);
      }
      expect(text).toMatch(/^ {2}shop {2}sends no callbacks: down of getHealth$/m);
      expect(text).not.toMatch(/^ {2}bank {2}sends/m);
    },
    { cwd },
  );
});

test.each([
  ["sandbox --openapi gone.json", "file not found"],
  ["sandbox --openapi a=shop.json --openapi a=shop.json", "two interfaces are called a"],
  ["sandbox --openapi shop.json --set putt=creates", "--set: there is no setting putt"],
  ["sandbox --openapi shop.json --set put=maybe", "choose documented, creates, refused"],
  ["sandbox --openapi shop.json --set shpo.put=creates", "did you mean shop?"],
  ["sandbox --set put=creates", "add --openapi FILE"],
  ["sandbox --resources resources.json", "add --openapi FILE"],
  ["sandbox --strict", "add --openapi FILE"],
  ["sandbox --openapi shop.json --resources resources.json", "getOrder is no operation of the document"],
  ["sandbox --openapi shop.json --root shpo", "did you mean shop?"],
  [
    "sandbox --openapi shop.json --fault shop/getOrder/id-is-missing",
    "--fault: shop/getOrder/id-is-missing is unknown",
  ],
])("%s is refused", async (line, reason) => {
  const { code, err } = await runCli(line, { cwd: temporaryFolder(shop) });
  expect([code, err.includes(reason) ? reason : err]).toEqual([2, reason]);
});
