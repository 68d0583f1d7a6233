import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Node's compile cache for the tests and the programs that they start, kept between runs. */
export const compiledCode = join(import.meta.dirname, "../node_modules/.cache/compiled");

/** Four times what all tests leave; each run adds a hundred, for packages that it unpacks into its own folders. */
const mostFiles = 30_000;

/** Clears the cache once it is too large. */
export const tidyCompiledCode = (): void => {
  if (statSync(compiledCode, { throwIfNoEntry: false }) === undefined) return;
  if (readdirSync(compiledCode, { recursive: true }).length > mostFiles)
    // Other runs may still write into it.
    rmSync(compiledCode, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};
