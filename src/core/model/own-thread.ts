import { Worker, type WorkerOptions } from "node:worker_threads";
import { readOwnFile } from "./own-file.ts";

/** Runs `url`, or that name in the single executable, without flags of this process, such as a test runner's. */
export const startOwnThread = (name: string, url: URL, options: WorkerOptions): Worker => {
  const code = readOwnFile(name, undefined);
  return code === undefined
    ? new Worker(url, { ...options, execArgv: [] })
    : new Worker(code, { ...options, execArgv: [], eval: true });
};
