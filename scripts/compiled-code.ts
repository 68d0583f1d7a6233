import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where Node keeps what it has compiled, for the tests, the programs that they start, and the runs after them. */
export const compiledCode = join(import.meta.dirname, "../node_modules/.cache/compiled");

/** Four times what all tests leave; each run adds a hundred, of packages that it unpacks into folders of its own. */
const mostFiles = 30_000;

/** Begins anew where much has gathered. */
export const tidyCompiledCode = (): void => {
  if (statSync(compiledCode, { throwIfNoEntry: false }) === undefined) return;
  if (readdirSync(compiledCode, { recursive: true }).length > mostFiles)
    rmSync(compiledCode, { recursive: true, force: true });
};
