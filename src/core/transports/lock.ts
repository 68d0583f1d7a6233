import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../model/make-folder.ts";

/** Locks a file; undefined while another process holds it. The system releases the lock when the process ends. */
const lockFile = (path: string): DatabaseSync | undefined => {
  makeFolder(dirname(path), 0o700);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
};

/** One lock over several files, in sorted order and each once, so that two processes cannot deadlock. */
export const createLock = (paths: readonly string[]) => {
  const files = [...new Set(paths)].toSorted();
  let held: DatabaseSync[] = [];

  const release = (): void => {
    for (const database of held) database.close();
    held = [];
  };

  return {
    /** Takes all files or none; true if this process holds the lock. */
    acquire() {
      if (held.length > 0) return true;
      try {
        for (const path of files) {
          const database = lockFile(path);
          if (database === undefined) break;
          held.push(database);
        }
      } catch (error) {
        release();
        throw error;
      }
      const isMine = held.length === files.length;
      if (!isMine) release();
      return isMine;
    },
    release,
  };
};

/** Exclusive right to write, held by one process at a time and released when it ends, however it ends. */
export type Lock = ReturnType<typeof createLock>;
