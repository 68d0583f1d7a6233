import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where Node keeps what it has compiled, for the tests, the programs that they start, and the runs after them. */
export const compiledCode = join(import.meta.dirname, "../node_modules/.cache/compiled");

/** About what three runs of all tests leave: of each run Vitest gives every test file an address of its own. */
const mostFiles = 6000;

/** Begins anew where much has gathered. */
export const tidyCompiledCode = (): void => {
  if (statSync(compiledCode, { throwIfNoEntry: false }) === undefined) return;
  if (readdirSync(compiledCode, { recursive: true }).length > mostFiles)
    rmSync(compiledCode, { recursive: true, force: true });
};
