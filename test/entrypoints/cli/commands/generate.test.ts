import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isNightly } from "../../../nightly.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const sources = join(import.meta.dirname, "../../../../src");

test("reports and updates what is stale, and deletes no file of others", async () => {
  const cwd = temporaryFolder();
  cpSync(join(sources, "builtin/generated"), join(cwd, "made"), { recursive: true });
  // A folder of one's own has the lists, too.
  cpSync(join(sources, "checks/generated/checks.ts"), join(cwd, "made/checks.ts"));
  cpSync(join(sources, "builtin/faults/generated/faults.ts"), join(cwd, "made/faults.ts"));
  const generate = (...flags: readonly string[]): ReturnType<typeof runCli> =>
    runCli(["generate", "--out", "made", ...flags], { cwd });
  const made = (name: string): string => readFileSync(join(cwd, "made", name), "utf8");

  const [operations, registry] = [made("operations.ts"), made("registry.ts")];

  writeFileSync(join(cwd, "made/operations.ts"), "changed\n");
  rmSync(join(cwd, "made/registry.ts"));
  const stale = await generate("--check", "--json");
  expect([stale.code, JSON.parse(stale.out).stale]).toEqual([
    1,
    [
      expect.objectContaining({ path: "operations.ts", kind: "changed" }),
      { path: "registry.ts", kind: "missing" },
    ],
  ]);
  expect(existsSync(join(cwd, "made/registry.ts"))).toBe(false);

  const updated = await generate();
  expect(updated.code).toBe(0);
  expect(updated.out).toMatch(
    /^operations\.ts:1 is not up to date: "changed" should be ".+"\nregistry\.ts is missing\n2 of \d+ generated files brought up to date\n$/,
  );
  expect([made("operations.ts"), made("registry.ts")]).toEqual([operations, registry]);

  writeFileSync(join(cwd, "made/own.ts"), "kept\n");
  const refused = await generate();
  expect([refused.code, made("own.ts")]).toEqual([2, "kept\n"]);
  expect(refused.err).toContain("files that are not generated, for example own.ts");
});

// `npm run verify` holds the project's own files.
test.runIf(isNightly)("fills a new folder, and says that everything is up to date", async () => {
  const cwd = temporaryFolder();
  expect(await runCli("generate --out made", { cwd })).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+ files generated\n$/),
    err: "",
  });
  for (const folder of [["--out", "made"], []]) {
    const { code, out } = await runCli(["generate", "--check", ...folder], { cwd });
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ generated files are up to date\n$/)]);
  }
});
