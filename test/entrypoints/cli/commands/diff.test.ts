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
    const { code, out } = await runCli("diff old new", { cwd });
    expect(code).toBe(1);
    expect(out).toContain("donation.yaml\n");
    expect(out).toContain("operation-renamed  listGifts → listAllGifts  breaks consumers");
    expect(out).toContain("1 breaking for consumers, 0 additive, 0 informational\n");
    expect(out).not.toContain("crm.yaml");
  });

  test("a change that breaks others than the audience passes", async () => {
    const cwd = await twoVersions(renamed);
    expect((await runCli("diff old new --for providers", { cwd })).code).toBe(0);
    expect((await runCli("diff old new --for both", { cwd })).code).toBe(1);
  });

  test("answers in JSON, files like folders", async () => {
    const cwd = await twoVersions(renamed);
    const { out } = await runCli("diff old/donation.yaml new/donation.yaml --json", { cwd });
    expect(JSON.parse(out)).toMatchObject({
      for: "consumers",
      summary: { breaking: 1, additive: 0, informational: 0 },
      changes: [{ document: "donation.yaml", kind: "operation-renamed", operations: ["listAllGifts"] }],
    });
  });

  test("says nothing with --quiet when nothing breaks", async () => {
    const cwd = await twoVersions((text) => text.replace("title: Donation interface", "title: Donations"));
    expect(await runCli("diff old new --quiet", { cwd })).toEqual({ code: 0, out: "", err: "" });
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
  });
});
