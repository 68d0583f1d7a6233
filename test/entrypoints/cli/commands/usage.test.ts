import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { smallProject } from "../../../consumers/usage/small-project.ts";
import { shop, till, tillWith } from "../../../consumers/usage/shop.ts";
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

  // As in docs/guides/check-your-own-api.md.
  describe("of a document that is not ours", () => {
    const changed = (from: string, to: string): string => {
      const text = JSON.stringify(shop);
      expect(text).toContain(from);
      return text.replaceAll(from, to);
    };

    const tillFolder = async (): Promise<string> => {
      const cwd = tillWith("", {
        "shop.json": JSON.stringify(shop),
        "src/till.ts": till.replace("./api.ts", "./api/types.d.ts"),
      });
      expect(await runCli("generate --openapi shop.json --out src/api", { cwd })).toMatchObject({ code: 0 });
      return cwd;
    };

    test("lists what a project uses, and judges its changes", async () => {
      const cwd = await tillFolder();
      const written = await runCli("usage --openapi shop.json --name till", { cwd });
      expect(written).toEqual({
        code: 0,
        err: "",
        out: "till → tripact.usage.json\n  corner-shop 2 operations called, 7 fields read, 4 sent\n",
      });
      const judge = async (text: string) => {
        writeFileSync(join(cwd, "new.json"), text);
        const { code, out } = await runCli("diff shop.json new.json --usage tripact.usage.json", { cwd });
        return { code, out };
      };
      const broken = await judge(changed('"total":{"type":"string"}', '"total":{"type":"number"}'));
      expect(broken.code).toBe(1);
      expect(broken.out).toContain("breaks till: src/till.ts:8 reads Order.total");
      expect(broken.out).toContain("not safe to release: breaks till");
      // As breaking as the other, for those who call it.
      const others = await judge(changed('"name":{"type":"string"}', '"name":{"type":"number"}'));
      expect(others.code).toBe(0);
      expect(others.out).toContain("breaking");
      expect(others.out).toContain("safe to release: 1 consumer uses nothing that changes");
      expect(others.out).not.toContain("not compared");
      const document = '{ "openapi": "3.1.0", "paths": {} }';
      writeFileSync(join(cwd, "other.json"), document);
      const { code, out } = await runCli("diff other.json other.json --usage tripact.usage.json", { cwd });
      expect([code, out]).toEqual([
        0,
        expect.stringContaining(
          "not compared: corner-shop, which till uses and no compared document describes",
        ),
      ]);
    });

    test("takes the interfaces of a configuration, by their names there", async () => {
      const cwd = await tillFolder();
      writeFileSync(
        join(cwd, "tripact.config.yaml"),
        "interfaces: { till-api: { openapi: shop.json, baseUrl: '${SHOP_URL}', credentials: {} } }\n",
      );
      const { code, out } = await runCli("usage --name till", { cwd });
      expect([code, out]).toEqual([0, expect.stringContaining("  till-api   2 operations called")]);
      const named = await runCli("usage --name till --openapi shop.json --interface orders", { cwd });
      expect(named.out).toContain("  orders     2 operations called");
    });

    test("is known by its traffic, below the server's path", async () => {
      const cwd = await temporaryFolder({
        "shop.json": JSON.stringify(shop),
        "t.ndjson": `${JSON.stringify({
          request: { method: "GET", url: "https://shop.example.org/v2/customers/7", headers: {} },
          outcome: { kind: "response", status: 200, headers: {}, body: { kind: "unknown" }, elapsedMs: 1 },
        })}\n`,
      });
      const { code, out } = await runCli("usage --openapi shop.json --recording t.ndjson --name desk", {
        cwd,
      });
      expect([code, out]).toEqual([0, expect.stringContaining("corner-shop 1 operation called")]);
      writeFileSync(join(cwd, "new.json"), changed('"name":{"type":"string"}', '"name":{"type":"number"}'));
      const diff = await runCli("diff shop.json new.json --usage tripact.usage.json", { cwd });
      expect(diff.out).toContain("may break desk: its traffic uses the whole of");
      writeFileSync(join(cwd, "new.json"), changed('"total":{"type":"string"}', '"total":{"type":"number"}'));
      expect((await runCli("diff shop.json new.json --usage tripact.usage.json", { cwd })).code).toBe(0);
    });

    test.each([
      [["--interface", "shop"], "--interface: belongs to a document"],
      [["--openapi", "shop.json", "--interface", "crm"], "--interface: must be lower-case letters"],
      [["--openapi", "none.json"], "none.json"],
      [["--openapi", "shop.json"], "uses nothing of the interface corner-shop"],
    ])("refuses %o in one line", async (args, message) => {
      const cwd = smallProject({ "shop.json": JSON.stringify(shop) });
      const { code, err } = await runCli(["usage", ...args], { cwd });
      expect([code, err.trim().split("\n").length]).toEqual([2, 1]);
      expect(err).toContain(message);
    });
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
    [{ "src/contract.ts": "export {};" }, [], "uses nothing of the interfaces crm, donation, volunteer"],
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
