/**
 * `npm run loop [TEST …]`: after one change, brings the generated files up to date, checks the types and runs the named
 * test files (by default the examples of all checks) side by side. Options behind `--` go to Vitest.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledCode } from "./compiled-code.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const env = { ...process.env, NODE_COMPILE_CACHE: compiledCode };

const run = async (command: string, ...args: readonly string[]): Promise<boolean> => {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null]; // what the event carries
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "ok" : "failed"}  ${args.slice(0, 2).join(" ")}  ${seconds} s\n`);
  return code === 0;
};

const given = process.argv.slice(2);
const tests = given.length > 0 ? given : ["test/checks/examples.test.ts"];

/** Written when the generated files were brought up to date, though that may have changed none of them. */
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

/** When something of it was last written, in milliseconds; of a folder also when a file came or went. */
const lastWritten = (...patterns: readonly string[]): number =>
  Math.max(...globSync(patterns, { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs));

/** Most changes leave the generated files as they are: those are held fresh beside the rest. */
const mayBeStale =
  lastWritten(
    "specs/*",
    "src/generators/**",
    "src/checks",
    "src/checks/{families,observers}",
    "src/sandbox/faults",
  ) > lastWritten("src/contract/generated/**", generatedAt);

const results = mayBeStale
  ? [await generate(), ...(await judge())]
  : (await Promise.all([generate("--check"), judge()])).flat();
if (results.includes(false)) process.exitCode = 1;
