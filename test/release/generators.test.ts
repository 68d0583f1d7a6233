import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/package/entries.ts";
import { writeAssets } from "../../scripts/release/assets.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import { isNightly } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

/** The lines of docs/guides/other-languages.md, by language. */
const lines = new Map(
  [
    ...readFileSync(join(root, "docs/guides/other-languages.md"), "utf8").matchAll(
      /^```sh title=(\w+) tried-by=test\/release\/generators\.test\.ts\n(.+)\n```$/gm,
    ),
  ].map(([, language = "", line = ""]) => [language, line]),
);

/** What says whether a file is right: its command, given the file; skipped where that is not installed. */
const compilers: Readonly<Record<string, readonly string[]>> = {
  python: ["python3", "-m", "py_compile"],
  csharp: ["mcs", "-target:library", "-out:out.dll"],
  go: ["gofmt", "-e", "-l"],
  java: ["javac", "-d", "out"],
  php: ["php", "-l"],
  ruby: ["ruby", "-c"],
};

const isInstalled = (command: string): boolean => spawnSync("which", [command]).status === 0;

test("the guide has a line for each language", () => {
  expect([...lines.keys()].toSorted()).toEqual(Object.keys(compilers).toSorted());
});

// It installs a generator from the registry: TRIPACT_NIGHTLY=1 npx vitest run test/release/generators.test.ts
describe.runIf(isNightly).each([...lines])("types for %s", (language, line) => {
  test.each(interfaceNames)("of the %s interface are written, and compile", (name) => {
    const folder = temporaryFolder();
    writeAssets(folder);
    const before = readdirSync(folder);
    const command = line.replaceAll("tripact-crm", `tripact-${name}`);
    execFileSync("bash", ["-c", command], { cwd: folder, stdio: "pipe" });
    const written = readdirSync(folder).filter((file) => !before.includes(file));
    expect(written).not.toEqual([]);
    const text = written.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
    const schema = readFileSync(join(folder, `tripact-${name}.schema.json`), "utf8");
    const { $defs }: { $defs: Record<string, { properties?: object }> } = JSON.parse(schema);
    const models = Object.keys($defs).filter((model) => $defs[model]?.properties !== undefined);
    expect(models.filter((model) => !text.toLowerCase().includes(model.toLowerCase()))).toEqual([]);
    const [compiler = "", ...args] = compilers[language] ?? [];
    if (!isInstalled(compiler)) return;
    mkdirSync(join(folder, "out"));
    // As the implicit usings of .NET do, which mcs does not have.
    if (language === "csharp") writeFileSync(join(folder, written[0] ?? ""), `using System;\n${text}`);
    execFileSync(compiler, [...args, ...written], { cwd: folder, stdio: "pipe" });
  });
});
