import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { suite } from "../../../../src/inputs/suite.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runCli } from "../run-cli.ts";
import { someOf } from "../../../nightly.ts";

const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { code, out, err } = await runCli(["complete", "--", ...words]);
  expect([code, err]).toEqual([0, ""]);
  return out.trimEnd().split("\n");
};

const wordsOf = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.includes("\t")).map((line) => line.split("\t")[0] ?? "");

describe("tripact completion", () => {
  test.each(["bash", "zsh", "fish", "powershell"])(
    "prints a script for %s that asks tripact",
    async (shell) => {
      const { code, out, err } = await runCli(["completion", shell]);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toMatch(/tripact/);
      expect(out.length).toBeGreaterThan(1000);
      if (shell !== "bash" && shell !== "zsh") return;
      const read = spawnSync(shell, ["-n"], { input: out, encoding: "utf8" });
      // Only where the shell is there: it reads the script and runs nothing of it.
      if (read.error === undefined) expect([read.status, read.stderr]).toEqual([0, ""]);
    },
  );

  const hasBash = spawnSync("bash", ["--version"]).error === undefined;

  // What a shell may choose from is tested below: a usual run has what the script makes of the words of a line.
  test.skipIf(!hasBash).each(
    someOf(
      [
        ["tripact check --report = js", ["json="]],
        ["tripact che", ["check"]],
        ["tripact check --interf", ["--interface"]],
        ["tripact check '$(echo hurt >&2)'", []],
        ["tripact check --fact DON-03", ["DON-03"]],
      ] as const,
      3,
    ),
  )("completes %s in a bash that has nothing but the script, read twice", async (words, choices) => {
    const { out: script } = await runCli("completion bash");
    const lines = [
      script,
      script,
      `tripact() { "$NODE" "$BIN" "$@"; }`,
      `COMP_WORDS=(${words})`,
      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))",
      "__tripact_complete tripact",
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ];
    const bin = fileURLToPath(new URL("../../../../bin/tripact.js", import.meta.url));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const kept = { PATH, NODE_COMPILE_CACHE };
    const { stdout, stderr } = spawnSync("bash", ["--norc", "--noprofile"], {
      input: lines.join("\n"),
      encoding: "utf8",
      env: { ...kept, NODE: process.execPath, BIN: bin },
    });
    expect([stdout.split("\n").filter(Boolean), stderr]).toEqual([choices, ""]);
  });
});

describe("after npx tripact", () => {
  const complete = (shell: string, lines: readonly string[]): readonly string[] => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    const bin = fileURLToPath(new URL("../../../../bin/tripact.js", import.meta.url));
    writeFileSync(
      join(folder, "node_modules/.bin/tripact"),
      `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`,
      { mode: 0o755 },
    );
    const { PATH = "" } = process.env;
    const { stdout, stderr } = spawnSync(shell, ["-c", lines.join("\n")], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH, HOME: folder },
    });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  };

  const has = (shell: string): boolean => spawnSync(shell, ["--version"]).error === undefined;

  test.skipIf(!has("bash"))("bash asks the project's tripact, and npx completes as before", async () => {
    const { out: script } = await runCli("completion bash");
    const asked = (words: string): readonly string[] => [
      `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`,
      `__tripact_complete_npx npx; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ];
    const before = ["before() { COMPREPLY=(another); }", "complete -F before npx"];
    expect(
      complete("bash", [...before, script, script, ...asked("npx tripact che"), ...asked("npx other che")]),
    ).toEqual(["check", "another"]);
  });

  test.skipIf(!has("fish"))("fish asks the project's tripact", async () => {
    const { out: script } = await runCli("completion fish");
    const [line = ""] = complete("fish", [script, `complete -C "npx tripact che"`]);
    expect(line.split("\t")[0]).toBe("check");
  });
});

describe("a shell gets", () => {
  test("commands, and those below them", async () => {
    expect(wordsOf(await complete("che"))).toEqual(["check"]);
    expect(wordsOf(await complete("report", ""))).toEqual(["merge"]);
    expect(wordsOf(await complete("help", "che"))).toEqual(["check"]);
    expect(wordsOf(await complete(""))).not.toContain("complete");
  });

  test("options of the command and of all commands", async () => {
    expect(wordsOf(await complete("check", "--se"))).toEqual(["--seed"]);
    expect(wordsOf(await complete("facts", "--no-c"))).toEqual(["--no-color"]);
  });

  test("every id where one may stand", async () => {
    const facts = suite.facts.map(({ id }) => id);
    expect(wordsOf(await complete("check", "--fact", ""))).toEqual(facts);
    expect(wordsOf(await complete("check", "--check", "page-env"))).toEqual(["page-envelope"]);
    expect(wordsOf(await complete("explain", "U-01"))).toEqual(["U-01"]);
    expect(wordsOf(await complete("sandbox", "--fault", "total-counts-the"))).toEqual([
      "total-counts-the-page",
    ]);
    expect(wordsOf(await complete("check", "--interface", "d"))).toEqual(["donation"]);
  });

  test("formats of reports, to be gone on with", async () => {
    const lines = await complete("check", "--report", "j");
    expect(wordsOf(lines)).toEqual(["json=", "junit="]);
    expect(lines.at(-1)).toBe(":2");
  });

  test("to offer files where nothing is known", async () => {
    expect(await complete("check", "--config", "")).toEqual([":0"]);
    expect(await complete("report", "merge", "")).toEqual([":0"]);
  });
});
