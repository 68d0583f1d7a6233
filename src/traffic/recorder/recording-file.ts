import { promisify } from "node:util";
import { closeSync, constants, fstatSync, openSync, readSync, write, writeSync } from "node:fs";

/** Limit of buffered characters; beyond it, lines are dropped. */
const mostWaiting = 64 * 1024 * 1024;

/** Resolves to the number of bytes written. */
const writeTo = async (file: number, bytes: Buffer): Promise<number> =>
  (await promisify(write)(file, bytes)).bytesWritten;

/** Without blocking: opening a pipe would otherwise block the recorded process until a reader appears. */
const openToAppend = (path: string): number => {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_RDWR, 0o600);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error("not a regular file");
};

/** Whether the file ends within a line: a writer was killed or writes right now. Readers skip the added blank line. */
const endsWithinLine = (file: number): boolean => {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
};

const createLineQueue = () => {
  let lines: string[] = [];
  let size = 0;
  return {
    /** False if too much is waiting: the line is dropped. */
    add(line: string) {
      if (size > mostWaiting) return false;
      lines.push(`${line}\n`);
      size += line.length + 1;
      return true;
    },
    count: () => lines.length,
    take() {
      const all = lines.join("");
      [lines, size] = [[], 0];
      return all;
    },
  };
};

/** Each line in a single write, so that those of several processes do not mix; the last ones at exit. */
export const openRecordingFile = (path: string, onLoss: (lines: number) => void) => {
  const queue = createLineQueue();
  let file: number | undefined;
  let writing: Promise<void> | undefined;
  /** Whether the last write ended within a line. */
  let isTorn = false;

  const fileOf = (): number => {
    if (file !== undefined) return file;
    file = openToAppend(path);
    isTorn = endsWithinLine(file);
    return file;
  };

  /** The bytes to write, after a line break if the file may end within a line. */
  const bytesOf = (lines: string): Buffer => Buffer.from(isTorn ? `\n${lines}` : lines);

  const writeAll = async (): Promise<void> => {
    while (queue.count() > 0) {
      const count = queue.count();
      const lines = queue.take();
      try {
        const opened = fileOf();
        const bytes = bytesOf(lines);
        isTorn = (await writeTo(opened, bytes)) < bytes.length;
        if (isTorn) onLoss(count);
      } catch {
        onLoss(count);
      }
    }
    writing = undefined;
    process.off("exit", writeRest);
  };

  const writeRest = (): void => {
    const count = queue.count();
    if (count === 0) return;
    try {
      const opened = fileOf();
      writeSync(opened, bytesOf(queue.take()));
    } catch {
      onLoss(count);
    }
  };
  return {
    add(line: string) {
      if (!queue.add(line)) return onLoss(1);
      // Lines of the same tick share one write.
      if (writing !== undefined) return;
      process.once("exit", writeRest);
      writing = new Promise<void>((resolve) => setImmediate(resolve)).then(writeAll);
    },
    /** Resolves when every line so far was written or lost. */
    flush: () => writing ?? Promise.resolve(),
    /** Writes what waits at once, for a process that ends. */
    writeRest,
    async close() {
      await writing;
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};

/** A file that takes complete lines, from several processes at once if needed. */
export type RecordingFile = ReturnType<typeof openRecordingFile>;
