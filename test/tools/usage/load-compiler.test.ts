import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { closedVersion, loadCompiler } from "../../../src/tools/usage/load-compiler.ts";
import { runCli } from "../cli/run-cli.ts";
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
    const { code, out, err } = await runCli(["usage"], { cwd: folder });
    expect([code, out]).toEqual([0, expect.stringContaining("1 field read")]);
    expect(err).toMatch(
      /^tripact: the project has TypeScript 7\..*; it is read with TypeScript 5\.\d+\.\d+\n$/,
    );
  });
});
