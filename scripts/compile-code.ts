/**
 * Runs a bundled command and writes what V8 has compiled of it, for build-binary.ts:
 * `node scripts/compile-code.ts CODE-FOLDER COMPILED-FOLDER ARGUMENTS…`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCodeLoader } from "../src/tools/binary/code-loader.ts";

const [, , code = "", compiled = "", ...args] = process.argv;
process.argv.splice(2, Infinity, ...args);

const loader = createCodeLoader({
  source: (name) => readFileSync(join(code, name), "utf8"),
  compiled: () => undefined,
  // As deep as the sources are, so that what they read is where they look.
  path: fileURLToPath(new URL("../src/tools/cli/bin.js", import.meta.url)),
});
process.once("exit", () => {
  for (const [name, bytes] of loader.compiledCode()) {
    const file = join(compiled, name);
    if (!existsSync(file)) writeFileSync(file, bytes);
  }
});
loader.load("bin.js");
