import { Worker, type WorkerOptions } from "node:worker_threads";
import { readOwnFile } from "./own-file.ts";

/**
 * Starts one of tripact's programs as a thread: the file at `url`, or the file of that name in the single executable.
 * It inherits no flags of this process, which may be a test runner's.
 */
export const startOwnThread = (name: string, url: URL, options: WorkerOptions): Worker => {
  const code = readOwnFile(name, undefined);
  return code === undefined
    ? new Worker(url, { ...options, execArgv: [] })
    : new Worker(code, { ...options, execArgv: [], eval: true });
};
