/**
 * Runs a bundled command and writes V8's compiled code, for build-binary.ts: `node scripts/compile-code.ts CODE-FOLDER
 * COMPILED-FOLDER ARGUMENTS…`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCodeLoader } from "../src/entrypoints/binary/code-loader.ts";

const [, , code = "", compiled = "", ...args] = process.argv;
process.argv.splice(2, Infinity, ...args);

const loader = createCodeLoader({
  source: (name) => readFileSync(join(code, name), "utf8"),
  compiled: () => undefined,
  // At the same depth as the sources, so that relative paths to data files work.
  path: fileURLToPath(new URL("../src/entrypoints/cli/bin.js", import.meta.url)),
});
process.once("exit", () => {
  for (const [name, bytes] of loader.compiledCode()) {
    const file = join(compiled, name);
    if (!existsSync(file)) writeFileSync(file, bytes);
  }
});
loader.load("bin.js");
