import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { smallProject } from "../../../consumers/usage/small-project.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const gifts = `import type { components } from "./contract.ts";
export const amountOf = (gift: components["schemas"]["Gift"]): string => gift.amount ?? "secret text";
`;

const project = (): string => smallProject({ "src/gifts.ts": gifts, "package.json": '{ "name": "intake" }' });

/** A recording of some calls of one operation. */
const traffic = (calls: number): string =>
  `${JSON.stringify({
    interface: "donation",
    request: {
      method: "GET",
      url: "https://d.example/api/Gift/list?Take=3&Filter=secret%20text",
      headers: {},
    },
    outcome: { kind: "response", status: 200, headers: {}, body: { kind: "unknown" }, elapsedMs: 1 },
  })}\n`.repeat(calls);

describe("tripact usage", () => {
  test("writes what a project uses, and notices when that is stale", async () => {
    const cwd = project();
    const written = await runCli("usage", { cwd });
    expect(written).toEqual({
      code: 0,
      err: "",
      out: "intake → tripact.usage.json\n  donation   0 operations called, 1 field read, 0 sent\n",
    });
    const text = readFileSync(join(cwd, "tripact.usage.json"), "utf8");
    expect(text).not.toContain("secret");
    expect(JSON.parse(text)).toMatchObject({ version: 1, consumer: "intake" });

    expect((await runCli("usage --check --quiet", { cwd })).code).toBe(0);
    writeFileSync(join(cwd, "src/gifts.ts"), gifts.replaceAll("amount", "id"));
    const stale = await runCli("usage --check", { cwd });
    expect(stale.code).toBe(1);
    expect(stale.out).toMatch(/^tripact\.usage\.json:\d+ is stale; tripact usage brings it up to date\n$/);
    expect(readFileSync(join(cwd, "tripact.usage.json"), "utf8")).toBe(text);
  });

  test("--check fails where there is no file yet", async () => {
    const { code, out } = await runCli("usage --check", { cwd: project() });
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

  test("adds what a recording shows, and keeps it until another recording is read", async () => {
    const cwd = project();
    writeFileSync(join(cwd, "t.ndjson"), traffic(2));
    const read = () => readFileSync(join(cwd, "tripact.usage.json"), "utf8");
    const written = await runCli("usage --recording t.ndjson", { cwd });
    expect(written.out).toBe(
      "intake → tripact.usage.json\n  donation   1 operation called, 1 field read, 2 sent\n",
    );
    expect(read()).toContain('"how":"call","seen":2,"at":[]}');
    expect(read()).not.toContain("secret text");

    // Another number of calls makes nothing stale, and code that calls nothing leaves what was recorded.
    writeFileSync(join(cwd, "t.ndjson"), traffic(5));
    expect((await runCli("usage --check --recording t.ndjson", { cwd })).code).toBe(0);
    const before = read();
    await runCli("usage", { cwd });
    expect(read()).toBe(before);
    writeFileSync(join(cwd, "t.ndjson"), traffic(1).replace("Take=3", "Skip=3"));
    const stale = await runCli("usage --check --recording t.ndjson", { cwd });
    expect([stale.code, stale.out]).toEqual([1, expect.stringContaining("is stale")]);
  });

  test("knows a consumer by its traffic alone, and names it in a verdict", async () => {
    const cwd = await temporaryFolder({ "t.ndjson": traffic(2) });
    const { code } = await runCli("usage --recording t.ndjson --name desk", { cwd });
    expect(code).toBe(0);
    const document = readFileSync("specs/donation.yaml", "utf8");
    writeFileSync(join(cwd, "old.yaml"), document);
    writeFileSync(join(cwd, "new.yaml"), document.replaceAll("/api/Gift/list:", "/api/Gift/listed:"));
    const diff = await runCli("diff old.yaml new.yaml --usage tripact.usage.json", { cwd });
    expect(diff.code).toBe(1);
    expect(diff.out).toContain("breaks desk: its traffic calls GET /api/Gift/list");
  });

  test.each([
    ["none.json", "", "none.json: not a recording"],
    [
      "t.ndjson",
      '{"request":{"method":"GET","url":"https://d.example/x"}}\n',
      "calls a documented operation",
    ],
    ["t.ndjson", `${traffic(1)}{"broken\n`, "t.ndjson:2: cannot be read"],
    ["tripact.usage.json", traffic(1), "is the same file"],
  ])("refuses %s as a recording that holds %j", async (name, text, message) => {
    const cwd = await temporaryFolder({ [name]: text });
    const { code, err } = await runCli(["usage", "--recording", name], { cwd });
    expect([code, err.trim().split("\n").length]).toEqual([2, 1]);
    expect(err).toContain(message);
  });

  test.each([
    [{}, ["--project", "nowhere.json"], "--project nowhere.json: file not found"],
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
