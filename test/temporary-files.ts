import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { compiledCode, tidyCompiledCode } from "../scripts/compiled-code.ts";

const memory = "/dev/shm";
const enough = 4 * 2 ** 30;

const roomIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem());
};

/** Tests write and sync thousands of small files, which takes a fifth of their time on a disk. */
const isInMemory = (): boolean =>
  process.env["TMPDIR"] === undefined && existsSync(memory) && roomIn(memory) > enough;

const folder = mkdtempSync(join(isInMemory() ? memory : tmpdir(), "tripact-tests-"));

/**
 * One folder for the temporary files of all tests and of the programs that they start. What these compile is kept from
 * run to run: it is most of their start.
 */
export const setup = (): void => {
  tidyCompiledCode();
  process.env["TMPDIR"] = folder;
  process.env["NODE_COMPILE_CACHE"] = compiledCode;
};

/** Nothing of it stays, though a program that ends just then may still write. */
export const teardown = (): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
