import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./error-code.ts";

/** Nobody takes as long to write a file: what is older is left over, whichever process has its writer's number now. */
const oldestMs = 3_600_000;

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
};

/** Whether a file that was to take the place of another one has no writer any more. */
const isLeft = (path: string, pid: number): boolean => {
  if (!runs(pid)) return true;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > oldestMs;
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that may be written to, and not listed.
    return [];
  }
};

/**
 * The name of a file beside `path` that is written first and then moved to `path`. Removes those that processes left
 * there when they were killed in between.
 */
export const besideFile = (path: string): string => {
  const [folder, start] = [dirname(path), `.${basename(path)}.`];
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(start)
      ? /^(\d+)-[\da-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1]
      : undefined;
    const other = join(folder, name);
    if (pid !== undefined && isLeft(other, Number(pid))) rmSync(other, { force: true });
  }
  return join(folder, `${start}${process.pid}-${randomUUID().slice(0, 8)}.tmp`);
};
