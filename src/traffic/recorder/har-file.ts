import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import type { RecordingFile } from "./recording-file.ts";

const begin = '{"log":{"version":"1.2","creator":{"name":"tripact","version":"1"},"entries":[\n';
const end = "\n]}}\n";

/** Where the next entry goes, and what precedes it. */
interface OpenHar {
  readonly file: number;
  position: number;
  before: string;
}

/** @throws if the file holds anything but what was written here. */
const openHar = (path: string): OpenHar => {
  const { O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  const file = openSync(path, O_CREAT | O_NONBLOCK | O_RDWR, 0o600);
  const found = fstatSync(file);
  const tail = Buffer.alloc(end.length);
  const head = Buffer.alloc(begin.length);
  const isEmpty = found.isFile() && found.size === 0;
  if (!isEmpty) {
    readSync(file, head, 0, head.length, 0);
    readSync(file, tail, 0, tail.length, Math.max(0, found.size - tail.length));
    if (!found.isFile() || String(head) !== begin || String(tail) !== end) {
      closeSync(file);
      throw new Error("not a HAR of a recorder");
    }
    return { file, position: found.size - end.length, before: ",\n" };
  }
  return { file, position: 0, before: begin };
};

/** Whether entries can be added to a file: it is new, or a HAR written by a recorder. Creates it. */
export const takesHarEntries = (path: string): boolean => {
  try {
    closeSync(openHar(path).file);
    return true;
  } catch {
    return false;
  }
};

/** Each entry in one write with the end of the file, which so stays complete. `onLoss` gets the number of lost ones. */
export const openHarFile = (path: string, onLoss: (entries: number) => void): RecordingFile => {
  let open: OpenHar | undefined;
  return {
    add(entry) {
      try {
        open ??= openHar(path);
        const text = Buffer.from(`${open.before}${entry}${end}`);
        const written = writeSync(open.file, text, 0, text.length, open.position);
        if (written < text.length) return onLoss(1);
        open.position += text.length - end.length;
        open.before = ",\n";
      } catch {
        onLoss(1);
      }
      return undefined;
    },
    flush: () => Promise.resolve(),
    writeRest: () => undefined,
    close() {
      if (open !== undefined) closeSync(open.file);
      open = undefined;
      return Promise.resolve();
    },
  };
};
