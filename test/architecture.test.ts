import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What each room may import, besides itself. */
const map: Readonly<Record<string, readonly string[]>> = {
  model: [],
  output: [],
  http: ["model"],
  formats: ["model"],
  source: ["model", "output"],
  arbitraries: ["model", "formats"],
  generated: ["model", "formats", "arbitraries", "checks", "sandbox"],
  generators: ["model", "output", "source", "formats", "arbitraries"],
  diff: ["model", "formats", "generators"],
  validation: ["model", "formats", "generated"],
  contract: ["model", "formats", "generated", "validation"],
  checks: ["model", "generated", "validation"],
  queries: ["model", "output", "source", "generated", "validation"],
  discovery: ["model", "output", "validation", "queries", "drift"],
  config: ["model", "output", "formats", "source", "generated"],
  store: ["model"],
  sandbox: ["model", "output", "http", "generated", "validation", "contract"],
  transports: ["model", "http", "generated", "validation", "store"],
  reporters: ["model", "output", "validation"],
  drift: ["model", "http", "formats", "generated", "validation", "store"],
  recordings: ["model", "formats", "generated", "validation"],
  recorder: ["model", "formats", "generated", "validation", "recordings", "drift"],
  runner: ["model", "output", "http", "generated", "validation", "config", "transports"],
  cli: [
    "pact",
    "http",
    "diff",
    "model",
    "output",
    "source",
    "generated",
    "generators",
    "discovery",
    "queries",
    "validation",
    "contract",
    "config",
    "reporters",
    "recordings",
    "drift",
    "runner",
    "sandbox",
    "store",
  ],
  pact: ["model", "http", "output", "generated", "validation", "recordings", "transports", "runner"],
  vitest: ["model", "output", "generated", "cli", "sandbox"],
};

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].flatMap(
    ([, path]) => path ?? [],
  );

const roomOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1];

const files = globSync("src/**/*.{ts,js}", { cwd: root });

describe("the map of ARCHITECTURE.md", () => {
  test("names every room there is", () => {
    const rooms = new Set(files.map(roomOf).filter((room) => room !== undefined));
    expect([...rooms].toSorted()).toEqual(Object.keys(map).toSorted());
    const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    for (const room of rooms) expect(text).toContain(`src/${room}/`);
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

  test("only the generated indexes let generated see checks and faults", () => {
    const seeing = files.filter(
      (file) =>
        roomOf(file) === "generated" && importsOf(file).some((path) => /\/(checks|sandbox)\//.test(path)),
    );
    expect(seeing.toSorted()).toEqual(["src/generated/checks.ts", "src/generated/faults.ts"]);
  });
});

/** Where the process's own streams may be named: all else writes by `CliIo`, whose streams take only `SafeText`. */
const writers = new Map([
  ["src/cli/bin.ts", "makes the streams of CliIo"],
  ["src/cli/commands/completion.ts", "gathers what a library writes to the console"],
  ["bin/tripact.js", "runs before anything is loaded"],
]);

test("nothing prints around src/output", () => {
  const printing = globSync("{src,bin}/**/*.{ts,js}", { cwd: root })
    .filter((file) => !writers.has(file))
    .filter((file) =>
      /\bconsole\b(?!\.ts)\s*[.[]|\bprocess\s*\.\s*(?:stdout|stderr)|\bwriteSync\(\s*[12]\b|\/dev\/std(?:out|err)/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
  expect(printing).toEqual([]);
});
