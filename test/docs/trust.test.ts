import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/package/entries.ts";
import { exitCodes } from "../../src/core/run/exit-code.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface Manifest {
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(read("package.json"));
const support = read("SUPPORT.md");

describe("SUPPORT.md", () => {
  test("names the Node versions of package.json and of CI", () => {
    const { jobs } = parse(read(".github/workflows/ci.yml")) as {
      jobs: { verify: { strategy: { matrix: { node: number[] } } } };
    }; // ours
    const [, oldest = ""] = /^>=(\d+\.\d+)$/.exec(manifest.engines.node) ?? [];
    const [first, ...others] = jobs.verify.strategy.matrix.node;
    expect(oldest.split(".")[0]).toBe(String(first));
    expect(support).toContain(`| Node | ${oldest} or later, ${others.join(", ")}.`);
  });

  test("lists every exit code", () => {
    const row = /^\| Exit codes \| (.*) \|$/m.exec(support)?.[1] ?? "";
    expect([...row.matchAll(/\d+/g)].map(Number)).toEqual(Object.values(exitCodes));
  });

  test("names every schema that the package exports", () => {
    const exported = Object.keys(manifest.exports).filter((name) => name.endsWith(".schema.json"));
    expect(exported.length).toBeGreaterThan(4);
    expect(exported.filter((name) => !support.includes(name.slice(1)))).toEqual([]);
  });
});

test("the package has no script that an installation would run, as SECURITY.md says", () => {
  expect(read("SECURITY.md")).toContain("no install script");
  const run = ["preinstall", "install", "postinstall", "prepare"];
  expect(run.filter((name) => name in manifest.scripts)).toEqual([]);
});

interface Field {
  readonly type: string;
  readonly id?: string;
  readonly attributes: {
    readonly label?: string;
    readonly value?: string;
    readonly options?: readonly string[];
  };
}

interface IssueForm {
  readonly name: string;
  readonly description: string;
  readonly body: readonly Field[];
}

describe.for(
  globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: root }).filter((path) => !path.endsWith("config.yml")),
)("%s", (path) => {
  const form = parse(read(path)) as IssueForm; // ours: what GitHub asks of a form is tested here

  test("is a form that GitHub takes", () => {
    expect([form.name, form.description]).not.toContain(undefined);
    const fields = form.body.filter(({ type }) => type !== "markdown");
    const ids = fields.map(({ id }) => id ?? "");
    expect(new Set(ids).size).toBe(fields.length);
    for (const id of ids) expect(id).toMatch(/^[\w-]+$/);
    for (const { type, attributes } of fields) {
      expect(["input", "textarea", "dropdown", "checkboxes"]).toContain(type);
      expect(attributes.label).toMatch(/\w/);
      if (type === "dropdown") expect(attributes.options?.length).toBeGreaterThan(1);
    }
  });
});
