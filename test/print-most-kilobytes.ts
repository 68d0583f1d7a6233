/** Loaded with `--import`: prints at the end of a program what it has held, on the last line of standard error. */
import { mostKilobytes } from "./most-kilobytes.ts";

process.on("exit", () => process.stderr.write(`\n${mostKilobytes()}`));
