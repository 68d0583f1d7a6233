import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What each room may import, besides itself. A room of `contract`, `harness` or `tools` is one of their folders. */
const map: Readonly<Record<string, readonly string[]>> = {
  "harness/model": [],
  "harness/output": ["harness/model"],
  "harness/http": ["harness/model", "harness/output"],
  "harness/formats": ["harness/model"],
  "harness/source": [
    "harness/model",
    "harness/output",
    // For the shapes of invalid values.
    "harness/validation",
  ],
  "harness/store": [
    "harness/model",
    "harness/output",
    // For the rules of columns that hold JSON.
    "harness/source",
  ],
  "harness/validation": ["harness/model", "harness/formats"],
  "harness/privacy": ["harness/model", "harness/formats", "harness/validation"],
  "harness/config": ["harness/model", "harness/output", "harness/formats", "harness/source"],
  "harness/transports": [
    "harness/model",
    "harness/http",
    "harness/store",
    // For the rules of journal lines.
    "harness/source",
  ],
  "harness/recordings": [
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/validation",
    "harness/privacy",
  ],
  "harness/recorder": [
    "harness/model",
    "harness/output",
    "harness/validation",
    "harness/privacy",
    "harness/recordings",
    "harness/drift",
  ],
  "harness/drift": [
    "harness/model",
    "harness/output",
    "harness/http",
    "harness/formats",
    "harness/privacy",
    "harness/config",
    // For the rules of stored shapes and states.
    "harness/source",
    "harness/store",
    "harness/problems",
  ],
  "harness/history": [
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/store",
    "harness/drift",
    "harness/problems",
  ],
  "harness/problems": [
    "harness/model",
    "harness/output",
    // For the rules of stored problems.
    "harness/source",
  ],
  "harness/notify": [
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/http",
    "harness/store",
    "harness/runner",
    "harness/reporters",
  ],
  "harness/reporters": ["harness/model", "harness/output", "harness/privacy", "harness/problems"],
  "harness/runner": [
    "harness/model",
    "harness/output",
    "harness/problems",
    "harness/http",
    "harness/privacy",
    "harness/validation",
    "harness/config",
    "harness/store",
    "harness/transports",
  ],
  "contract/arbitraries": ["harness/model", "harness/formats"],
  "contract/generated": [
    "contract",
    "harness/model",
    "harness/formats",
    "contract/arbitraries",
    // For the generated indexes alone.
    "checks",
    "sandbox",
  ],
  contract: [
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/formats",
    "harness/validation",
    "harness/transports",
    "harness/privacy",
    "harness/drift",
    "contract/generated",
  ],
  "contract/queries": [
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/validation",
    "contract/generated",
  ],
  generators: [
    "contract",
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/formats",
    "contract/arbitraries",
  ],
  checks: [
    "harness/model",
    "harness/privacy",
    "harness/validation",
    "contract",
    "contract/generated",
    "contract/arbitraries",
    "contract/queries",
  ],
  sandbox: [
    "harness/model",
    "harness/output",
    "harness/http",
    "harness/source",
    "harness/formats",
    "harness/validation",
    "harness/privacy",
    "harness/config",
    // For the forms of shapes alone.
    "harness/drift",
    "contract",
    "contract/generated",
    "contract/queries",
  ],
  inputs: [
    "harness/model",
    "harness/output",
    "harness/source",
    "harness/store",
    "harness/privacy",
    "harness/config",
    "harness/runner",
    "contract",
    "contract/generated",
    "contract/queries",
    "sandbox",
  ],
  "tools/amend": ["harness/model", "harness/formats", "harness/drift"],
  "tools/diff": ["harness/model", "harness/formats", "generators"],
  "tools/discovery": [
    "harness/model",
    "harness/output",
    // For the rules of a mapping.
    "harness/source",
    "harness/privacy",
    "harness/drift",
    "contract",
    "contract/queries",
  ],
  "tools/onboarding": [
    "inputs",
    "harness/source",
    "harness/model",
    "harness/output",
    "harness/config",
    "harness/drift",
    "harness/runner",
    "contract",
    "contract/generated",
    "contract/queries",
    // For the query types, which both find out in one way.
    "tools/discovery",
    // For the ordinary call of each operation alone.
    "checks",
  ],
  "tools/pact": [
    "inputs",
    "harness/source",
    "contract",
    "harness/model",
    "harness/http",
    "harness/output",
    "harness/privacy",
    "harness/validation",
    "harness/recordings",
    "harness/transports",
    "harness/runner",
  ],
  "tools/drift": [
    "inputs",
    "harness/model",
    "harness/drift",
    "harness/history",
    "harness/problems",
    "harness/privacy",
    "harness/runner",
    "contract",
  ],
  "tools/recordings": [
    "inputs",
    "harness/model",
    "harness/drift",
    "harness/privacy",
    "harness/recordings",
    "harness/runner",
    "contract",
  ],
  app: [
    "inputs",
    "harness/model",
    "harness/output",
    "harness/http",
    "harness/source",
    "harness/store",
    "harness/validation",
    "harness/privacy",
    "harness/config",
    "harness/transports",
    "harness/recordings",
    "harness/recorder",
    "harness/drift",
    "harness/history",
    "harness/problems",
    "harness/reporters",
    "harness/notify",
    "harness/runner",
    "contract",
    "contract/generated",
    "contract/queries",
    "checks",
    "generators",
    "sandbox",
    "tools/amend",
    "tools/diff",
    "tools/discovery",
    "tools/drift",
    "tools/fleet",
    "tools/onboarding",
    "tools/pact",
    "tools/proxy",
    "tools/recordings",
    "tools/usage",
  ],
  "tools/cli": [
    "app",
    "inputs",
    "harness/model",
    "harness/output",
    "harness/http",
    "harness/source",
    "harness/store",
    "harness/privacy",
    "harness/config",
    "harness/recordings",
    "harness/recorder",
    "harness/drift",
    "harness/history",
    "harness/problems",
    "harness/reporters",
    "harness/notify",
    "harness/runner",
    "contract",
    "contract/generated",
    "contract/queries",
    "generators",
    "sandbox",
    "tools/amend",
    "tools/diff",
    "tools/discovery",
    "tools/fleet",
    "tools/mcp",
    "tools/onboarding",
    "tools/pact",
    "tools/proxy",
    "tools/usage",
  ],
  "tools/mcp": [
    "app",
    "inputs",
    "harness/model",
    "harness/output",
    "harness/recordings",
    "harness/reporters",
    "harness/runner",
    "contract",
    "contract/generated",
    "sandbox",
    // For the texts of what they found.
    "tools/discovery",
    "tools/usage",
  ],
  "tools/usage": [
    "harness/model",
    "harness/drift",
    "harness/runner",
    "harness/source",
    "harness/output",
    "harness/formats",
    "harness/recordings",
    "harness/reporters",
    "contract",
    "contract/generated",
    "generators",
    "tools/diff",
  ],
  "tools/fleet": [
    "inputs",
    "harness/privacy",
    "harness/runner",
    "tools/drift",
    "tools/onboarding",
    "harness/model",
    "harness/output",
    "harness/http",
    "harness/notify",
    "harness/problems",
    "harness/reporters",
    "harness/formats",
    "harness/source",
    "harness/store",
    "harness/config",
    "harness/drift",
    "harness/history",
    "harness/transports",
    "contract",
    // For the schema of the fleet file alone.
    "contract/generated",
  ],
  "tools/proxy": [
    "inputs",
    "harness/model",
    "harness/http",
    "harness/output",
    "harness/config",
    "harness/recorder",
    "harness/recordings",
    "harness/reporters",
    "harness/runner",
    "contract",
    "sandbox",
    "tools/recordings",
  ],
  "tools/binary": ["harness/model"],
  "tools/recorder": ["harness/recorder", "contract"],
  "tools/vitest": [
    "app",
    "inputs",
    "harness/config",
    "contract",
    "harness/model",
    "harness/output",
    "contract/generated",
    "sandbox",
  ],
};

/** Most lines by hand in each room. They only fall; who raises one says beside it why the room must grow. */
const mostLines: Readonly<Record<string, number>> = {
  // With the order of texts, the digest and the message of an error that rooms had each their own of.
  // With the statuses that say a server is busy, of which eight files each had a list.
  // With the resources that a contract declares, and the orders of severities and confidences, which three rooms had.
  // With the forms of our own files, which say where one is damaged; saved runs had no reader.
  // With the records and the credential of another organization.
  // With what is documented of pages.
  // With what a sequence has alone.
  // With the orders of lists, and what a read answers to an id that no record has.
  // With good statuses and the first of some times, of which five rooms had their own.
  // With calls that leave late.
  "harness/model": 3183,
  // With the entry of a HAR, which the recorder and the report wrote each its own way.
  "harness/output": 581,
  "harness/http": 551,
  // With the basic form of ISO 8601, which is as good as the extended one.
  "harness/formats": 204,
  // With the rules of files that people write: dialects, baselines and mappings had each their own. With those of our
  // own files, which were a second mechanism in the model.
  "harness/source": 532,
  // With what was tried, which was in the runner and in the history.
  "harness/store": 420,
  "harness/validation": 857,
  "harness/privacy": 1169,
  "harness/config": 851,
  "harness/transports": 2356,
  "harness/recordings": 1996,
  "harness/recorder": 1079,
  "harness/drift": 6718,
  // With accepting, which was in drift, the tables of alerts, which were in notify, and days of runs for a fleet's pages.
  // With the rules of columns, of which only the kind of value was read.
  "harness/history": 2909,
  "harness/problems": 712,
  "harness/notify": 1160,
  // With the inline words of pages, which a fleet's had as well.
  "harness/reporters": 3870,
  // An outage is also seen where calls fail at random; sequences that only read go on beside those of other interfaces;
  // a second look says why it confirms nothing. An outage is none where every retry succeeds.
  // Calls leave late where what was written may show a moment later. Sequences begin once the reads of their interface
  // are done, and facts count more the longer they were not judged.
  "harness/runner": 7162,
  // With positions beyond the end of any list.
  "contract/arbitraries": 561,
  // With the operations that are served beyond the specification, and the models of the control interface.
  contract: 714,
  "contract/queries": 2944,
  // With the requests of those operations.
  // With the table of resources, and types of two documents that join.
  // With the lists of pages, to which records refer by name.
  generators: 3161,
  // With the records of a page by which a missing name is blamed, the write that a kept property was sent by, the tokens of
  // a refresh and of a two-factor login at every operation and age, and creations in other spellings.
  // With pages by number and by cursor, and a set of members of any record.
  // With requests of different kinds at once.
  // With the decimals that a field keeps, and moments.
  // With what may be done to a record that was created, and with records that are written and read at once.
  // With tokens an hour after their lifetime, and amounts of 0.
  // With the listed name of an id, and tries of operators whose arity is not stated.
  // With lists of two organizations at once, and records of a list that change with the seed.
  checks: 19687,
  // With faults of requests that are under way at once, and of amounts, moments and long texts.
  // With tokens that last too long, or end with the login, and joins that lose what matches nothing.
  // With amounts of 0 that are lost.
  sandbox: 23002,
  inputs: 993,
  "tools/amend": 615,
  "tools/diff": 1048,
  // With the query types, which onboarding found out in a way of its own.
  // All meanings that look at the clock hold at one time.
  "tools/discovery": 3827,
  // A refused signature of another scheme says nothing of a record.
  "tools/onboarding": 1998,
  "tools/pact": 1705,
  // With the run of a fleet, which is the same.
  // An interface that a spent budget left unasked has its own cause.
  "tools/drift": 807,
  "tools/recordings": 421,
  // A store is read as a database, of which every answer is waited for.
  app: 3041,
  "tools/cli": 4778,
  "tools/mcp": 917,
  "tools/usage": 5245,
  "tools/fleet": 4849,
  "tools/proxy": 1731,
  "tools/binary": 122,
  "tools/recorder": 76,
  "tools/vitest": 146,
};

const groups = ["contract", "harness", "tools"];

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
    const rooms = new Set(files.map(roomOf).filter((room) => room !== undefined));
    expect([...rooms].toSorted()).toEqual(Object.keys(map).toSorted());
    for (const room of rooms) {
      const [group = "", name] = room.split("/");
      const text = readFileSync(
        join(root, name === undefined ? "ARCHITECTURE.md" : `src/${group}/README.md`),
        "utf8",
      );
      expect(text).toMatch(new RegExp(`\\b${name ?? `src/${group}`}\\b`));
    }
  });

  test.each(Object.keys(map))("%s imports only what stands left of it", (room) => {
    const wrong = files
      .filter((file) => roomOf(file) === room)
      .flatMap((file) =>
        importsOf(file).flatMap((path) => {
          const target = roomOf(relative(root, join(root, dirname(file), path)));
          const allowed = target === undefined || target === room || map[room]?.includes(target) === true;
          return allowed ? [] : [`${file} imports ${path}`];
        }),
      );
    expect(wrong).toEqual([]);
  });

  test("no room has more lines than it may", () => {
    const byHand = Object.keys(map).filter((room) => room !== "contract/generated");
    expect(Object.keys(mostLines).toSorted()).toEqual(byHand.toSorted());
    const linesOf = (room: string): number =>
      files
        .filter((file) => roomOf(file) === room)
        .reduce((sum, file) => sum + readFileSync(join(root, file), "utf8").split("\n").length - 1, 0);
    const grown = byHand.map((room) => ({ room, lines: linesOf(room), most: mostLines[room] ?? 0 }));
    expect(grown.filter(({ lines, most }) => lines > most)).toEqual([]);
  });

  test("the harness knows nothing but itself, and runs on a contract that nobody generated", () => {
    const known = Object.entries(map).flatMap(([room, rooms]) => (room.startsWith("harness/") ? rooms : []));
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
