import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generateAll } from "../../src/generators/generate.ts";
import { staleFiles, writeGenerated } from "../../src/generators/write-generated.ts";
import { fixtureFiles, replacing } from "./fixture-files.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "generated-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The files of the documents as they are. */
const asTheyAre = generateAll(fixtureFiles());

describe("generating", () => {
  test("is deterministic", async () => {
    expect([...(await generateAll(fixtureFiles()))]).toEqual([...(await asTheyAre)]);
  });

  test("marks every source as generated", async () => {
    const files = await asTheyAre;
    const unmarked = [...files].filter(
      ([path, text]) => !path.startsWith("config/") && !text.includes("Do not edit."),
    );
    expect(unmarked).toEqual([]);
  });

  test("a changed type of one field changes what depends on it, and the check names those files and no others", async () => {
    writeGenerated(await asTheyAre, folder);
    const changed = await generateAll(
      fixtureFiles({ "specs/crm.yaml": replacing("id: { type: integer }\n", "id: { type: string }\n") }),
    );
    const stale = staleFiles(changed, folder);
    expect(stale.map(({ path }) => path)).toEqual([
      "documented-bodies.ts",
      "reference/crm.md",
      "schemas/crm/Thing.json",
      "types/crm.ts",
      "validators/crm.js",
    ]);
    const types = stale.find(({ path }) => path === "types/crm.ts");
    expect(types).toMatchObject({
      kind: "changed",
      actual: "            id: number;",
      expected: "            id: string;",
    });
    expect(changed.get("types/crm.ts")?.split("\n")[(types?.line ?? 0) - 1]).toBe(types?.expected);
  });

  test("a new operation reaches the table, the types, the validators and the reference", async () => {
    const operation = `  /donation/new:
    get:
      operationId: newOperation
      summary: New
      responses: { "200": { description: Done., content: { application/json: { schema: { type: boolean } } } } }
components:`;
    const files = await generateAll(
      fixtureFiles({ "specs/donation.yaml": replacing("components:", operation) }),
    );
    expect(files.get("operations.ts")).toContain('"newOperation"');
    expect(files.get("types/donation.ts")).toContain("newOperation: {");
    expect(files.get("validators/donation.js")).toContain('"newOperation.200"');
    expect(files.get("reference/donation.md")).toContain("### newOperation");
  });

  test("operations carry their facts, their path item's included, and their security", async () => {
    const table = (await asTheyAre).get("operations.ts");
    expect(table).toContain('"facts": ["CRM-02", "CRM-01"]');
    expect(table).toContain('"unknowns": ["U-01"]');
    expect(table).toContain('"security": "hmac"');
  });

  test("the registry is in the order of ids, whatever the order of its file", async () => {
    const registry = (await asTheyAre).get("registry.ts") ?? "";
    expect(registry.match(/"id": "[A-Z]+-\d+"/g)).toEqual([
      '"id": "GEN-01"',
      '"id": "CRM-01"',
      '"id": "CRM-02"',
      '"id": "U-01"',
    ]);
  });
});

const check = (name: string): string => `export const ${name} = defineCheck({});\n`;

describe("the index of checks", () => {
  test("lists every check in the order of ids and leaves helpers out", async () => {
    const checks = {
      "b-check.ts": check("bCheck"),
      "a-2-check.ts": check("a2Check"),
      "_helper.ts": "export const x = 1;",
      "families/of-a-kind.ts": check("ofAKind"),
    };
    const index = (await generateAll(fixtureFiles({}, checks))).get("checks.ts");
    expect(index).toContain('import { bCheck } from "../b-check.ts";');
    expect(index).toContain('import { ofAKind } from "../families/of-a-kind.ts";');
    expect(index).toMatch(
      /= \[\s*\["a-2-check\.ts", \[a2Check\]\],\s*\["b-check\.ts", \[bCheck\]\],\s*\["families\/of-a-kind\.ts", ofAKind\],\s*\]/,
    );
    expect(index).not.toContain("helper");
  });

  test.for([
    ["another name", check("other")],
    ["nothing", "const aCheck = 1;"],
    ["something beside it", `${check("aCheck")}export const more = 1;\n`],
  ] as const)("refuses a file that exports %s", async ([, text]) => {
    await expect(generateAll(fixtureFiles({}, { "a-check.ts": text }))).rejects.toThrow(
      expect.objectContaining({
        location: "src/checks/a-check.ts:1:1",
        hint: expect.stringContaining("aCheck"),
      }),
    );
  });
});
