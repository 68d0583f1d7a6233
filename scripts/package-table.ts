/** Measures what each entry and command of the package loads, and writes the table of docs/guides/installation.md. */
import { measureLoads, writeLoads } from "./package/loads.ts";

writeLoads(await measureLoads());
