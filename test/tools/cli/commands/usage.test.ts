import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { smallProject } from "../../usage/small-project.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const gifts = `import type { components } from "./contract.ts";
export const amountOf = (gift: components["schemas"]["Gift"]): string => gift.amount ?? "secret text";
`;

const project = (): string => smallProject({ "src/gifts.ts": gifts, "package.json": '{ "name": "intake" }' });

describe("tripact usage", () => {
  test("writes what a project uses, and notices when that is stale", async () => {
    const cwd = project();
    const written = await runCli(["usage"], { cwd });
    expect(written).toEqual({
      code: 0,
      err: "",
      out: "intake → tripact.usage.json\n  donation   0 operations called, 1 field read, 0 sent\n",
    });
    const text = readFileSync(join(cwd, "tripact.usage.json"), "utf8");
    expect(text).not.toContain("secret");
    expect(JSON.parse(text)).toMatchObject({ version: 1, consumer: "intake" });

    expect((await runCli(["usage", "--check", "--quiet"], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, "src/gifts.ts"), gifts.replaceAll("amount", "id"));
    const stale = await runCli(["usage", "--check"], { cwd });
    expect(stale.code).toBe(1);
    expect(stale.out).toMatch(/^tripact\.usage\.json:\d+ is stale; tripact usage brings it up to date\n$/);
    expect(readFileSync(join(cwd, "tripact.usage.json"), "utf8")).toBe(text);
  });

  test("--check fails where there is no file yet", async () => {
    const { code, out } = await runCli(["usage", "--check"], { cwd: project() });
    expect({ code, out }).toEqual({
      code: 1,
      out: "tripact.usage.json is missing; tripact usage writes it\n",
    });
  });

  test("takes a folder, a name and a file, and prints JSON", async () => {
    const folder = project();
    const cwd = await temporaryFolder();
    const args = ["usage", "--project", folder, "--name", "desk", "--out", "desk.json", "--json"];
    const { code, out } = await runCli(args, { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ file: "desk.json", consumer: "desk" });
  });

  test.each([
    [{}, ["--project", "nowhere.json"], "--project nowhere.json: there is no such file"],
    [{ "src/contract.ts": "export {};" }, [], "uses nothing of the three interfaces"],
    [{ "tsconfig.json": '{ "extends": "./none.json" }' }, [], "none.json"],
    [{ "tsconfig.json": "{ nonsense" }, [], "tsconfig.json"],
    [{}, ["--out", "tsconfig.json"], "is the same file as the configuration of the project"],
  ])("refuses %o with %o in one line", async (files, args, message) => {
    const cwd = smallProject({ "src/gifts.ts": "export {};", ...files });
    const { code, err } = await runCli(["usage", ...args], { cwd });
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});
