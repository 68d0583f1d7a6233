import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Bump } from "../../src/consumers/diff/next-version.ts";
import { contractChange } from "../package/contract-changes.ts";
import { root } from "../package/entries.ts";
import type { ReleaseState } from "./agreement.ts";
import { recordedFormats } from "./formats.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

const releaseTags = (...args: readonly string[]): readonly string[] =>
  git("tag", "--list", "v*", ...args).filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));

interface Lock {
  readonly version: string;
  readonly packages: { readonly "": { readonly version: string } };
}

/** Files outside package.json that name the version, with a pattern whose group is the version. */
const copies: readonly (readonly [files: string, pattern: RegExp])[] = [
  ["action.yml", /^ {4}default: (\d+\.\d+\.\d+)$/gm],
  ["docs/*/*.md", /\btripact\/tripact@v(\d+\.\d+\.\d+)/g],
  ["docs/*/*.md", /\btripact@(\d+\.\d+\.\d+)/g],
  ["docs/*/*.md", /releases\/download\/v(\d+\.\d+\.\d+)/g],
  ["docs/*/*.md", /ghcr\.io\/tripact\/tripact:(\d+\.\d+\.\d+)/g],
  ["templates/*/*.yml", /\btripact@(\d+\.\d+\.\d+)/g],
];

/** The files that pin the version, with the pattern that finds it. */
export const pinned = (): readonly { readonly path: string; readonly pattern: RegExp }[] =>
  copies.flatMap(([files, pattern]) => globSync(files, { cwd: root }).map((path) => ({ path, pattern })));

const pins = (): ReleaseState["pins"] =>
  pinned().flatMap(({ path, pattern }) =>
    [...read(path).matchAll(pattern)].map(([, version = ""]) => ({ path, version })),
  );

/** The step that a changeset requests for tripact. */
const stepIn = (path: string): Bump => {
  const [, head = ""] = read(path).split("---\n");
  return (parse(head) as { readonly tripact?: Bump }).tripact ?? "none"; // Changesets rejects any other form.
};

export const packageVersion = (): string => {
  const { version }: { version: string } = JSON.parse(read("package.json"));
  return version;
};

export const releaseState = (): ReleaseState => {
  const lock: Lock = JSON.parse(read("package-lock.json"));
  return {
    version: packageVersion(),
    lockVersions: [lock.version, lock.packages[""].version],
    pins: pins(),
    changelog: read("CHANGELOG.md"),
    tags: releaseTags(),
    tagsHere: releaseTags("--points-at", "HEAD"),
    changesets: globSync(".changeset/*.md", { cwd: root, exclude: [".changeset/README.md"] }).map(stepIn),
    recorded: recordedFormats(),
    contractChange: contractChange(),
  };
};
