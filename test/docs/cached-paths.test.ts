import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Everything under a key of a YAML file, at any depth. */
const valuesAt = (value: unknown, key: string): readonly unknown[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === key ? [inner] : valuesAt(inner, key)));
};

interface Step {
  readonly uses?: string;
  readonly with?: { readonly path?: string };
}

const isStep = (value: unknown): value is Step => typeof value === "object" && value !== null;

const document = (path: string): unknown => parse(readFileSync(join(root, path), "utf8"));

const store = [".tripact/store.sqlite", ".tripact/store.sqlite-wal"];

test("the nightly workflow caches the store and nothing beside it", () => {
  const steps = valuesAt(document(".github/workflows/nightly-drift.yml"), "steps").flat().filter(isStep);
  const cached = steps
    .filter(({ uses = "" }) => uses.startsWith("actions/cache"))
    .map((step) => step.with?.path?.trim().split("\n"));
  expect(cached).toEqual([store, store]);
});

test("the template for GitLab caches the store and nothing beside it", () => {
  expect(valuesAt(document("templates/nightly/gitlab-ci.yml"), "cache")).toMatchObject([{ paths: store }]);
});
