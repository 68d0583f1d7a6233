import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { fullFormats } from "ajv-formats/dist/formats.js";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { generate, type UsageError } from "../../../src/index.ts";
import { textFormats } from "../../../src/generators/documents/text-formats.ts";
import { shopDocument } from "../../contracts/shop-document.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { tries } from "../../nightly.ts";

const folderWith = (document: object): string =>
  temporaryFolder({ "openapi.json": JSON.stringify(document) });

const generated = async (document: object): Promise<string> => {
  const cwd = folderWith(document);
  await generate({ cwd, openapi: "openapi.json", out: "api" });
  return cwd;
};

type Validators = Readonly<
  Record<string, ((value: unknown) => boolean) & { errors?: readonly { readonly keyword: string }[] | null }>
>;

const validatorsIn = async (cwd: string): Promise<Validators> => {
  const module: { readonly validators: Validators } = await import(
    pathToFileURL(join(cwd, "api/index.js")).href
  );
  return module.validators;
};

/** What the compiler has against a program that uses what was generated. */
const mistakesIn = (cwd: string, text: string): readonly string[] => {
  const file = join(cwd, "use.ts");
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts"],
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
};

const order = { id: "00000000-0000-4000-8000-000000000001", name: "a", kind: "book", count: 1 };

describe("what is generated from a document", () => {
  // As docs/guides/check-your-own-api.md has it.
  test("compiles in a program of a consumer, whose mistakes it shows", async () => {
    const cwd = await generated(shopDocument);
    const program = (kind: string): string => `
      import { type NewOrder, type Order, type paths, validators } from "./api/index.js";
      const order: NewOrder = { name: "a", kind: ${kind}, count: 1 };
      const nameOf = (value: unknown): string => (validators.Order(value) ? value.name : "");
      type Query = NonNullable<paths["/orders"]["get"]["parameters"]["query"]>;
      interface Response { json(): Promise<unknown> }
      export const orderIn = async (response: Response): Promise<Order> => {
        const body: unknown = await response.json();
        if (validators.Order(body)) return body;
        throw new Error(\`not an order: \${JSON.stringify(validators.Order.errors)}\`);
      };
      export const all: [NewOrder, string, Query] = [order, nameOf(1), { limit: 3 }];`;
    expect(mistakesIn(cwd, program('"book"'))).toEqual([]);
    expect(mistakesIn(cwd, program('"car"')).join()).toContain('"car"');
  }, 30_000);

  test("guards each model, and needs no package", async () => {
    const cwd = await generated(shopDocument);
    const { Order, NewOrder } = await validatorsIn(cwd);
    expect(Order?.(order)).toBe(true);
    expect(Order?.({ ...order, count: 0, due: "2026-02-29T00:00:00Z" })).toBe(false);
    expect(Order?.errors?.map(({ keyword }) => keyword).toSorted()).toEqual(["format", "minimum"]);
    expect(NewOrder?.({ ...order, tags: ["a", "a"] })).toBe(false);
    expect(NewOrder?.({ name: "", kind: "book", count: 1 })).toBe(false);
  });

  test("takes any name of a model, recursion, and a pattern of another language", async () => {
    const cwd = await generated({
      openapi: "3.0.3",
      info: { title: "x", version: "1" },
      paths: {},
      components: {
        schemas: {
          "A.b-c": { type: "object", properties: { next: { $ref: "#/components/schemas/A.b-c" } } },
          class: { type: "string", pattern: "(?<!x" },
          string: { type: "string", nullable: true },
          Record: { type: "object", properties: { id: { type: "integer" } } },
        },
      },
    });
    const validators = await validatorsIn(cwd);
    expect(validators["A.b-c"]?.({ next: { next: 1 } })).toBe(false);
    expect(validators["A.b-c"]?.({ next: { next: {} } })).toBe(true);
    expect([validators["class"]?.("y"), validators["class"]?.(1)]).toEqual([true, false]);
    expect(validators["string"]?.(null)).toBe(true);
    expect(
      mistakesIn(
        cwd,
        'import { validators } from "./api/index.js"; validators["A.b-c"](1); validators.Record.errors?.[0]?.params["x"];',
      ),
    ).toEqual([]);
  }, 30_000);
});

describe("tripact generate --openapi", () => {
  test("lists with --check which files are stale, and removes what is no longer generated", async () => {
    const cwd = folderWith(shopDocument);
    const command = ["generate", "--openapi", "openapi.json", "--out", "src/api"];
    expect((await runCli(command, { cwd })).code).toBe(0);
    expect((await runCli([...command, "--check"], { cwd })).code).toBe(0);
    const { Card: _, ...schemas } = shopDocument.components.schemas;
    const { NewOrder, Order, ...others } = schemas;
    const less = JSON.parse(
      JSON.stringify({ ...shopDocument, components: { schemas: { ...others, NewOrder, Order } } }).replaceAll(
        "#/components/schemas/Card",
        "#/components/schemas/Cash",
      ),
    ) as object;
    writeFileSync(join(cwd, "openapi.json"), JSON.stringify(less));
    const stale = await runCli([...command, "--check"], { cwd });
    expect(stale.code).toBe(1);
    expect(stale.out).toContain("schemas/Card.json is no longer generated");
    expect((await runCli(command, { cwd })).code).toBe(0);
    const { code, out } = await runCli([...command, "--check", "--json"], { cwd });
    expect([code, JSON.parse(out).stale]).toEqual([0, []]);
  });

  test("leaves a folder with other files alone", async () => {
    const cwd = folderWith(shopDocument);
    const error = await generate({ cwd, openapi: "openapi.json", out: "." }).catch((one: UsageError) => one);
    expect(error).toMatchObject({ message: expect.stringContaining("for example openapi.json") });
  });

  test.each([
    [["--openapi", "none.json", "--out", "x"], "none.json: file not found"],
    [["--openapi", "openapi.json"], "--out: names no folder"],
    [["--name", "x", "--out", "x"], "--name: belongs to a document"],
    [["--openapi", "openapi.json", "--discover", "--out", "x"], "--openapi: what a target answers"],
  ])("%j is refused", async (words, message) => {
    const { code, err } = await runCli(["generate", ...words], { cwd: folderWith(shopDocument) });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

test("formats hold what Ajv's hold", () => {
  const isFull = (name: string, text: string): boolean => {
    const format: unknown = fullFormats[name as keyof typeof fullFormats];
    if (format instanceof RegExp) return format.test(text);
    if (typeof format === "function") return Boolean(format(text));
    return (format as { validate(text: string): boolean }).validate(text);
  };
  const dates = fc
    .tuple(
      fc.integer({ min: 1990, max: 2105 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    .map((parts) => parts.map((one) => String(one).padStart(2, "0")).join("-"));
  const times = fc
    .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => `${parts.map((one) => String(one).padStart(2, "0")).join(":")}Z`);
  fc.assert(
    fc.property(dates, times, (date, time) => {
      expect(textFormats.get("date")?.test(date)).toBe(isFull("date", date));
      expect(textFormats.get("time")?.test(time)).toBe(isFull("time", time));
      const moment = `${date}T${time}`;
      expect(textFormats.get("date-time")?.test(moment)).toBe(isFull("date-time", moment));
    }),
    tries(300, 20_000),
  );
});
