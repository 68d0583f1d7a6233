import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { InterfaceName } from "../model/interface-name.ts";
import { codeOf } from "../model/error-code.ts";

/** What became of a write: refused and nothing changed, done, or nobody knows. */
export type WriteResult = "refused" | "done" | "unclear";

/** A line of a journal. Values of records stand in `sealed` alone. */
export type JournalLine =
  /** A record that is going to be changed, and how it is put back. */
  | {
      readonly kind: "opened";
      readonly id: string;
      /** As a person knows it: `contact note 10`. */
      readonly record: string;
      readonly interface: InterfaceName;
      readonly operation: string;
      /** Fingerprint of the credential that must put it back. */
      readonly credential: string;
      /** The restoration, sealed. */
      readonly sealed: string;
    }
  /** A write that is going to be sent. `back` tells that it is the one that puts the record back. */
  | { readonly kind: "sent"; readonly id: string; readonly write: number; readonly back: boolean }
  /** A write that is going to be sent and that nothing takes back. */
  | { readonly kind: "leaves"; readonly write: number; readonly what: string }
  | { readonly kind: "answered"; readonly write: number; readonly result: WriteResult }
  | { readonly kind: "settled"; readonly id: string };

export type OpenedLine = Extract<JournalLine, { kind: "opened" }>;

/** A record that is not, or perhaps not, as it was. */
export interface Unsettled extends OpenedLine {}

/** The state of one record as its lines tell it. */
interface RecordState {
  readonly line: OpenedLine;
  isChanged: boolean;
  /** Writes without an answer that do not put it back. */
  readonly open: Set<number>;
}

/** The records that may not be as they were, in the order in which they were opened. */
export const unsettledIn = (lines: readonly JournalLine[]): readonly Unsettled[] => {
  const records = new Map<string, RecordState>();
  const writes = new Map<number, { readonly state: RecordState; readonly back: boolean }>();

  const sent = (id: string, write: number, back: boolean): void => {
    const state = records.get(id);
    if (state === undefined) return;
    writes.set(write, { state, back });
    if (!back) state.open.add(write);
  };

  const answered = (write: number, result: WriteResult): void => {
    const { state, back } = writes.get(write) ?? {};
    if (state === undefined) return;
    state.open.delete(write);
    if (back === true) state.isChanged &&= !(result === "done" && state.open.size === 0);
    else if (result !== "refused") state.isChanged = true;
  };

  for (const line of lines) {
    if (line.kind === "opened") records.set(line.id, { line, isChanged: false, open: new Set() });
    else if (line.kind === "sent") sent(line.id, line.write, line.back);
    else if (line.kind === "answered") answered(line.write, line.result);
    else if (line.kind === "settled") records.delete(line.id);
  }
  return [...records.values()]
    .filter(({ isChanged, open }) => isChanged || open.size > 0)
    .map(({ line }) => line);
};

/** What writes have left that nothing takes back, with how many of each; what was refused has left nothing. */
export const leftIn = (lines: readonly JournalLine[]): ReadonlyMap<string, number> => {
  const refused = new Set(
    lines.flatMap((line) => (line.kind === "answered" && line.result === "refused" ? [line.write] : [])),
  );
  const left = new Map<string, number>();
  for (const line of lines)
    if (line.kind === "leaves" && !refused.has(line.write))
      left.set(line.what, (left.get(line.what) ?? 0) + 1);
  return left;
};

/** The journal of one address: a file that only its owner may read, and a lock that ends with its process. */
export interface JournalFile {
  readonly path: string;
  /** Takes the lock; false while another process has it. */
  lock(): boolean;
  unlock(): void;
  /**
   * What it holds; a last line that was cut off was followed by no write and is left out.
   * @throws Error when a line cannot be read.
   */
  read(): readonly JournalLine[];
  /** Returns when the lines are on the disk. @throws Error when they cannot be written. */
  append(lines: readonly JournalLine[]): void;
  /** Adds a line that may be lost with the power, but not with the process. */
  note(line: JournalLine): void;
  erase(): void;
}

const syncFolder = (path: string): void => {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

const lineOf = (text: string, path: string): JournalLine => {
  try {
    // Written by this room alone, whole lines at a time.
    return JSON.parse(text) as JournalLine;
  } catch {
    throw new Error(`${path} is damaged`);
  }
};

/** A journal at a path without extension. Touches nothing before it is locked, read or written. */
export const createJournalFile = (base: string): JournalFile => {
  const path = `${base}.ndjson`;
  let file: number | undefined;
  let lock: DatabaseSync | undefined;

  const text = (): string => {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return "";
      throw error;
    }
  };

  const whole = (): string => {
    const all = text();
    return all.slice(0, all.lastIndexOf("\n") + 1);
  };

  const open = (): number => {
    if (file !== undefined) return file;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, "a", 0o600);
    // What was cut off must not swallow the next line.
    truncateSync(path, Buffer.byteLength(whole()));
    syncFolder(dirname(path));
    return file;
  };

  const write = (lines: readonly JournalLine[]): number => {
    const opened = open();
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    for (let done = 0; done < bytes.byteLength;) done += writeSync(opened, bytes, done);
    return opened;
  };

  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };

  return {
    path,
    lock() {
      if (lock !== undefined) return true;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const database = new DatabaseSync(`${base}.lock`, { timeout: 0 });
      try {
        // The system lets go of it when the process ends, however it ends.
        database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      } catch (error) {
        database.close();
        if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
        throw error;
      }
      lock = database;
      return true;
    },
    unlock() {
      close();
      lock?.close();
      lock = undefined;
    },
    read: () =>
      whole()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => lineOf(line, path)),
    append: (lines) => fsyncSync(write(lines)),
    note: (line) => void write([line]),
    erase() {
      close();
      rmSync(path, { force: true });
    },
  };
};
