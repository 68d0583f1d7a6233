/**
 * `npm run loop [TEST …]`: after a change, updates the generated files, checks the types and runs the named test files
 * (by default the examples of all checks) in parallel. Options after `--` go to Vitest.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledCode } from "./compiled-code.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: compiledCode,
  // On a machine of CI, Vitest colours pipes, too.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
};

const run = async (command: string, ...args: readonly string[]): Promise<boolean> => {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null]; // Arguments of the event.
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "ok" : "failed"}  ${args.slice(0, 2).join(" ")}  ${seconds} s\n`);
  return code === 0;
};

const given = process.argv.slice(2);
const tests = given.length > 0 ? given : ["test/checks/examples.test.ts"];

/** Written when the generated files were updated, even if none of them changed. */
const generatedAt = "node_modules/.cache/generated-at";

const generate = async (...options: readonly string[]): Promise<boolean> => {
  const began = new Date();
  const isDone = await run("node", "bin/tripact.js", "generate", ...options);
  if (isDone) {
    writeFileSync(join(root, generatedAt), "");
    utimesSync(join(root, generatedAt), began, began);
  }
  return isDone;
};

const judge = (): Promise<boolean[]> =>
  Promise.all([
    run("node", "node_modules/typescript-7/bin/tsc", "--noEmit"),
    run("node", "node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...tests),
  ]);

/** Time of the last modification in milliseconds; of a folder also when a file was added or removed. */
const lastWritten = (...patterns: readonly string[]): number =>
  Math.max(...globSync(patterns, { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs));

/** Most changes do not affect the generated files, so these are checked in parallel. */
const mayBeStale =
  lastWritten(
    "specs/*",
    "src/generators/**",
    "src/checks",
    "src/checks/{families,observers}",
    "src/builtin/faults",
  ) > lastWritten("src/builtin/generated/**", generatedAt);

const results = mayBeStale
  ? [await generate(), ...(await judge())]
  : (await Promise.all([generate("--check"), judge()])).flat();
if (results.includes(false)) process.exitCode = 1;
