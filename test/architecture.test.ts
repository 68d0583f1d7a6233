import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What else a room may import. A room of a group is one of its folders. */
const rooms: Readonly<Record<string, string>> = {
  "harness/model": "",
  "harness/output": "harness/model",
  "harness/http": "harness/model harness/output",
  "harness/formats": "harness/model",
  // harness/validation: for the shapes of invalid values.
  "harness/source": "harness/model harness/output harness/validation",
  // harness/source: for the rules of columns that hold JSON.
  "harness/store": "harness/model harness/output harness/source",
  "harness/validation": "harness/model harness/formats",
  "harness/privacy": "harness/model harness/formats harness/validation",
  "harness/config": "harness/model harness/output harness/formats harness/source",
  // harness/source: for the rules of journal lines.
  "harness/transports": "harness/model harness/http harness/store harness/source",
  "harness/recordings": `harness/model harness/output harness/source harness/validation harness/privacy`,
  "harness/recorder": `harness/model harness/output harness/validation harness/privacy harness/recordings harness/drift`,
  // harness/source: for the rules of stored shapes and states.
  "harness/drift": `harness/model harness/output harness/http harness/formats harness/privacy harness/config
    harness/source harness/store harness/problems`,
  "harness/history": `harness/model harness/output harness/source harness/store harness/drift harness/problems`,
  // harness/source: for the rules of stored problems.
  "harness/problems": "harness/model harness/output harness/source",
  "harness/notify": `harness/model harness/output harness/source harness/http harness/store harness/runner
    harness/reporters`,
  "harness/reporters": "harness/model harness/output harness/privacy harness/problems",
  "harness/runner": `harness/model harness/output harness/problems harness/http harness/privacy harness/validation
    harness/config harness/store harness/transports`,
  "contract/arbitraries": "harness/model harness/formats",
  // checks, sandbox: for the generated indexes alone.
  "contract/generated": `contract harness/model harness/formats contract/arbitraries checks sandbox`,
  contract: `harness/model harness/output harness/source harness/formats harness/validation harness/transports
    harness/privacy harness/drift contract/generated`,
  "contract/queries": `harness/model harness/output harness/source harness/formats harness/validation contract/generated`,
  generators: `contract harness/model harness/output harness/source harness/formats contract/arbitraries`,
  checks: `harness/model harness/formats harness/privacy harness/validation contract contract/generated
    contract/arbitraries contract/queries`,
  // harness/drift: for the forms of shapes alone; harness/transports: for the form of requests in this process.
  sandbox: `harness/model harness/output harness/http harness/source harness/formats harness/validation
    harness/privacy harness/config harness/drift harness/transports contract contract/generated
    contract/queries`,
  inputs: `harness/model harness/output harness/source harness/store harness/privacy harness/config
    harness/runner contract contract/generated contract/queries sandbox`,
  "tools/amend": "harness/model harness/formats harness/drift",
  "tools/diff": "harness/model harness/formats generators",
  // harness/source: for the rules of a mapping.
  "tools/discovery": `harness/model harness/output harness/source harness/privacy harness/drift contract contract/queries`,
  // tools/discovery: for the query types, which both find out in one way.
  // checks: for the ordinary call of each operation alone.
  "tools/onboarding": `inputs harness/source harness/model harness/output harness/config harness/drift harness/runner
    contract contract/generated contract/queries tools/discovery checks`,
  "tools/pact": `inputs harness/source contract harness/model harness/http harness/output harness/privacy
    harness/validation harness/recordings harness/transports harness/runner`,
  "tools/drift": `inputs harness/model harness/drift harness/history harness/problems harness/privacy harness/runner
    contract`,
  "tools/recordings": `inputs harness/model harness/drift harness/privacy harness/recordings harness/runner contract`,
  app: `inputs harness/model harness/output harness/http harness/source harness/store harness/validation
    harness/privacy harness/config harness/transports harness/recordings harness/recorder harness/drift
    harness/history harness/problems harness/reporters harness/notify harness/runner contract
    contract/generated contract/queries checks generators sandbox tools/amend tools/diff tools/discovery
    tools/drift tools/fleet tools/onboarding tools/pact tools/proxy tools/recordings tools/usage`,
  "tools/cli": `app inputs harness/model harness/output harness/http harness/source harness/store harness/privacy
    harness/config harness/recordings harness/recorder harness/drift harness/history harness/problems
    harness/reporters harness/notify harness/runner contract contract/generated contract/queries
    generators sandbox tools/amend tools/diff tools/discovery tools/fleet tools/mcp tools/onboarding
    tools/pact tools/proxy tools/usage`,
  // tools/discovery: for the texts of what they found.
  "tools/mcp": `app inputs harness/model harness/output harness/recordings harness/reporters harness/runner contract
    contract/generated sandbox tools/discovery tools/usage`,
  "tools/usage": `harness/model harness/drift harness/runner harness/source harness/output harness/formats
    harness/recordings harness/reporters contract contract/generated generators tools/diff`,
  // contract/generated: for the schema of the fleet file alone.
  "tools/fleet": `inputs harness/privacy harness/runner tools/drift tools/onboarding harness/model harness/output
    harness/http harness/notify harness/problems harness/reporters harness/formats harness/source
    harness/store harness/config harness/drift harness/history harness/transports contract
    contract/generated`,
  "tools/proxy": `inputs harness/model harness/http harness/output harness/config harness/recorder harness/recordings
    harness/reporters harness/runner contract sandbox tools/recordings`,
  "tools/binary": "harness/model",
  "tools/recorder": "harness/recorder harness/output contract",
  "tools/vitest": `app inputs harness/config contract harness/model harness/output contract/generated sandbox`,
};

const importsOfRoom = (imports: string): readonly string[] =>
  imports.split(/\s+/).filter((name) => name !== "");

const groups = ["contract", "harness", "tools"];

/** Folders that are too large yet; the figures only fall. */
const mostLines: Readonly<Record<string, number>> = { harness: 36_600, sandbox: 23_200, tools: 29_400 };

const importsOf = (file: string): readonly string[] =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      /^(?:.*\bimport\(|(?:import|export|\}).* from |import )"(\.[^"]+)"/gm,
    ),
  ].flatMap(
    // What a generator prints may name files as they will be seen from elsewhere.
    ([, path]) => (path !== undefined && existsSync(join(root, dirname(file), path)) ? path : []),
  );

const roomOf = (path: string): string | undefined => {
  const [, group = "", room, file] = path.split("/");
  if (room === undefined) return undefined;
  return groups.includes(group) && file !== undefined ? `${group}/${room}` : group;
};

const files = globSync("src/**/*.{ts,js}", { cwd: root });

describe("the map of the rooms", () => {
  test("is read in five minutes", () => {
    const words = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split(/\s+/);
    expect(words.filter((word) => /\w/.test(word)).length).toBeLessThan(900);
  });

  test("leaves each room a page of its own, of 15 lines at most", () => {
    // The two that list rooms have a line for each.
    const maps = ["src/harness/README.md", "src/tools/README.md"];
    const long = globSync("src/**/README.md", { cwd: root })
      .filter((file) => !maps.includes(file))
      .filter((file) => readFileSync(join(root, file), "utf8").trimEnd().split("\n").length > 15);
    expect(long).toEqual([]);
  });

  test("names every room there is", () => {
    const found = new Set(files.map(roomOf).filter((room) => room !== undefined));
    expect([...found].toSorted()).toEqual(Object.keys(rooms).toSorted());
    const unknown = Object.values(rooms)
      .flatMap(importsOfRoom)
      .filter((name) => !found.has(name));
    expect(unknown).toEqual([]);
    for (const room of found) {
      const [group = "", name] = room.split("/");
      const text = readFileSync(
        join(root, name === undefined ? "ARCHITECTURE.md" : `src/${group}/README.md`),
        "utf8",
      );
      expect(text).toMatch(new RegExp(`\\b${name ?? `src/${group}`}\\b`));
    }
  });

  test.each(Object.entries(rooms))("%s imports only what stands left of it", (room, allowed) => {
    const wrong = files
      .filter((file) => roomOf(file) === room)
      .flatMap((file) =>
        importsOf(file).flatMap((path) => {
          const target = roomOf(relative(root, join(root, dirname(file), path)));
          const may = target === undefined || target === room || importsOfRoom(allowed).includes(target);
          return may ? [] : [`${file} imports ${path}`];
        }),
      );
    expect(wrong).toEqual([]);
  });

  test("no folder of src is larger than a mind can hold, or grows beyond what it was", () => {
    const lines = new Map<string, number>();
    for (const file of files) {
      const [, folder = ""] = file.split("/");
      if (file.includes("/generated/")) continue;
      const more = readFileSync(join(root, file), "utf8").split("\n").length - 1;
      lines.set(folder, (lines.get(folder) ?? 0) + more);
    }
    const grown = [...lines].filter(([folder, count]) => count > (mostLines[folder] ?? 22_000));
    expect(grown).toEqual([]);
  });

  test("the harness knows nothing but itself, and runs on a contract that nobody generated", () => {
    const known = Object.entries(rooms).flatMap(([name, room]) =>
      name.startsWith("harness/") ? importsOfRoom(room) : [],
    );
    expect(known.filter((room) => !room.startsWith("harness/"))).toEqual([]);
    const platform = globSync("test/harness/toy/*.ts", { cwd: root }).filter((file) =>
      importsOf(file).some((path) => /src\/(?:contract|checks|sandbox|generators)\//.test(path)),
    );
    expect(platform).toEqual([]);
  });

  test("only the generated indexes let generated see checks and faults", () => {
    const seeing = files.filter(
      (file) =>
        roomOf(file) === "contract/generated" &&
        importsOf(file).some((path) => /\/(checks|sandbox)\//.test(path)),
    );
    expect(seeing.toSorted()).toEqual([
      "src/contract/generated/checks.ts",
      "src/contract/generated/faults.ts",
    ]);
  });
});

/** Where the process's own streams may be named: all else writes by `CliIo`, whose streams take only `SafeText`. */
const writers = new Map([
  ["src/tools/cli/bin.ts", "makes the streams of CliIo"],
  ["src/tools/cli/commands/completion.ts", "gathers what a library writes to the console"],
  ["src/harness/recorder/start-recorder.ts", "warns at the end of a process that is not ours"],
  ["src/tools/binary/main.ts", "runs before anything is loaded"],
  ["bin/tripact.js", "runs before anything is loaded"],
]);

test("nothing prints around src/harness/output", () => {
  const printing = globSync("{src,bin}/**/*.{ts,js}", { cwd: root })
    .filter((file) => !writers.has(file))
    .filter((file) =>
      /\bconsole\b(?!\.ts)\s*[.[]|\bprocess\s*\.\s*(?:stdout|stderr)|\bwriteSync\(\s*[12]\b|\/dev\/std(?:out|err)/.test(
        // Examples in docstrings print.
        readFileSync(join(root, file), "utf8").replaceAll(/^ *\* .*$/gm, ""),
      ),
    );
  expect(printing).toEqual([]);
});
