import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const specs = resolve(import.meta.dirname, "../../../../specs");

/** Two folders with the donation document and others, the donation document of the newer one edited. */
const twoVersions = async (
  edit: (text: string) => string,
  others: readonly string[] = ["facts.yaml"],
): Promise<string> => {
  const folder = await temporaryFolder();
  for (const version of ["old", "new"]) {
    await mkdir(join(folder, version));
    for (const name of ["donation.yaml", ...others])
      await copyFile(join(specs, name), join(folder, version, name));
  }
  const path = join(folder, "new", "donation.yaml");
  await writeFile(path, edit(await readFile(path, "utf8")));
  return folder;
};

const renamed = (text: string): string => text.replace("operationId: listGifts", "operationId: listAllGifts");

describe("tripact diff", () => {
  test("tells what breaks whom, by document, and fails", async () => {
    const cwd = await twoVersions(renamed, ["crm.yaml", "facts.yaml"]);
    const { code, out } = await runCli(["diff", "old", "new"], { cwd });
    expect(code).toBe(1);
    expect(out).toContain("donation.yaml\n");
    expect(out).toContain("operation-renamed  listGifts → listAllGifts  breaks consumers");
    expect(out).toContain("1 breaking for consumers, 0 additive, 0 informational\n");
    expect(out).not.toContain("crm.yaml");
  });

  test("a change that breaks others than the audience passes", async () => {
    const cwd = await twoVersions(renamed);
    expect((await runCli(["diff", "old", "new", "--for", "providers"], { cwd })).code).toBe(0);
    expect((await runCli(["diff", "old", "new", "--for", "both"], { cwd })).code).toBe(1);
  });

  test("answers in JSON, files like folders", async () => {
    const cwd = await twoVersions(renamed);
    const { out } = await runCli(["diff", "old/donation.yaml", "new/donation.yaml", "--json"], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      for: "consumers",
      summary: { breaking: 1, additive: 0, informational: 0 },
      changes: [{ document: "donation.yaml", kind: "operation-renamed", operations: ["listAllGifts"] }],
    });
  });

  test("says nothing with --quiet when nothing breaks", async () => {
    const cwd = await twoVersions((text) => text.replace("title: Donation interface", "title: Donations"));
    expect(await runCli(["diff", "old", "new", "--quiet"], { cwd })).toEqual({ code: 0, out: "", err: "" });
  });

  test.each([
    [
      ["old", "new/crm.yaml"],
      "new/crm.yaml: a folder cannot be compared with a file (name two files or two folders)",
    ],
    [["old/crm.yaml", "none.yaml"], "none.yaml: there is no such file"],
    [["old", "none"], "none: there is no such file"],
    [
      ["old/facts.yaml", "new/crm.yaml"],
      "old/facts.yaml: is not an OpenAPI document (its root needs the key openapi)",
    ],
    [["old/crm.yaml"], "missing required argument 'new'"],
    [["old", "new", "--for", "nobody"], "Allowed choices are consumers, providers, both"],
  ])("refuses %j in one line", async (args, message) => {
    const cwd = await twoVersions(renamed, ["crm.yaml", "facts.yaml"]);
    const { code, out, err } = await runCli(["diff", ...args], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  describe("by what consumers use", () => {
    const usageFile = async (cwd: string, consumer: string, location: string): Promise<string> => {
      const use = { interface: "donation", location, how: "read", at: ["src/page.ts:7"] };
      await writeFile(join(cwd, `${consumer}.json`), JSON.stringify({ version: 1, consumer, uses: [use] }));
      return `${consumer}.json`;
    };
    const total = "/components/schemas/Page/properties/total";
    const retyped = (text: string): string =>
      text.replace(/(total:\n\s+type: )integer/, "$1string").replace("title: Donation interface", "title: D");

    test("says who breaks and where, and whom it is safe for", async () => {
      const cwd = await twoVersions(retyped);
      const files = [await usageFile(cwd, "desk", total), await usageFile(cwd, "shop", `${total}s`)];
      const args = ["diff", "old", "new", "--usage", files.join(","), "--matrix", "matrix.html"];
      const { code, out } = await runCli(args, { cwd });
      expect(code).toBe(1);
      expect(out).toContain("breaks desk: src/page.ts:7 reads Page.total\n");
      expect(out).toMatch(/response-type-changed {2}Page\.total +breaks +·/);
      expect(out).toContain("not safe to release: breaks desk\n");
      expect(await readFile(join(cwd, "matrix.html"), "utf8")).toContain("src/page.ts:7 reads Page.total");
    });

    test("is safe to release where nobody uses what changes", async () => {
      const cwd = await twoVersions(retyped);
      const file = await usageFile(cwd, "shop", "/components/schemas/Problem/properties/title");
      const safe = await runCli(["diff", "old", "new", "--usage", file, "--only-used"], { cwd });
      expect(safe.code).toBe(0);
      expect(safe.out).toContain("safe to release: 1 consumer");
      expect(safe.out).not.toContain("response-type-changed");
      const { out } = await runCli(["diff", "old", "new", "--usage", file, "--json", "--only-used"], { cwd });
      expect(JSON.parse(out)).toMatchObject({ safe: true, consumers: { shop: "safe" }, changes: [] });
    });

    test.each([
      [["--only-used"], "--only-used: needs the usage file of a consumer (add --usage FILE)"],
      [["--matrix", "m.html"], "--matrix: needs the usage files of the consumers (add --usage FILE)"],
      [["--usage", "old/facts.yaml"], "--usage old/facts.yaml: is not a usage file"],
      [["--usage", "desk.json", "--usage", "twin.json"], "is of the same consumer as --usage desk.json"],
      [["--usage", "desk.json", "--matrix", "desk.json"], "is the same file as the usage file desk.json"],
    ])("refuses %o", async (args, message) => {
      const cwd = await twoVersions(retyped);
      await usageFile(cwd, "desk", total);
      await copyFile(join(cwd, "desk.json"), join(cwd, "twin.json"));
      const { code, err } = await runCli(["diff", "old", "new", ...args], { cwd });
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
    });
  });
});
