import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The rooms from the ground up, each with what it may import: only rooms above it in this list, so nothing climbs. A room
 * is a folder of src, or a folder of one that is named here.
 */
const rooms: Readonly<Record<string, string>> = {
  values: "",
  "core/model": "",
  "core/formats": "core/model",
  "core/output": "core/model",
  "core/validation": "core/model core/formats",
  "core/source": "core/model core/output core/validation",
  "core/http": "core/model core/formats core/output",
  "core/store": "core/model core/output core/source",
  "core/transports": "core/model core/source core/http core/store",
  "core/privacy": "core/model core/formats core/validation",
  "core/shapes": "core/model core/formats core/source core/privacy",
  "core/config": "core/model core/formats core/output core/source",
  "core/problems": "core/model core/output core/source",
  report: "core/model core/output core/privacy core/problems",
  "core/run": `
    core/model core/formats core/output core/validation core/http core/transports core/privacy core/config
    core/problems`,
  builtin: "values core/model core/formats core/validation core/transports core/privacy core/shapes",
  "builtin/queries": "core/model core/formats core/output core/validation core/source builtin",
  "builtin/faults": "core/model core/output builtin",
  documents: "core/model core/formats core/output core/source builtin",
  "contracts/checks": "values core/model core/formats core/output documents",
  "contracts/resources": `
    values core/model core/formats core/output core/source core/validation documents contracts/checks`,
  contracts: `
    core/model core/formats core/output core/source core/privacy documents contracts/checks
    contracts/resources`,
  arbitraries: `
    values core/model core/formats core/output documents contracts/checks contracts`,
  serving: `
    core/model core/formats core/output documents contracts/checks contracts/resources contracts`,
  generators: "core/model core/formats core/output builtin documents contracts",
  checks: "values core/model core/formats core/output core/validation core/privacy builtin builtin/queries",
  sandbox: `
    core/model core/formats core/output core/source core/http core/transports core/privacy
    core/shapes core/config builtin builtin/queries builtin/faults documents serving`,
  inputs: `
    core/model core/formats core/output core/validation core/source core/http core/store core/transports core/privacy core/shapes core/config
    core/run builtin builtin/queries builtin/faults checks sandbox documents contracts contracts/resources serving`,
  "traffic/recordings": "core/model core/output core/validation core/source core/privacy",
  "traffic/judging": "core/model core/privacy core/shapes core/run builtin inputs traffic/recordings",
  "traffic/recorder":
    "core/model core/formats core/output core/validation core/privacy core/shapes traffic/recordings",
  "traffic/proxy": `
    core/model core/output core/http core/config report core/run builtin serving sandbox inputs
    traffic/recordings traffic/judging traffic/recorder`,
  "monitoring/report": "core/model core/output core/problems report",
  "monitoring/drift": `
    core/model core/formats core/output core/source core/http core/store core/privacy core/shapes
    core/config core/problems`,
  "monitoring/history":
    "core/model core/output core/source core/store core/shapes core/problems monitoring/drift",
  "monitoring/notify": "core/model core/output core/source core/http core/store report core/run",
  "monitoring/amend": "core/model core/formats core/shapes monitoring/drift",
  "monitoring/run": `
    core/model core/privacy core/shapes core/problems core/run builtin inputs monitoring/drift
    monitoring/history`,
  "onboarding/discovery":
    "core/model core/output core/source core/privacy core/shapes builtin builtin/queries",
  "onboarding/doctor": `
    core/model core/output core/shapes core/config core/run builtin builtin/queries checks inputs
    onboarding/discovery`,
  "onboarding/init":
    "core/model core/output core/source core/config core/run builtin inputs onboarding/doctor",
  "monitoring/fleet": `
    core/model core/formats core/output core/source core/http core/store core/transports
    core/privacy core/shapes core/config report core/run builtin inputs monitoring/history
    monitoring/notify monitoring/run onboarding/doctor`,
  "consumers/diff": "core/model core/formats documents",
  "consumers/usage": `
    core/model core/formats core/output core/source report core/run builtin documents
    traffic/recordings monitoring/drift consumers/diff`,
  "consumers/pact": `
    core/model core/output core/validation core/source core/http core/run builtin documents contracts inputs
    traffic/recordings`,
  app: `
    core/model core/output core/source core/store core/privacy core/shapes core/config core/problems report
    core/run builtin builtin/queries builtin/faults documents generators serving sandbox inputs traffic/recordings
    traffic/judging traffic/proxy monitoring/drift monitoring/history monitoring/notify
    monitoring/amend monitoring/run onboarding/discovery onboarding/doctor onboarding/init
    monitoring/fleet monitoring/report consumers/usage consumers/pact`,
  "entrypoints/arbitraries": "core/output inputs arbitraries",
  "entrypoints/binary": "core/model",
  "entrypoints/recorder": "core/model core/output builtin inputs traffic/recorder",
  "entrypoints/vitest": "core/model core/output core/config builtin sandbox inputs app",
  "entrypoints/mcp": `
    core/model core/output report core/run builtin builtin/faults sandbox inputs traffic/recordings
    onboarding/discovery onboarding/doctor onboarding/init monitoring/report consumers/usage app`,
  "entrypoints/cli": `
    core/model core/output core/source core/config report core/run builtin builtin/faults documents generators serving sandbox
    inputs traffic/recordings traffic/proxy onboarding/discovery onboarding/doctor onboarding/init
    monitoring/fleet monitoring/report consumers/usage consumers/pact app entrypoints/mcp`,
};

const importsOfRoom = (imports: string): readonly string[] =>
  imports.split(/\s+/).filter((name) => name !== "");

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
  const [, group = "", inner, file] = path.split("/");
  if (inner === undefined) return undefined;
  return file !== undefined && Object.hasOwn(rooms, `${group}/${inner}`) ? `${group}/${inner}` : group;
};

const files = globSync("src/**/*.{ts,js}", { cwd: root });

describe("the map of the rooms", () => {
  test("is read in five minutes", () => {
    const words = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split(/\s+/);
    expect(words.filter((word) => /\w/.test(word)).length).toBeLessThan(900);
  });

  test("leaves each room a page of its own, of 15 lines at most", () => {
    const long = globSync("src/**/README.md", { cwd: root })
      .filter((file) => file !== "src/core/README.md") // It has a line for each of its rooms.
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
    const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    for (const room of found) expect(text).toMatch(new RegExp(`\\b${room.split("/").at(-1)}\\b`));
  });

  test("is drawn from the ground up: no import climbs", () => {
    const order = Object.keys(rooms);
    const climbing = Object.entries(rooms).flatMap(([room, imports]) =>
      importsOfRoom(imports)
        .filter((other) => order.indexOf(other) >= order.indexOf(room))
        .map((other) => `${room} imports ${other}`),
    );
    expect(climbing).toEqual([]);
  });

  test.each(Object.entries(rooms))("%s imports only what its line names", (room, allowed) => {
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

  test("no folder of src is larger than a mind can hold", () => {
    const lines = new Map<string, number>();
    for (const file of files) {
      const [, folder = ""] = file.split("/");
      if (file.includes("/generated/")) continue;
      const more = readFileSync(join(root, file), "utf8").split("\n").length - 1;
      lines.set(folder, (lines.get(folder) ?? 0) + more);
    }
    const grown = [...lines].filter(([, count]) => count > 22_000);
    expect(grown).toEqual([]);
  });

  test("the engine knows nothing but itself, and runs on a contract that nobody generated", () => {
    const known = Object.entries(rooms).flatMap(([name, room]) =>
      name.startsWith("core/") ? importsOfRoom(room) : [],
    );
    expect(known.filter((room) => !room.startsWith("core/"))).toEqual([]);
    const platform = globSync("test/core/toy/*.ts", { cwd: root }).filter((file) =>
      importsOf(file).some((path) => /src\/(?:builtin|checks|sandbox|generators)\//.test(path)),
    );
    expect(platform).toEqual([]);
  });
});

/** What the house is on its way to; each figure is today's and only falls. */
describe("ratchets", () => {
  const byHand = files
    .filter((file) => !file.includes("/generated/"))
    .map((file) => [file, readFileSync(join(root, file), "utf8")] as const);

  /** Each is a way to recognise a call by the words that people read. */
  const labelUses: Readonly<Record<string, RegExp>> = {
    "compares it": /\blabel\b(?:\s*\?\?\s*"")?\)?\s*[!=]==|[!=]==\s*[\w?.()]*\blabel\b/,
    "takes it apart": /\blabel\b(?:\s*\?\?\s*"")?\)?\s*\??\.\s*[a-z]\w*\(/,
    "looks it up": /\b(?:labelled|byLabel)\b|\.(?:has|get|set|includes|test|exec)\([^()\n]*\blabel\b/,
    "keeps it by label": /\[\s*[\w?.]*\.label\b(?:\s*\?\?\s*"")?\s*,/,
    "makes it a tag": /\btag:[^,\n]*\blabel\b/,
  };

  test("no check recognises a call by its label: labels are for people, what a plan needs is in tags", () => {
    const using = byHand.flatMap(([file, text]) =>
      Object.entries(labelUses)
        .filter(([, use]) => file.startsWith("src/checks/") && use.test(text))
        .map(([use]) => `${file} ${use}`),
    );
    expect(using).toEqual([]);
  });

  test("what a check needs is put together once: nothing after that takes its options", () => {
    const text = readFileSync(join(root, "src/app/check.ts"), "utf8");
    const taking = [
      ...text.matchAll(/^(?:export )?const (\w+) = (?:async )?(?:<[^>]*>)?\(([^]*?)\)(?:: .*)? =>/gm),
    ]
      .filter(([, , parameters = ""]) => /\b\w*Options\b/.test(parameters))
      .map(([, name]) => name);
    expect(taking).toEqual(["takeOrder", "checkTarget", "estimateCheck"]);
  });

  test("names that several files export: the aim is fewer than 60", () => {
    const filesOf = new Map<string, Set<string>>();
    for (const [file, text] of byHand)
      for (const [, name = ""] of text.matchAll(
        /^export (?:const|function\*?|class|interface|type|async function) ([A-Za-z_$][A-Za-z0-9_$]*)/gm,
      ))
        filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
    const twice = [...filesOf.values()].filter((all) => all.size > 1);
    expect(twice.length).toBeLessThanOrEqual(13);
  });

  test("files that import the built-in contract: the aim is builtin, checks, the sandbox and inputs", () => {
    const own = /^src\/(?:builtin|checks|sandbox|inputs|generators)\//;
    const importing = byHand.filter(
      ([file, text]) => !own.test(file) && /from "(?:\.\.?\/)+builtin\//.test(text),
    );
    expect(importing.length).toBeLessThanOrEqual(57);
  });
});

describe("interfaces are values", () => {
  /** The built-in contract, its checks, and discovery, which is the built-in contract's alone. */
  const builtin = /^src\/(?:builtin|checks|onboarding\/discovery)\/|\/(?:builtin|generated)\//;
  const naming = files
    .filter((file) => !builtin.test(file))
    .filter((file) => {
      // Comments and docstrings may have examples.
      const code = readFileSync(join(root, file), "utf8").replaceAll(
        /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
        "",
      );
      return /(?<![a-z])(?:crm|donations?|volunteers?)(?![a-z])/i.test(code);
    });

  test("these rooms name none of them", () => {
    const rooms = /^src\/(?:core|contracts|report|traffic|monitoring)\//;
    expect(naming.filter((file) => rooms.test(file))).toEqual([]);
  });

  test("files of the others that name one: the aim is 0", () => {
    expect(naming.length).toBeLessThanOrEqual(61);
  });
});

/** Where the process's own streams may be named: all else writes by `CliIo`, whose streams take only `SafeText`. */
const writers = new Map([
  ["src/entrypoints/cli/bin.ts", "makes the streams of CliIo"],
  ["src/entrypoints/cli/commands/completion.ts", "gathers what a library writes to the console"],
  ["src/traffic/recorder/start-recorder.ts", "warns at the end of a process that is not ours"],
  ["src/entrypoints/binary/main.ts", "runs before anything is loaded"],
  ["bin/tripact.js", "runs before anything is loaded"],
]);

test("nothing prints around src/core/output", () => {
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
