import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";
import { isNightly } from "../nightly.ts";

const root = join(import.meta.dirname, "../..");

interface Manifest {
  readonly files: readonly string[];
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: { readonly url: string };
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const repository = manifest.repository.url.replace(/^git\+(.*)\.git$/, "$1");

/** Every path, and every folder that one of them lies in. */
const withFolders = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(
    paths.flatMap((path) => {
      const parts = path.split("/");
      return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    }),
  );

/** What npm packs besides what the manifest names. */
const always = ["package.json", "README.md", "LICENSE"];

/** The paths of the package as its manifest names them, without what a build adds. */
const named = (): readonly string[] => [
  ...always,
  ...manifest.files
    .flatMap((file) => globSync([file, `${file}/**`], { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("dist/")),
];

/** The same, asked of npm, which takes a process and seconds. */
const packed = (): readonly string[] => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(output) as [{ files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path).filter((path) => !path.startsWith("dist/"));
};

const linksIn = (page: string): readonly string[] =>
  [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

/** A link without the part of a page that it leads to. */
const fileOf = (link: string): string => link.replace(/#.*$/, "");

/** Pages that are read in the repository, beside those that the documentation site shows. */
const repositoryPages = globSync(["*.md", "docs/contributing/*.md", "skills/**/*.md", "llms.txt"], {
  cwd: root,
});

const pages = [
  ...repositoryPages,
  ...globSync(
    ["docs/{tutorial,guides,reference,explanation}/*.md", "examples/**/*.md", "api/contract/*.md"],
    {
      cwd: root,
      exclude: ["**/node_modules/**"],
    },
  ),
];

/** Pages that readers of the registry see, and find in the installed package. */
const packedPages = ["README.md", "CHANGELOG.md", "llms.txt"];

const isRelative = (link: string): boolean => !/^(https?:|#)/.test(link);

/** The path that a relative link of a page leads to. */
const pathOf = (page: string, link: string): string =>
  normalize(join(dirname(page), fileOf(link))).replace(/\/$/, "");

test("a relative link of a packed page leads to a packed file", () => {
  const known = withFolders(named());
  const broken = packedPages.flatMap((page) =>
    linksIn(page)
      .filter((link) => isRelative(link) && !known.has(pathOf(page, link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(known.size).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test.runIf(isNightly)("npm packs what the manifest names, and nothing else", () => {
  expect(packed().toSorted()).toEqual(named().toSorted());
});

test("a relative link of a page in the repository leads to a file that is there", () => {
  const broken = repositoryPages.flatMap((page) =>
    linksIn(page)
      .filter((link) => isRelative(link) && !existsSync(join(root, pathOf(page, link))))
      .map((link) => `${page}: ${link}`),
  );
  expect(repositoryPages).toEqual(expect.arrayContaining(["docs/contributing/recipes.md", "llms.txt"]));
  expect(broken).toEqual([]);
});

test("a link into the repository leads to a file that is there", () => {
  const broken = pages.flatMap((page) =>
    linksIn(page).flatMap((link) => {
      const [, path] = new RegExp(`^${repository}/(?:blob|tree)/main/(.+)$`).exec(fileOf(link)) ?? [];
      return path === undefined || existsSync(join(root, path)) ? [] : [`${page}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("a page of a folder names source files that are there", () => {
  const sources = globSync("{src,test,scripts,site,bench}/**/*.{ts,js,cjs}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const wrong = globSync("src/**/README.md", { cwd: root }).flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/`([\w./-]+\.(?:ts|js|cjs))`/g)].flatMap(
      ([, name = ""]) =>
        sources.some((path) => `/${path}`.endsWith(`/${name.replace(/^(?:\.\.?\/)+/, "")}`))
          ? []
          : [`${page}: ${name}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test("a page of a folder names types that its files know", () => {
  const wrong = globSync("src/**/README.md", { cwd: root }).flatMap((page) => {
    const sources = globSync(`${dirname(page)}/**/*.{ts,js}`, { cwd: root })
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    return [...readFileSync(join(root, page), "utf8").matchAll(/`([A-Z][a-z]+[A-Z]\w*)`/g)].flatMap(
      ([, name = ""]) => (new RegExp(`\\b${name}\\b`).test(sources) ? [] : [`${page}: ${name}`]),
    );
  });
  expect(wrong).toEqual([]);
});

test("the page of tripact-contract has no relative link: the registry would follow it elsewhere", () => {
  expect(linksIn("api/contract/README.md").filter(isRelative)).toEqual([]);
});

test("the manifest names one repository", () => {
  expect(repository).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
  expect(manifest.homepage).toBe(`${repository}#readme`);
  expect(manifest.bugs.url).toBe(`${repository}/issues`);
});

test("every page of docs/ that a message names is packed", () => {
  const named = globSync("src/**/*.ts", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\bdocs\/[a-z-]+\/[a-z-]+\.md/g)].map(
      ([page]) => page,
    ),
  );
  expect(named).toContain("docs/guides/your-own-target.md");
  expect(manifest.files).toContain("docs/{tutorial,guides,reference,explanation}/*.md");
  expect(named.filter((page) => !existsSync(join(root, page)))).toEqual([]);
});

test("llms.txt and the skill name pages that are packed, in the form that agents read", () => {
  const skill = readFileSync(join(root, "skills/tripact/SKILL.md"), "utf8");
  const pages = [...skill.matchAll(/`(docs\/[a-z-]+\/[a-z-]+\.md)`/g)].map(([, page = ""]) => page);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([]);
  expect(skill).toMatch(/^---\nname: tripact\ndescription: .{50,1024}\n---\n/);
  expect(readFileSync(join(root, "llms.txt"), "utf8")).toMatch(/^# tripact\n\n> .+\n/);
});
