import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { closedVersion, loadCompiler } from "../../../src/consumers/usage/load-compiler.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { smallProject } from "./small-project.ts";

const gifts = `import type { components } from "./contract.ts";
export const amountOf = (gift: components["schemas"]["Gift"]): string => gift.amount ?? "";
`;

/** A project that has installed some of our own packages, under other names. */
const projectWith = (installed: Readonly<Record<string, string>>): string => {
  const folder = smallProject({ "src/gifts.ts": gifts, "package.json": '{ "name": "intake" }' });
  for (const [name, own] of Object.entries(installed)) {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(resolve("node_modules", own), path);
  }
  return folder;
};

describe("the compiler of a project", () => {
  test("is its own", () => {
    const folder = projectWith({ typescript: "typescript" });
    expect([loadCompiler(folder).version, closedVersion(folder)]).toEqual([ts.version, undefined]);
  });

  test("is the one beside tripact where it has none", () => {
    const folder = projectWith({});
    expect([loadCompiler(folder).version, closedVersion(folder)]).toEqual([ts.version, undefined]);
  });

  test.each([
    ["the one beside TypeScript 7", { "typescript-6": "typescript" }],
    ["the one beside tripact where TypeScript 7 is alone", {}],
  ])("is %s, and the command says so", async (_, more) => {
    const folder = projectWith({ typescript: "typescript-7", ...more });
    expect(loadCompiler(folder).version).toBe(ts.version);
    expect(closedVersion(folder)).toMatch(/^7\./);
    const { code, out, err } = await runCli("usage", { cwd: folder });
    expect([code, out]).toEqual([0, expect.stringContaining("1 field read")]);
    expect(err).toMatch(
      /^tripact: the project has TypeScript 7\..*; it is read with TypeScript 5\.\d+\.\d+\n$/,
    );
  });
});

describe("a project that no compiler can read", () => {
  const deep = (open: string, close: string): string =>
    `export const x = ${open.repeat(50_000)}1${close.repeat(50_000)};\n`;

  test.each([
    ["parentheses", deep("(", ")"), "src/deep.ts"],
    ["lists", deep("[", "]"), "src/deep.ts"],
    ["calls", `declare const f: any;\nexport const x = f${"()".repeat(50_000)};\n`, "tsconfig.json"],
  ])("is nested too deeply: 50,000 %s", async (_, text, file) => {
    const folder = smallProject({ "src/gifts.ts": gifts, "src/deep.ts": text });
    expect(await runCli("usage", { cwd: folder })).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(
        new RegExp(
          `^tripact: \\S*(${file}|tsconfig.json): is nested too deeply for the compiler of TypeScript \\(.*exclude`,
        ),
      ),
    });
  });

  test.each([
    ["an object", '{ "name": { "x": 1 } }'],
    ["cut off", '{ "name": "inta'],
    ["random bytes", "\\u0000\\ufffd"],
  ])("has a package.json that Node does not read: %s", async (_, text) => {
    const folder = smallProject({ "src/gifts.ts": gifts, "package.json": text });
    const { code, out, err } = await runCli("usage", { cwd: folder });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^tripact: \S+package\.json: .*cannot be loaded: Invalid package config .*\(.*\)\n$/);
  });
});

describe("a package under the name of a compiler that is none is not run", () => {
  const ran = (folder: string): boolean => existsSync(join(folder, "ran"));
  const runs = `require("fs").writeFileSync(__dirname + '/../../ran', "");`;
  const withPackage = (manifest: object, code: string): string =>
    smallProject({
      "src/gifts.ts": gifts,
      "node_modules/typescript/package.json": JSON.stringify({ ...manifest, main: "index.js" }),
      "node_modules/typescript/index.js": code,
    });
  const compiler = { name: "typescript", version: "5.9.3", bin: { tsc: "x" } };

  test.each([
    ["another name", { ...compiler, name: "left-pad" }],
    ["no version", { ...compiler, version: undefined }],
    ["no command", { ...compiler, bin: undefined }],
    ["another command", { ...compiler, bin: { pad: "x" } }],
  ])("%s", async (_, manifest) => {
    const folder = withPackage(manifest, runs);
    const { code, out, err } = await runCli("usage", { cwd: folder });
    expect([code, out, ran(folder)]).toEqual([2, "", false]);
    expect(err).toMatch(
      /^tripact: \S+node_modules\/typescript\/package\.json: the package typescript is no compiler of TypeScript, and was not loaded \(install TypeScript 5\.4 to 6/,
    );
  });

  test("what cannot be loaded is named", async () => {
    const folder = withPackage(compiler, "throw new Error('half an installation')");
    expect(await runCli("usage", { cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining("typescript cannot be loaded: half an installation"),
    });
  });
});
