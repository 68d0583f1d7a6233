/**
 * Makes the next version from the changesets: package.json, CHANGELOG.md, the lock file, every pinned version, the
 * outputs in README.md, and the record of the formats to be released. Does not commit.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordContract } from "./package/contract-changes.ts";
import { root } from "./package/entries.ts";
import { disagreements, recordProblems } from "./release/agreement.ts";
import { recordFormats } from "./release/formats.ts";
import { packageVersion, pinned, releaseState } from "./release/state.ts";

const run = (command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { cwd: root, stdio: "inherit" });
};

/** Updates the version wherever it is pinned. */
const pin = (version: string): void => {
  for (const { path, pattern } of pinned()) {
    const file = join(root, path);
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replaceAll(pattern, (found, old: string) => found.replace(old, version)),
    );
  }
};

const before = releaseState();
if (before.changesets.length === 0) throw new Error("there is no changeset: npx changeset");
run(process.execPath, join(root, "node_modules/@changesets/cli/bin.js"), "version");
run("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund");
const version = packageVersion();
pin(version);
recordFormats(version);
recordContract();
run(process.execPath, join(root, "scripts/readme.ts"));
// The current commit still has the old version.
const state = { ...releaseState(), tagsHere: [] };
const problems = [...disagreements(state), ...recordProblems(state)];
if (problems.length > 0) throw new Error(problems.join("\n"));
process.stdout.write(`${before.version} → ${version}\n`);
