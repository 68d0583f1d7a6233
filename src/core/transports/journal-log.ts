import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../model/make-folder.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { parseJson } from "../model/json-object.ts";
import { UsageError } from "../model/usage-error.ts";
import {
  byKind,
  aCount,
  misfitOf,
  oneOfThese,
  anObject,
  type ValueRule,
  aText,
  aTruth,
} from "../source/rules.ts";
import { readLimitedFile } from "./own-files.ts";
import { messageOf } from "../model/error-code.ts";

const writeResults = ["refused", "done", "unclear"] as const;

/** Outcome of a write: refused without effect, done, or unknown. */
export type WriteResult = (typeof writeResults)[number];

/** A line of a journal. Only `sealed` and `wrote` hold values of records. */
export type JournalLine =
  /** A record about to be changed, and how to restore it. */
  | {
      readonly kind: "opened";
      readonly id: string;
      /** Readable name: `contact note 10`. */
      readonly record: string;
      readonly interface: InterfaceName;
      readonly operation: string;
      /** Fingerprint of the credential needed to restore it. */
      readonly credential: string;
      /** Fingerprint of the key that sealed it. */
      readonly key: string;
      /** The restoring write, sealed. */
      readonly sealed: string;
    }
  /** A write about to be sent, with its body sealed. `back` marks the write that restores the record. */
  | {
      readonly kind: "sent";
      readonly id: string;
      readonly write: number;
      readonly back: boolean;
      readonly wrote: string;
    }
  /** A record that a write has created; `sealed` removes it. */
  | {
      readonly kind: "created";
      readonly write: number;
      readonly id: string;
      readonly record: string;
      readonly interface: InterfaceName;
      readonly operation: string;
      readonly credential: string;
      readonly key: string;
      readonly sealed: string;
    }
  /** A write about to be sent that cannot be undone. */
  | { readonly kind: "leaves"; readonly write: number; readonly what: string }
  | { readonly kind: "answered"; readonly write: number; readonly result: WriteResult }
  | { readonly kind: "settled"; readonly id: string };

export type OpenedLine = Extract<JournalLine, { kind: "opened" }>;

export type CreatedLine = Extract<JournalLine, { kind: "created" }>;

type SentLine = Extract<JournalLine, { kind: "sent" }>;

interface RecordState {
  readonly line: OpenedLine | CreatedLine;
  isChanged: boolean;
  /** Unanswered writes other than the restoring one. */
  readonly open: Set<number>;
}

/** Records that may still need to be restored, oldest first. */
export const openChangesIn = (lines: readonly JournalLine[]): readonly (OpenedLine | CreatedLine)[] => {
  const records = new Map<string, RecordState>();
  const writes = new Map<number, { readonly state: RecordState; readonly back: boolean }>();

  const sent = ({ id, write, back }: SentLine): void => {
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
    if (line.kind === "created") records.set(line.id, { line, isChanged: true, open: new Set() });
    else if (line.kind === "opened") records.set(line.id, { line, isChanged: false, open: new Set() });
    else if (line.kind === "sent") sent(line);
    else if (line.kind === "answered") answered(line.write, line.result);
    else if (line.kind === "settled") records.delete(line.id);
  }
  return [...records.values()]
    .filter(({ isChanged, open }) => isChanged || open.size > 0)
    .map(({ line }) => line);
};

/** Sealed bodies of the writes sent to a record, in order. */
export const writtenTo = (id: string, lines: readonly JournalLine[]): readonly string[] =>
  lines.flatMap((line) => (line.kind === "sent" && line.id === id ? [line.wrote] : []));

/** What irreversible writes have left, or may have left, with counts; a refused write leaves nothing. */
export const leftIn = (lines: readonly JournalLine[]): ReadonlyMap<string, number> => {
  const results = new Map(
    lines.flatMap((line) => (line.kind === "answered" ? [[line.write, line.result] as const] : [])),
  );
  // Those are removed.
  const created = new Set(lines.flatMap((line) => (line.kind === "created" ? [line.write] : [])));
  const left = new Map<string, number>();
  for (const line of lines) {
    if (line.kind === "leaves" && created.has(line.write)) continue;
    const result = line.kind === "leaves" ? results.get(line.write) : "refused";
    if (line.kind !== "leaves" || result === "refused") continue;
    const what = result === "done" ? line.what : `perhaps ${line.what}: the write got no clear answer`;
    left.set(what, (left.get(what) ?? 0) + 1);
  }
  return left;
};

/** A record that needs to be restored or removed. */
const changed = {
  id: aText,
  record: aText,
  interface: aText,
  operation: aText,
  credential: aText,
  key: aText,
  sealed: aText,
};

/** The members required of each kind of line. */
const lineRule: ValueRule = byKind({
  opened: anObject(changed),
  created: anObject({ ...changed, write: aCount }),
  sent: anObject({ id: aText, write: aCount, back: aTruth, wrote: aText }),
  leaves: anObject({ write: aCount, what: aText }),
  answered: anObject({ write: aCount, result: oneOfThese(...writeResults) }),
  settled: anObject({ id: aText }),
} satisfies Record<JournalLine["kind"], ValueRule>);

/** Size limit of a journal, in bytes. */
const largest = 64 * 1_048_576;

/** How every line written by this program begins. */
const beginning = '{"kind":"';

const damaged = (path: string, what: string, lines: readonly JournalLine[]): UsageError => {
  const records = lines.flatMap((line) =>
    line.kind === "opened" || line.kind === "created" ? [line.record] : [],
  );
  const named = records.length === 0 ? "the scratch records" : [...new Set(records)].join(", ");
  return new UsageError(`the journal of writes is damaged: ${what}`, {
    location: path,
    hint: `a run may have left records changed: compare ${named} with what they were, correct them by hand, then remove this file`,
  });
};

const textOf = (path: string): string => {
  try {
    return readLimitedFile(path, largest)?.toString("utf8") ?? "";
  } catch (error) {
    throw damaged(path, messageOf(error), []);
  }
};

/** Whether a text without a line break is the remains of a line, left by a killed process or a lost disk block. */
const isCutOff = (text: string): boolean =>
  /^\0*$/.test(text) || text.startsWith(beginning) || beginning.startsWith(text);

/** Without a truncated last line: no write followed it. @throws UsageError with the manual steps if it is damaged */
export const readJournal = (
  path: string,
): { readonly lines: readonly JournalLine[]; readonly bytes: number } => {
  const all = textOf(path);
  const end = all.lastIndexOf("\n") + 1;
  const lines: JournalLine[] = [];
  for (const [index, one] of all.slice(0, end).split("\n").entries()) {
    if (one === "") continue;
    const line = parseJson(one);
    const misfit = misfitOf(line, lineRule);
    if (misfit !== undefined) throw damaged(path, `line ${index + 1} cannot be read: ${misfit}`, lines);
    // The rule is that of the lines.
    lines.push(line as JournalLine);
  }
  if (!isCutOff(all.slice(end))) throw damaged(path, "its end cannot be read", lines);
  return { lines, bytes: Buffer.byteLength(all.slice(0, end)) };
};

const syncFolder = (path: string): void => {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/** Opens a journal for appending after its last complete line. */
const openAtEnd = (path: string): { readonly file: number; size: number } => {
  makeFolder(dirname(path), 0o700);
  const { bytes: size } = readJournal(path);
  const file = openSync(path, "a", 0o600);
  // A truncated line must not swallow the next one.
  ftruncateSync(file, size);
  syncFolder(dirname(path));
  return { file, size };
};

/** A journal file of writes. Touches nothing before the first load or write. */
export const createJournalLog = (path: string) => {
  let opened: { readonly file: number; size: number } | undefined;
  let lines: JournalLine[] = [];

  /** Writes all lines or none: half a line on a full disk would swallow the next one. */
  const write = (added: readonly JournalLine[], isSynced: boolean): void => {
    opened ??= openAtEnd(path);
    const { file } = opened;
    const bytes = Buffer.from(added.map((line) => `${JSON.stringify(line)}\n`).join(""));
    try {
      for (let done = 0; done < bytes.byteLength;) done += writeSync(file, bytes, done);
      if (isSynced) fsyncSync(file);
      opened.size += bytes.byteLength;
    } catch (error) {
      ftruncateSync(file, opened.size);
      throw error;
    }
  };

  const close = (): void => {
    if (opened !== undefined) closeSync(opened.file);
    opened = undefined;
  };

  return {
    path,
    /** The lines that this process knows. */
    get lines(): readonly JournalLine[] {
      return lines;
    },
    /** Reads the file again. @throws UsageError if it is damaged. */
    load() {
      lines = [...readJournal(path).lines];
    },
    /** Returns once the lines are on disk. @throws Error if they cannot be written; then none is. */
    append(added: readonly JournalLine[]) {
      write(added, true);
      lines.push(...added);
    },
    /** Adds a line that may be lost in a power failure or on a full disk, but not when the process dies. */
    note(line: JournalLine) {
      lines.push(line);
      try {
        write([line], false);
      } catch {
        // On disk the write stays unanswered, so its record is restored in any case.
      }
    },
    erase() {
      close();
      rmSync(path, { force: true });
      lines = [];
    },
    close,
  };
};

/** The journal of one address, in a file that only its owner may read. */
export type JournalLog = ReturnType<typeof createJournalLog>;
