import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/package/entries.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

/** A schema in which nothing may be that it does not name: the published ones let later versions add properties. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in schema && !("additionalProperties" in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
};

const schemaAt = (name: string): object => JSON.parse(readFileSync(join(root, "api", name), "utf8"));

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const compiled = (name: string) => ajv.compile(closed(schemaAt(name)) as object); // of an object
const validators = {
  "report.schema.json": compiled("report.schema.json"),
  "drift-report.schema.json": compiled("drift-report.schema.json"),
};

/** What a schema has against the JSON that a command prints. */
const problemsOf = (name: keyof typeof validators, printed: string): unknown => {
  const validate = validators[name];
  validate(JSON.parse(printed));
  return validate.errors;
};

const check = ["check", "--interface", "volunteer", "--check", "users-are-listed", "--json"];

test.each([
  ["a run without findings", [], 0],
  ["findings, their steps and what puts records back", ["--fault", "user-list-is-empty"], 1],
  ["a part of a run", ["--shard", "1/2"], 0],
])("the schema of the JSON report names everything in that of %s", async (_, more, expected) => {
  const { code, out } = await runCli([...check, ...more], { cwd: temporaryFolder() });
  expect(code).toBe(expected);
  expect(problemsOf("report.schema.json", out)).toBeNull();
});

test("the schema of drift's report names everything in it, of a first run and of a later one", async () => {
  const served = await startSandbox({ scale: 20 });
  onTestFinished(() => served.close());
  const { baseUrl, credentials } = served.config.interfaces.volunteer;
  const config = { interfaces: { volunteer: { baseUrl, credentials } }, safety: { maxRequests: 30 } };
  const cwd = temporaryFolder({ "tripact.config.yaml": JSON.stringify(config) });
  for (const seed of ["1", "2"]) {
    const { out } = await runCli(["drift", "--store", "store.sqlite", "--seed", seed, "--json"], { cwd });
    expect(problemsOf("drift-report.schema.json", out)).toBeNull();
  }
});
