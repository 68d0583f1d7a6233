import { execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { someOf } from "./nightly.ts";

const bin = fileURLToPath(new URL("../bin/tripact.js", import.meta.url));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const start = (args: readonly string[], nodeOptions: readonly string[] = []): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [...nodeOptions, bin, ...args], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

const preload = (code: string): readonly string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(code)}`,
];

/** How a program ends that names each file which it loads, and those names. */
const loadedBy = async (
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<Ended & { readonly loaded: readonly string[] }> => {
  const listing = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) });`;
  const ended = await start(args, [...preload(listing), ...nodeOptions]);
  return { ...ended, loaded: ended.err.split("\n").filter((line) => line.startsWith("file:")) };
};

test("a check of the embedded sandbox loads nothing that speaks HTTP to others", async () => {
  const { code, loaded } = await loadedBy(["check", "--check", "webhook-is-read-by-id"]);
  expect(code).toBe(0);
  const from = (name: string): readonly string[] =>
    loaded.filter((url) => url.includes(`/node_modules/${name}/`));
  expect(from("fast-check")).not.toEqual([]);
  expect(from("undici")).toEqual([]);
});

const nodeOf = (version: string): readonly string[] =>
  preload(
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
  );

test.each(["18.20.0", "22.18.9"])(
  "on Node %s, which is too old, it says so, and what to do",
  async (version) => {
    const { code, out, err } = await start(["--version"], nodeOf(version));
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      `tripact: needs Node 22.19 or newer, this is ${version}\n` +
        "  npm install --save-dev node@24 gives npx and npm scripts of this project a newer one\n",
    );
  },
);

test("on Node 22, experiments that later versions keep are not warned of, and others are", async () => {
  const warning = (text: string): string =>
    `process.emitWarning("${text} is an experimental feature", "ExperimentalWarning")`;
  const warnings = ["SQLite", "Type Stripping", "Something else"].map(warning).join(";");
  const warned = preload(`setTimeout(() => { ${warnings} });`);
  const { code, err } = await start(["help"], [...nodeOf("22.19.0"), ...warned]);
  expect(code).toBe(0);
  expect(err.match(/\w[\w ]* is an experimental feature/g)).toEqual([
    "Something else is an experimental feature",
  ]);
});

test.each([
  ["--version", /^\d+\.\d+\.\d+\S*\n$/],
  ["--help", /^Usage: tripact/],
])("%s loads next to nothing, on any newer Node", async (flag, says) => {
  const { code, out, loaded } = await loadedBy([flag], nodeOf("23.0.0"));
  expect(code).toBe(0);
  expect(out).toMatch(says);
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((url) => !url.endsWith("/bin/tripact.js"))).toEqual([]);
});

// A usual run sends the other one in test/entrypoints/cli/commands/proxy-signals.test.ts. npm passes each on once more.
test.each(someOf(["SIGTERM", "SIGINT"] as const, 2))("%s ends what is served, cleanly", async (signal) => {
  const ended = await new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [bin, "sandbox", "--json", "--scale", "1"], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdout?.once("data", () => {
      const first = performance.now();
      // Later than npm ever does, one would be a second Ctrl+C.
      const again = (): unknown => performance.now() - first < 40 && child.kill(signal);
      for (const later of [0, 5, 10, 20]) setTimeout(again, later);
    });
  });
  expect([ended.code, ended.err]).toEqual([0, ""]);
  expect(JSON.parse(ended.out)).toHaveProperty("interfaces.crm.baseUrl");
});

test.runIf(existsSync("/dev/full"))("output that cannot be written is one line and exit code 3", async () => {
  const full = openSync("/dev/full", "w");
  const ended = await new Promise<Ended>((resolve) => {
    const child = spawn(process.execPath, [bin, "help"], { stdio: ["ignore", full, "pipe"] });
    const err: string[] = [];
    child.stderr?.on("data", (chunk) => err.push(String(chunk)));
    child.on("close", (code) => resolve({ code: code ?? -1, out: "", err: err.join("") }));
  });
  closeSync(full);
  expect([ended.code, ended.err]).toEqual([3, "tripact: the output cannot be written (ENOSPC)\n"]);
});

test("a reader that goes away is no failure", async () => {
  const ended = await new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [bin, "--help"], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdout?.destroy();
  });
  expect([ended.code, ended.err]).toEqual([0, ""]);
});
