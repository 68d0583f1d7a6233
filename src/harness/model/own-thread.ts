import { Worker, type WorkerOptions } from "node:worker_threads";
import { readOwnFile } from "./own-file.ts";

/**
 * Starts a program of tripact as a thread: the file at `place`, or what the single executable carries under a name.
 * It has none of the flags of this process, which may be those of a test runner.
 */
export const startOwnThread = (name: string, place: URL, options: WorkerOptions): Worker => {
  const code = readOwnFile(name, undefined);
  return code === undefined
    ? new Worker(place, { ...options, execArgv: [] })
    : new Worker(code, { ...options, execArgv: [], eval: true });
};
