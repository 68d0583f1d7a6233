import { join } from "node:path";

/** Where Node keeps what it has compiled, for the tests, the programs that they start, and the runs after them. */
export const compiledCode = join(import.meta.dirname, "../node_modules/.cache/compiled");
