import { closeSync, constants, fstatSync, openSync, write, writeSync } from "node:fs";

/** A file that takes whole lines, from several processes at once if need be. */
export interface RecordingFile {
  /** Takes a line without waiting for it. */
  add(line: string): void;
  /** Resolves when every line so far was written, or could not be. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Lines that wait to be written, in characters; more are dropped rather than held. */
const mostWaiting = 64 * 1024 * 1024;

/**
 * Opens a file to append to, without waiting for anybody: opening a pipe waits for its reader otherwise, and with it
 * the process whose calls are recorded.
 */
const openToAppend = (path: string): number => {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, 0o600);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error("not a regular file");
};

/**
 * Appends lines to a file, each in one write at its end, so that those of several processes do not mix. What waits when
 * the process ends is written then. `onTrouble` is told once for each line that is lost.
 */
export const openRecordingFile = (path: string, onTrouble: (lines: number) => void): RecordingFile => {
  let file: number | undefined;
  let waiting: string[] = [];
  let size = 0;
  let writing: Promise<void> | undefined;
  /** Whether the last write ended within a line. */
  let isTorn = false;

  const fileOf = (): number => (file ??= openToAppend(path));

  const take = (): Buffer => {
    const lines = Buffer.from(`${isTorn ? "\n" : ""}${waiting.join("")}`);
    waiting = [];
    size = 0;
    return lines;
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const count = waiting.length;
      const lines = take();
      await new Promise<void>((resolve) => {
        try {
          write(fileOf(), lines, (error, written) => {
            isTorn = error === null && written < lines.length;
            if (error !== null || isTorn) onTrouble(count);
            resolve();
          });
        } catch {
          onTrouble(count);
          resolve();
        }
      });
    }
    writing = undefined;
  };

  const writeRest = (): void => {
    if (waiting.length === 0) return;
    const count = waiting.length;
    try {
      writeSync(fileOf(), take());
    } catch {
      onTrouble(count);
    }
  };
  process.once("exit", writeRest);

  return {
    add(line) {
      if (size > mostWaiting) return onTrouble(1);
      waiting.push(`${line}\n`);
      size += line.length + 1;
      // Lines that come in the same turn go out in one write.
      writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(writeAll);
    },
    flush: () => writing ?? Promise.resolve(),
    async close() {
      await writing;
      process.off("exit", writeRest);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};
