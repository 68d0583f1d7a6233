/**
 * Does everything of a release up to the upload, from a clean clone of the current commit: the plan, the installation
 * from the lock file, the builds, and `npm publish --dry-run`. The results are in dist-release/.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./package/entries.ts";

const clone = mkdtempSync(join(tmpdir(), "tripact-release-"));
const path = [join(clone, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);

const run = (command: string, ...args: readonly string[]): void => {
  const started = performance.now();
  execFileSync(command, args, { cwd: clone, stdio: "inherit", env: { ...process.env, PATH: path } });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`— ${[command, ...args].join(" ")}: ${seconds} s\n`);
};

try {
  run("git", "clone", "--quiet", "--no-hardlinks", root, ".");
  run("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
  run("npm", "run", "--silent", "release:plan");
  run("npm", "run", "--silent", "release:build", "--", join(root, "dist-release"));
  run("npm", "run", "--silent", "release:publish", "--", join(root, "dist-release"), "--dry-run");
} finally {
  rmSync(clone, { recursive: true });
}
