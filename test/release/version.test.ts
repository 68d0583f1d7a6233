import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/package/entries.ts";
import { isNightly } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

/** A clone of the present commit with the packages of this one, released as it is. */
const releasedClone = () => {
  const folder = temporaryFolder();
  const path = [join(root, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);
  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, PATH: path },
    });
  run("git", "clone", "--quiet", root, ".");
  run("git", "config", "user.name", "test");
  run("git", "config", "user.email", "test@example.org");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // What is to be released is: no changeset is pending.
  for (const file of globSync(".changeset/*.md", { cwd: folder }))
    if (!file.endsWith("README.md")) rmSync(join(folder, file));
  run("node", "scripts/release-formats.ts", "--record");
  const version: string = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  run("git", "commit", "--allow-empty", "--all", "--message", "Release", "--quiet");
  run("git", "tag", `v${version}`);
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  return { folder, run, read, write, version };
};

// It clones the repository and runs the examples of README.md: TRIPACT_NIGHTLY=1 npx vitest run test/release/version.test.ts
describe.runIf(isNightly)("after a release,", () => {
  test("a breaking change needs a changeset of its step, and the next version follows from it", () => {
    const { folder, run, read, write, version } = releasedClone();
    expect(run("node", "scripts/release-plan.ts")).toBe(`step=none\nversion=${version}\n`);

    const config = read("specs/config.schema.yaml");
    write("specs/config.schema.yaml", config.replace(/\n {2}baseline:\n(?: {4}.*\n)+/, "\n"));
    expect(read("specs/config.schema.yaml")).not.toBe(config);
    expect(() => run("node", "scripts/release-plan.ts")).toThrow(/a major change since/);
    expect(run("node", "scripts/release-formats.ts")).toMatch(/^breaking +config\.schema\.yaml .*baseline/m);

    mkdirSync(join(folder, ".changeset"), { recursive: true });
    write(".changeset/gone.md", '---\n"tripact": patch\n---\n\nThe key `baseline` is gone.\n');
    expect(() => run("node", "scripts/release-plan.ts")).toThrow(/is at least/);
    write(".changeset/gone.md", '---\n"tripact": minor\n---\n\nThe key `baseline` is gone.\n');
    expect(run("node", "scripts/release-plan.ts")).toMatch(/^step=version$/m);

    const [major = "", minor = ""] = version.split(".");
    const next = `${major}.${Number(minor) + 1}.0`;
    expect(run("node", "scripts/release-version.ts")).toContain(`${version} → ${next}\n`);
    expect(read("CHANGELOG.md")).toMatch(
      new RegExp(
        `^# Changelog\n\n## ${next}\n\n### Minor Changes\n\n- The key \`baseline\` is gone.\n\n## ${version}\n`,
      ),
    );
    for (const file of [
      "action.yml",
      "README.md",
      "docs/guides/continuous-integration.md",
      "api/released/version.json",
    ])
      expect([file, read(file)]).toEqual([file, expect.stringContaining(next)]);
    run("git", "add", "--all");
    run("git", "commit", "--message", "Version", "--quiet");
    expect(run("node", "scripts/release-plan.ts")).toBe(`step=release\nversion=${next}\n`);
    run("git", "tag", "v9.0.0");
    expect(() => run("node", "scripts/release-plan.ts")).toThrow(/the tag v9\.0\.0 has no section/);
  }, 300_000);
});
