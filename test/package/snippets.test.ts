import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");

/** The blocks of code that a page shows, without what commands print. */
const codeIn = (page: string): readonly string[] =>
  [...text(page).matchAll(/^```(ts|js|sh|json|yaml)\b.*\n([\s\S]*?)^```$/gm)].map(([, , code = ""]) => code);

/** What compiles or runs the code of a page that users read; guides.test.ts runs all of docs/. */
const proofs: Readonly<Record<string, string>> = {
  "README.md": "test/readme.test.ts",
  "api/contract/README.md": "test/builtin/consumers.test.ts",
  "examples/query-donors/README.md": "test/package/snippets.test.ts",
};

test("every page with code is run by a test that names it", () => {
  const pages = globSync(["README.md", "api/contract/*.md", "examples/*/*.md"], { cwd: root }).filter(
    (page) => codeIn(page).length > 0,
  );
  expect(pages.toSorted()).toEqual(Object.keys(proofs).toSorted());
  for (const [page, proof] of Object.entries(proofs)) expect(text(proof)).toContain(page);
});

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

test("examples/query-donors/README.md gives commands that are there, and sets what the program reads", () => {
  const { scripts } = JSON.parse(text("examples/query-donors/package.json")) as Manifest;
  const main = text("examples/query-donors/src/main.ts");
  const lines = codeIn("examples/query-donors/README.md").flatMap((code) => code.trim().split("\n"));
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const [, script] = /^npm (?:run )?(start|[a-z:]+)$/.exec(line) ?? [];
    const variables = /^export (.*)$/.exec(line)?.[1]?.match(/[A-Z_]+(?==)/g) ?? [];
    const isSandbox = /^npx tripact sandbox --port \d+\b/.test(line);
    if (script !== undefined && script !== "install") expect(Object.keys(scripts)).toContain(script);
    for (const name of variables) expect(main).toContain(name);
    expect([script !== undefined, variables.length > 0, isSandbox]).toContain(true);
  }
});
