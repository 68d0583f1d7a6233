import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./error-code.ts";

/** Writing a file never takes this long: anything older is left over, even if its writer's process id is reused. */
const oldestMs = 3_600_000;

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
};

/** Whether the writer of a temporary file no longer exists. */
const isLeft = (path: string, pid: number): boolean => {
  if (!runs(pid)) return true;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > oldestMs;
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is writable but not listable.
    return [];
  }
};

/** A temporary file to be moved to `path` once written. Removes those left there by killed processes. */
export const temporaryFile = (path: string): string => {
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
