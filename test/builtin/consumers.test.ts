import { execFile, execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { isNightly, someOf } from "../nightly.ts";
import { stage } from "../../scripts/package-types.ts";

const modules = resolve(import.meta.dirname, "../../node_modules");
const folder = mkdtempSync(join(tmpdir(), "tripact-contract-test-"));
const installed = join(folder, "node_modules/tripact-contract");

/** Packs the staged package and unpacks it as an installation does. */
const install = async (): Promise<void> => {
  const staged = join(folder, "staged");
  await stage(staged);
  const packing = ["pack", "--silent", "--ignore-scripts"];
  const files = readdirSync(staged, { recursive: true, encoding: "utf8" }).toSorted();
  const packed = execFileSync("npm", packing, { cwd: staged, encoding: "utf8" }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(staged, packed), "-C", installed, "--strip-components=1"]);
  expect(readdirSync(installed, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(files);
};

beforeAll(async () => {
  // The manifest leaves nothing out, so that npm, which takes a process and half a second, packs all that is staged.
  await (isNightly ? install() : stage(installed));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync(join(import.meta.dirname, "consumer.ts.txt"), join(folder, "consumer.ts"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Snippet {
  readonly name: string;
  readonly text: string;
}

const snippets: readonly Snippet[] = [
  ...readFileSync(resolve(import.meta.dirname, "../../api/contract/README.md"), "utf8").matchAll(
    /^```ts(?: title=(?<name>\S+))?\n(?<text>[\s\S]*?)^```$/gm,
  ),
].map(({ groups }) => ({ name: groups?.["name"] ?? "", text: groups?.["text"] ?? "" }));

const compile = async (
  compiler: string,
  resolution: "nodenext" | "bundler",
  files: readonly string[] = ["consumer.ts"],
  more: readonly string[] = [],
): Promise<string> => {
  const module = resolution === "nodenext" ? "nodenext" : "esnext";
  const flags = ["--strict", "--noEmit", "--skipLibCheck", "false", "--target", "es2022", "--lib", "es2022"];
  try {
    await promisify(execFile)(
      process.execPath,
      [
        join(modules, compiler, "bin/tsc"),
        ...flags,
        "--module",
        module,
        "--moduleResolution",
        resolution,
        ...more,
        ...files,
      ],
      { cwd: folder },
    );
    return "";
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
};

describe("the package tripact-contract, installed", () => {
  const consumers = [
    ["typescript-7", "nodenext"],
    ["typescript", "nodenext"],
    ["typescript", "bundler"],
    ["typescript-7", "bundler"],
  ] as const;

  test.concurrent.each(someOf(consumers, 4))(
    "%s with %s resolution takes what is right and nothing else",
    async (compiler, resolution) => {
      expect(await compile(compiler, resolution)).toBe("");
    },
  );

  test("every snippet of its README compiles", async () => {
    for (const { name, text } of snippets) writeFileSync(join(folder, name), text);
    symlinkSync(join(modules, "openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
    const names = snippets.map(({ name }) => name);
    expect(names).toEqual(["contact.ts", "donors.ts"]);
    const skipping = ["--lib", "es2022,dom,dom.iterable", "--skipLibCheck", "true"];
    expect(await compile("typescript-7", "nodenext", names, skipping)).toBe("");
  });

  test("the snippets of its README run", async () => {
    const { contactIn }: { contactIn: (response: Response) => Promise<unknown> } = await import(
      pathToFileURL(join(folder, "contact.ts")).href
    );
    await expect(contactIn(Response.json({ id: "1" }))).rejects.toThrow("/id breaks type");
    const { countDonors }: { countDonors: (baseUrl: string, token: string) => Promise<unknown> } =
      await import(pathToFileURL(join(folder, "donors.ts")).href);
    const served = await startSandbox({ scale: 20 });
    onTestFinished(() => served.close());
    const { baseUrl, credentials } = served.config.interfaces.donation;
    expect(await countDonors(baseUrl, String(credentials["token"]))).toBe(20);
  });

  test("depends on nothing, and leaves out nothing that is staged", () => {
    const manifest: object = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(Object.keys(manifest).filter((key) => /dependencies|^files$/i.test(key))).toEqual([]);
    const imported = readdirSync(installed)
      .filter((name) => name.endsWith(".js"))
      .flatMap((name) => [
        ...readFileSync(join(installed, name), "utf8").matchAll(/^import .* from "(.*)";$/gm),
      ])
      .map(([, from]) => from);
    expect(imported.filter((from) => from?.startsWith("./") !== true)).toEqual([]);
  });

  test("its validators say yes to a right value and tell what is wrong with another", async () => {
    const {
      validators,
    }: { validators: Record<string, ((value: unknown) => boolean) & { errors?: unknown }> } = await import(
      pathToFileURL(join(installed, "donation.js")).href
    );
    expect(Object.keys(validators)).toContain("DonorPage");
    expect(validators["Page"]?.({ items: [], total: 0 })).toBe(true);
    expect(validators["Page"]?.({ items: [], total: "0" })).toBe(false);
    expect(validators["Page"]?.errors).toMatchObject([{ instancePath: "/total", keyword: "type" }]);
  });

  test("holds every schema and document", () => {
    for (const name of ["crm", "donation", "volunteer"]) {
      expect(readdirSync(join(installed, "schemas", name)).length).toBeGreaterThan(5);
      expect(readFileSync(join(installed, "openapi", `${name}.yaml`), "utf8")).toContain("openapi: 3.1");
    }
  });
});
