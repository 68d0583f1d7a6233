import { Worker, type WorkerOptions } from "node:worker_threads";
import { readOwnFile } from "./own-file.ts";

/**
 * Starts a program of tripact as a thread: the file at `url`, or what the single executable carries under a name.
 * It has none of the flags of this process, which may be those of a test runner.
 */
export const startOwnThread = (name: string, url: URL, options: WorkerOptions): Worker => {
  const code = readOwnFile(name, undefined);
  return code === undefined
    ? new Worker(url, { ...options, execArgv: [] })
    : new Worker(code, { ...options, execArgv: [], eval: true });
};
