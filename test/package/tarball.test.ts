/** Installs the packed package in an empty project, as users do: it asks the registry for what the package depends on. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { nodeOf } from "../../scripts/package/node-of.ts";
import { fileIn } from "../docs/guide.ts";
import { isNightly } from "../nightly.ts";

const root = resolve(import.meta.dirname, "../..");

/** The same program for CommonJS, which has no await outside a function. */
const asCommonJs = (program: string): string => {
  const [, imports = "", body = ""] = /^((?:import .*\n)+)([\s\S]*)$/.exec(program) ?? [];
  return `${imports}const main = async (): Promise<void> => {\n${body}};\nvoid main();\n`;
};

const createProject = (folder: string): void => {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const packages = [`tripact@file:${inject("tarball")}`, "openapi-fetch@0.17"];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder, stdio: "ignore" });
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
};

const compile = (folder: string, file: string, settings: readonly string[]): string => {
  const strict = ["--strict", "--target", "es2024", "--lib", "es2024,esnext.disposable", "--types", "node"];
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), file, ...strict, ...settings],
    { cwd: folder, encoding: "utf8" },
  );
  return stdout;
};

describe.runIf(isNightly)("from the packed tarball in an empty project", () => {
  const folder = join(tmpdir(), `tripact-tarball-${process.pid}`);
  beforeAll(() => createProject(folder), 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const program = fileIn(join(root, "docs/guides/library.md"), "gate.ts");

  /** What the program prints, as any run of it does. */
  const expectGate = ({
    stdout,
    status,
  }: {
    readonly stdout: string;
    readonly status: number | null;
  }): void => {
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+ facts can be judged\n50 requests\n[^]*\nconformant: \d+ passed, 0 failed\n/);
    expect(stdout).toMatch(/\nfindings\nVOL-01 listUsers: .* \([\da-f]{12}\)\n/);
    expect(readFileSync(join(folder, "report.html"), "utf8")).toMatch(/^<!doctype html>/);
  };

  test("the program of docs/guides/library.md compiles under strict with nodenext and bundler, and runs", () => {
    expect(program.trim().split("\n").length).toBeLessThan(31);
    writeFileSync(join(folder, "gate.ts"), program);
    expect(
      compile(folder, "gate.ts", ["--module", "esnext", "--moduleResolution", "bundler", "--noEmit"]),
    ).toBe("");
    expect(compile(folder, "gate.ts", ["--module", "nodenext"])).toBe("");
    expectGate(spawnSync(process.execPath, ["gate.js"], { cwd: folder, encoding: "utf8" }));
  });

  test("the same by require() on Node 22", () => {
    writeFileSync(join(folder, "gate.cts"), asCommonJs(program));
    expect(compile(folder, "gate.cts", ["--module", "nodenext"])).toBe("");
    expect(readFileSync(join(folder, "gate.cjs"), "utf8")).toContain('require("tripact")');
    const node = nodeOf(22, folder);
    expect(execFileSync(node, ["--version"], { encoding: "utf8" })).toMatch(/^v22\./);
    expectGate(spawnSync(node, ["gate.cjs"], { cwd: folder, encoding: "utf8" }));
  });

  test("the program of docs/guides/develop-against-the-sandbox.md compiles under strict, and runs", () => {
    writeFileSync(
      join(folder, "app.ts"),
      fileIn(join(root, "docs/guides/develop-against-the-sandbox.md"), "app.ts"),
    );
    expect(compile(folder, "app.ts", ["--module", "nodenext"])).toBe("");
    const { stdout } = spawnSync(process.execPath, ["app.js"], { cwd: folder, encoding: "utf8" });
    expect(stdout).toMatch(/^\d+ 250 Email \[ true \] \d{4}-/);
  });

  test("tripact mcp names the packages that it needs, and serves with them", () => {
    const serve = () =>
      spawnSync("npx", ["tripact", "mcp"], {
        cwd: folder,
        encoding: "utf8",
        input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
      });
    const missing = serve();
    expect([missing.status, missing.stdout]).toEqual([2, ""]);
    const [, install = ""] = /\(npm install (.*)\)\n$/.exec(missing.stderr) ?? [];
    execFileSync("npm", ["install", "--no-audit", "--no-fund", ...install.split(" ")], {
      cwd: folder,
      stdio: "ignore",
    });
    const served = serve();
    expect([served.status, JSON.parse(served.stdout)]).toEqual([0, { jsonrpc: "2.0", id: 1, result: {} }]);
  });
});
