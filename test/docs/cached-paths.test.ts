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
  readonly if?: string;
  readonly with?: { readonly path?: string };
}

const isStep = (value: unknown): value is Step => typeof value === "object" && value !== null;

const document = (path: string): unknown => parse(readFileSync(join(root, path), "utf8"));

const store = [".tripact/store.sqlite", ".tripact/store.sqlite-wal"];

const nightly = readFileSync(join(root, ".github/workflows/nightly-drift.yml"), "utf8");

const guide = readFileSync(join(root, "docs/guides/continuous-integration.md"), "utf8");
const [, gate = ""] = /```yaml title=\.github\/workflows\/tripact\.yml\n([^]*?)```/.exec(guide) ?? [];

/** The steps of a workflow that restore or save a cache, without their keys. */
const cachedIn = (workflow: string) =>
  valuesAt(parse(workflow), "steps")
    .flat()
    .filter(isStep)
    .filter(({ uses = "" }) => uses.startsWith("actions/cache"))
    .map((step) => ({ uses: step.uses, if: step.if, paths: step.with?.path?.trim().split("\n") }));

test("the nightly workflow caches the store and nothing beside it", () => {
  expect(cachedIn(nightly)).toMatchObject([{ paths: store }, { paths: store }]);
});

test("the guide's workflow restores and saves the store as the nightly one does, whatever comes of the run", () => {
  expect(cachedIn(gate)).toEqual(cachedIn(nightly));
  expect(cachedIn(gate).map((step) => step.if)).toEqual([undefined, "always()"]);
});

test("the template for GitLab caches the store and nothing beside it", () => {
  expect(valuesAt(document("templates/nightly/gitlab-ci.yml"), "cache")).toMatchObject([{ paths: store }]);
});
