import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commandsBelow } from "./every-command.ts";
import { runCli } from "./run-cli.ts";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

describe("what is asked of the command line itself", () => {
  test.each([["--version"], ["-V"]])("%s prints the version", async (flag) => {
    expect(await runCli([flag])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("--help shows what it is, the most used commands and the exit codes on one screen", async () => {
    const { code, out, err } = await runCli("--help");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Conformance gate, drift detection, stateful sandbox and types");
    for (const text of ["tripact check --config", "tripact sandbox", "Exit codes:", "130  interrupted"])
      expect(out).toContain(text);
    for (const command of ["check", "sandbox", "generate", "facts", "unknowns", "explain"])
      expect(out).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    expect(out.split("\n").length).toBeLessThan(56);
  });

  test.each([
    [["help"], ["--help"]],
    [
      ["help", "check"],
      ["check", "--help"],
    ],
    [
      ["help", "drift", "accept"],
      ["drift", "accept", "--help"],
    ],
  ])("%j prints what %j prints", async (args, same) => {
    const { code, out, err } = await runCli(args);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe((await runCli(same)).out);
  });

  test("without a command the help is printed", async () => {
    const { code, out, err } = await runCli([]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe((await runCli("--help")).out);
    expect((await runCli("--quiet --json")).out).toBe((await runCli("--help --json")).out);
  });

  test("without a command of a group the help goes to standard error and the code is 2", async () => {
    const { code, out, err } = await runCli("fleet");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Usage: tripact fleet");
  });
});

describe("wrong use with --json", () => {
  test("stays out of a report that is there already", async () => {
    const args = ["check", "--check", "webhook-is-read-by-id", "--json", "--report", "junit=/dev/full"];
    const { code, out, err } = await runCli(args);
    expect([code, JSON.parse(out).tool.name]).toEqual([2, "tripact"]);
    expect(err).toMatch(/^tripact: \/dev\/full: cannot be written: no space is left/);
  });
});

describe("--json, where something else than a result is printed", () => {
  test.each([
    [
      ["chek"],
      2,
      { exitCode: 2, errors: [{ message: "unknown command 'chek'", hint: "did you mean check?" }] },
    ],
    [["check", "--fact", "DON-3"], 2, { exitCode: 2, errors: [{ place: "--fact" }] }],
    [[], 0, { command: "tripact" }],
    [
      ["--help"],
      0,
      {
        command: "tripact",
        commands: expect.arrayContaining([{ name: "check", summary: expect.any(String) }]),
      },
    ],
    [["check", "--help"], 0, { command: "tripact check", options: expect.any(Array) }],
    [["--version"], 0, { version: expect.any(String) }],
  ])("%j is one JSON document on standard output", async (args, code, document) => {
    const result = await runCli([...args, "--json"]);
    expect(result.code).toBe(code);
    expect(JSON.parse(result.out)).toMatchObject(document);
  });

  test("every command prints its help and its errors so", async () => {
    const all = await commandsBelow();
    expect(all.length).toBeGreaterThan(35);
    const wrong: unknown[] = [];
    for (const { words } of all) {
      const name = ["tripact", ...words].join(" ");
      const tries = [
        { args: [...words, "--help"], code: 0, key: "command" },
        { args: ["help", ...words], code: 0, key: "command" },
        { args: [...words, "--bogus"], code: 2, key: "errors" },
        { args: [...words, "--help=x"], code: 2, key: "errors" },
        { args: [...words, "none", "none", "none", "--bogus"], code: 2, key: "errors" },
      ] as const;
      for (const { args, code, key } of tries) {
        const result = await runCli([...args, "--json"]);
        const { [key]: said } = JSON.parse(result.out || "{}") as Record<string, unknown>;
        const isRight = result.code === code && (key === "errors" ? Array.isArray(said) : said === name);
        if (!isRight) wrong.push({ args, ...result });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("a bug, too", async () => {
    const broken = Object.defineProperty({}, "XDG_STATE_HOME", {
      get: () => {
        throw new Error("broken");
      },
    });
    const { code, out } = await runCli("drift --json", { env: broken });
    expect(code).toBe(3);
    expect(JSON.parse(out)).toEqual({ exitCode: 3, errors: [{ message: "broken: this is a bug" }] });
  });
});
