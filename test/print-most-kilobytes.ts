/**
 * Loaded with `--import`: at the end of a program adds a line with what it has held to the file that `MOST_KILOBYTES`
 * names, or prints it as the last line of standard error.
 */
import { appendFileSync } from "node:fs";
import { mostKilobytes } from "./most-kilobytes.ts";

process.on("exit", () => {
  const file = process.env["MOST_KILOBYTES"];
  if (file === undefined) process.stderr.write(`\n${mostKilobytes()}`);
  else appendFileSync(file, `${mostKilobytes()}\n`);
});
