import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "../../src/builtin/faults/generated/faults.ts";
import { facts } from "../../src/builtin/generated/registry.ts";
import { type ServedSandbox, startSandbox } from "../../src/sandbox/serve.ts";
import { type Shop, startShop } from "../contracts/shop-server.ts";
import { isNightly } from "../nightly.ts";
import { installExample } from "./install-example.ts";

const vitest = resolve(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");

interface Results {
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the tests of a folder, all in one process, and says how each of them ended, by file. */
const runIn = async (folder: string): Promise<ReadonlyMap<string, Results["testResults"][number]>> => {
  const args = [
    vitest,
    "run",
    "--no-isolate",
    "--maxWorkers=1",
    "--pool=threads",
    // As of an installed package, Node loads its modules.
    "--experimental.viteModuleRunner=false",
    "--reporter=json",
    "--outputFile=results.json",
  ];
  // Failing tests make vitest fail; the results say how each of them ended.
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(() => undefined);
  const { testResults }: Results = JSON.parse(readFileSync(join(folder, "results.json"), "utf8"));
  return new Map(testResults.map((one) => [basename(one.name), one]));
};

/** What the example asks of the sandbox; a usual run judges two facts of the smallest interface. */
const everything = /\nconformance\(\);\n$/;
const fewFacts = ["VOL-07", "VOL-10"];

const example = installExample("vitest-conformance");
let served: ServedSandbox;
let shop: Shop;
let results: Awaited<ReturnType<typeof runIn>>;

beforeAll(async () => {
  const fault = faults.find(({ id }) => id === "total-counts-the-page");
  if (fault === undefined) throw new Error("the fault is gone");
  served = await startSandbox({ scale: 30, faults: [fault] });
  const options = {
    config: "target.yaml",
    facts: ["DON-03", "VOL-02"],
    checks: ["page-total-is-stable", "user-is-read-by-id"],
  };
  // Beside the example's own files, one that holds a target to a fact which it breaks.
  writeFileSync(join(example.folder, "target.yaml"), JSON.stringify(served.config));
  writeFileSync(
    join(example.folder, "broken.test.ts"),
    `import { conformance } from "tripact/vitest";\nconformance(${JSON.stringify(options)});\n`,
  );
  // And one for an API that has nothing but a document.
  shop = await startShop({
    spoil: (answer, { path }) => (path[0] === "health" ? { ...answer, body: { up: "yes" } } : answer),
  });
  const document = { openapi: `${shop.url}/openapi.json`, url: shop.url, auth: ["bearerAuth=shop-secret"] };
  writeFileSync(
    join(example.folder, "document.test.ts"),
    `import { conformance } from "tripact/vitest";\nconformance(${JSON.stringify({ ...document, writes: false })});\n`,
  );
  if (!isNightly) {
    const own = join(example.folder, "conformance.test.ts");
    const text = readFileSync(own, "utf8");
    if (!everything.test(text)) throw new Error("the example no longer ends with conformance()");
    writeFileSync(own, text.replace(everything, `\nconformance({ facts: ${JSON.stringify(fewFacts)} });\n`));
  }
  results = await runIn(example.folder);
});

afterAll(async () => {
  example.remove();
  await served.close();
  await shop.close();
});

/** Facts that nothing shows, of all interfaces. */
const unseen = 5;

test("the example's own run has a test of every fact, and the sandbox passes those that are judged", () => {
  const own = ["conformance.test.ts", "donors.test.ts"].map((name) => results.get(name));
  expect(own.map((one) => one?.status)).toEqual(["passed", "passed"]);
  const tests = own.flatMap((one) => one?.assertionResults ?? []);
  if (isNightly)
    expect(tests.filter(({ status }) => status === "passed").length).toBeGreaterThan(facts.length - unseen);
  for (const { id } of facts) expect(tests.some(({ title }) => title.startsWith(`${id} `))).toBe(true);
  const judged = tests.filter(({ title }) =>
    isNightly ? title.startsWith("VOL-") : fewFacts.includes(title.slice(0, 6)),
  );
  expect(judged.length).toBeGreaterThan(1);
  expect(judged.filter(({ status }) => status !== "passed").map(({ title }) => title)).toEqual([]);
});

test("a target that breaks a fact fails that fact's test, with what was found and how to see it again", () => {
  const tests = results.get("broken.test.ts")?.assertionResults ?? [];
  const failed = tests.filter(({ status }) => status === "failed");
  expect(failed.map(({ title }) => title.slice(0, 6))).toEqual(["DON-03"]);
  expect(failed[0]?.failureMessages[0]).toMatch(/NonConformance: .*\n[^]*check +\S+\n +curl .*\$/);
  expect(failed[0]?.failureMessages[0]).not.toContain(
    String(served.config.interfaces.donation.credentials["token"]),
  );
  expect(tests.find(({ title }) => title.startsWith("VOL-02"))?.status).toBe("passed");
});

test("each fact of a document is a test, and one that its server breaks fails", () => {
  const tests = results.get("document.test.ts")?.assertionResults ?? [];
  const failed = tests.filter(({ status }) => status === "failed").map(({ title }) => title);
  expect(failed).toEqual(["the-shop/health/body GET /health answers with a body that fits its schema."]);
  expect(tests.filter(({ status }) => status === "passed").length).toBeGreaterThan(10);
});
