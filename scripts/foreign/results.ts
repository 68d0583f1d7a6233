import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cache } from "./servers.ts";

const fileOf = (kind: string, name: string): string => join(cache, "results", kind, `${name}.json`);

/** Keeps what was measured until the table is written. */
export const keepResult = (kind: string, name: string, result: unknown): void => {
  const file = fileOf(kind, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(result, undefined, 1));
};

/** What was measured last; undefined if nothing was. */
export const resultOf = <Result>(kind: string, name: string): Result | undefined => {
  const file = fileOf(kind, name);
  // Written above.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : undefined;
};
