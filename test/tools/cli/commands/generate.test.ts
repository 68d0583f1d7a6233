import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("fills a new folder, finds it up to date, and tells and mends what is stale", async () => {
  const cwd = temporaryFolder();
  const generate = (...flags: readonly string[]): ReturnType<typeof runCli> =>
    runCli(["generate", "--out", "made", ...flags], { cwd });

  expect(await generate("--quiet")).toEqual({ code: 0, out: "", err: "" });
  expect(existsSync(join(cwd, "made/operations.ts"))).toBe(true);

  writeFileSync(join(cwd, "made/operations.ts"), "changed\n");
  rmSync(join(cwd, "made/registry.ts"));
  const stale = await generate("--check");
  expect(stale.code).toBe(1);
  expect(stale.out).toMatch(
    /^operations\.ts:1 is not up to date: "changed" should be ".+"\nregistry\.ts is missing\n2 of/,
  );
  expect((await generate("--check", "--json")).code).toBe(1);
  expect(existsSync(join(cwd, "made/registry.ts"))).toBe(false);

  expect((await generate()).out).toContain("2 of");
  // What it says to people is held by test/readme.test.ts.
  const checked = await generate("--check", "--json");
  expect([checked.code, JSON.parse(checked.out).stale]).toEqual([0, []]);
});

test("never deletes what it did not make", async () => {
  const cwd = temporaryFolder({ "precious.txt": "x" });
  const { code, out, err } = await runCli(["generate", "--out", "."], { cwd });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(
    "tripact: --out .: the folder contains files that are not generated, for example precious.txt (choose an empty or a new folder)\n",
  );
  expect(readdirSync(cwd)).toEqual(["precious.txt"]);
});
