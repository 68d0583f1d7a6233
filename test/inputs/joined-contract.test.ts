import { onTestFinished, expect, test } from "vitest";
import { check, type CheckOptions, doctor, type Report, startSandbox } from "../../src/index.ts";
import { type Shop, type ShopFault, startShop } from "../contracts/shop-server.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const slow = { timeout: 120_000 };

/** Fails to read one order. */
const failsToRead: ShopFault = {
  spoil: (answer, { method, path }) =>
    method === "GET" && path[0] === "orders" && path.length === 2 ? { ...answer, status: 500 } : answer,
};

const entryOf = ({ url }: Shop) => ({
  openapi: `${url}/openapi.json`,
  baseUrl: url,
  credentials: { bearerAuth: "shop-secret" },
});

/** The three built-in interfaces, and the same document twice: `second` has a fault. */
const allInterfaces = async () => {
  const sandbox = await startSandbox();
  const [first, second] = [await startShop(), await startShop(failsToRead)];
  onTestFinished(async () => {
    await Promise.all([sandbox.close(), first.close(), second.close()]);
  });
  return {
    ...sandbox.config,
    safety: { writes: false },
    interfaces: { ...sandbox.config.interfaces, first: entryOf(first), second: entryOf(second) },
  };
};

const outcomes = ({ facts }: Report, prefix: string) =>
  Object.fromEntries(
    facts.flatMap(({ id, status }) => (id.startsWith(prefix) ? [[id.slice(prefix.length), status]] : [])),
  );

const run = (options: CheckOptions) => check({ stateFolder: temporaryFolder(), ...options }).result;

test("one run judges built-in interfaces and documents, which may share operation ids", slow, async () => {
  const config = await allInterfaces();
  const [{ report }, { report: alone }] = [
    await run({ config, interfaces: ["first", "second", "volunteer"] }),
    await run({ config: { ...config, interfaces: { first: config.interfaces.first } } }),
  ];
  const failed = report.facts.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed).toContain("second/getOrder/5xx");
  expect(failed.every((id) => id.startsWith("second/"))).toBe(true);
  expect(outcomes(report, "first/")).toEqual(outcomes(alone, "first/"));
  expect(Object.keys(outcomes(report, "second/"))).toEqual(Object.keys(outcomes(alone, "first/")));
  expect(report.facts.find(({ id }) => id === "VOL-01")?.status).toBe("passed");
});

test("doctor shows them all", slow, async () => {
  const config = await allInterfaces();
  const { interfaces, facts, requests } = await doctor({ config });
  expect(interfaces.map(({ interface: name }) => name)).toEqual([
    "crm",
    "donation",
    "volunteer",
    "first",
    "second",
  ]);
  expect(facts.now).toBeGreaterThan(100);
  expect(requests).toBeGreaterThan(0);
});

test("names of operations in the configuration are the document's own", slow, async () => {
  const config = await allInterfaces();
  const { first, second } = config.interfaces;
  const { report } = await run({
    config: { ...config, interfaces: { first, second: { ...second, exclude: ["getOrder"] } } },
  });
  expect(outcomes(report, "first/getOrder/")).not.toEqual({});
  expect(outcomes(report, "second/getOrder/")).toEqual({});
});
