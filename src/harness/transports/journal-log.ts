import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../model/make-folder.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { byKind, count, type Form, oneOf, record, text, truth } from "../model/form.ts";
import { parseJson } from "../model/json-object.ts";
import { UsageError } from "../model/usage-error.ts";
import { readOwnFile } from "./own-files.ts";
import { messageOf } from "../model/error-code.ts";

const writeResults = ["refused", "done", "unclear"] as const;

/** What became of a write: refused and nothing changed, done, or nobody knows. */
export type WriteResult = (typeof writeResults)[number];

/** A line of a journal. Values of records are in `sealed` and `wrote` alone. */
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
      /** Fingerprint of the key it is sealed with. */
      readonly key: string;
      /** What puts it back, sealed. */
      readonly sealed: string;
    }
  /** A write that is going to be sent: its body, sealed. `back` says that it is the one that puts the record back. */
  | {
      readonly kind: "sent";
      readonly id: string;
      readonly write: number;
      readonly back: boolean;
      readonly wrote: string;
    }
  /** A write that is going to be sent and that nothing takes back. */
  | { readonly kind: "leaves"; readonly write: number; readonly what: string }
  | { readonly kind: "answered"; readonly write: number; readonly result: WriteResult }
  | { readonly kind: "settled"; readonly id: string };

export type OpenedLine = Extract<JournalLine, { kind: "opened" }>;

type SentLine = Extract<JournalLine, { kind: "sent" }>;

/** The state of one record by its lines. */
interface RecordState {
  readonly line: OpenedLine;
  isChanged: boolean;
  /** Writes without an answer that do not put it back. */
  readonly open: Set<number>;
}

/** The records that may not be as they were, in the order in which they were opened. */
export const openChangesIn = (lines: readonly JournalLine[]): readonly OpenedLine[] => {
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
    if (line.kind === "opened") records.set(line.id, { line, isChanged: false, open: new Set() });
    else if (line.kind === "sent") sent(line);
    else if (line.kind === "answered") answered(line.write, line.result);
    else if (line.kind === "settled") records.delete(line.id);
  }
  return [...records.values()]
    .filter(({ isChanged, open }) => isChanged || open.size > 0)
    .map(({ line }) => line);
};

/** The sealed bodies of the writes that were sent to a record, in order. */
export const writtenTo = (id: string, lines: readonly JournalLine[]): readonly string[] =>
  lines.flatMap((line) => (line.kind === "sent" && line.id === id ? [line.wrote] : []));

/**
 * What writes have left that nothing takes back, with how many of each. What was refused has left nothing; a write
 * whose answer does not say what it did, or that got none, may have.
 */
export const leftIn = (lines: readonly JournalLine[]): ReadonlyMap<string, number> => {
  const results = new Map(
    lines.flatMap((line) => (line.kind === "answered" ? [[line.write, line.result] as const] : [])),
  );
  const left = new Map<string, number>();
  for (const line of lines) {
    const result = line.kind === "leaves" ? results.get(line.write) : "refused";
    if (line.kind !== "leaves" || result === "refused") continue;
    const what = result === "done" ? line.what : `perhaps ${line.what}: the write got no clear answer`;
    left.set(what, (left.get(what) ?? 0) + 1);
  }
  return left;
};

/** What each kind of line must hold. */
const lineForm = (interfaces: readonly string[]): Form =>
  byKind({
    opened: record({
      id: text,
      record: text,
      interface: oneOf(...interfaces),
      operation: text,
      credential: text,
      key: text,
      sealed: text,
    }),
    sent: record({ id: text, write: count, back: truth, wrote: text }),
    leaves: record({ write: count, what: text }),
    answered: record({ write: count, result: oneOf(...writeResults) }),
    settled: record({ id: text }),
  } satisfies Record<JournalLine["kind"], Form>);

/** Bytes that a journal may hold. */
const largest = 64 * 1_048_576;

/** How every line begins that this program has written. */
const beginning = '{"kind":"';

const damaged = (path: string, what: string, lines: readonly JournalLine[]): UsageError => {
  const records = lines.flatMap((line) => (line.kind === "opened" ? [line.record] : []));
  const named = records.length === 0 ? "the scratch records" : [...new Set(records)].join(", ");
  return new UsageError(`the journal of writes is damaged: ${what}`, {
    location: path,
    hint: `a run may have left records changed: compare ${named} with what they were, put them right by hand, then remove this file`,
  });
};

const textOf = (path: string): string => {
  try {
    return readOwnFile(path, largest)?.toString("utf8") ?? "";
  } catch (error) {
    throw damaged(path, messageOf(error), []);
  }
};

/** Whether a text without its line break is what a killed process leaves of a line, or a lost disk block. */
const isCutOff = (text: string): boolean =>
  /^\0*$/.test(text) || text.startsWith(beginning) || beginning.startsWith(text);

/**
 * What a journal of writes to these interfaces holds. A last line that was cut off was followed by no write and is left out.
 * @throws UsageError when it is damaged, with what is left to be done by hand.
 */
export const readJournal = (
  path: string,
  interfaces: readonly string[],
): { readonly lines: readonly JournalLine[]; readonly bytes: number } => {
  const all = textOf(path);
  const form = lineForm(interfaces);
  const end = all.lastIndexOf("\n") + 1;
  const lines: JournalLine[] = [];
  for (const [index, one] of all.slice(0, end).split("\n").entries()) {
    if (one === "") continue;
    const line = parseJson(one);
    const misfit = form(line);
    if (misfit !== undefined) throw damaged(path, `line ${index + 1} cannot be read: ${misfit}`, lines);
    // The form is that of the lines.
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

/** Opens a journal to append to it, at the end of its last whole line. */
const openAtEnd = (path: string, interfaces: readonly string[]): { readonly file: number; size: number } => {
  makeFolder(dirname(path), 0o700);
  const { bytes: size } = readJournal(path, interfaces);
  const file = openSync(path, "a", 0o600);
  // What was cut off must not swallow the next line.
  ftruncateSync(file, size);
  syncFolder(dirname(path));
  return { file, size };
};

/** A journal at a path, for writes to these interfaces. Touches nothing before it is loaded or written. */
export const createJournalLog = (path: string, interfaces: readonly string[]) => {
  let opened: { readonly file: number; size: number } | undefined;
  let lines: JournalLine[] = [];

  /** All of the lines or none: half of one on a full disk would swallow the next. */
  const write = (added: readonly JournalLine[], isSynced: boolean): void => {
    opened ??= openAtEnd(path, interfaces);
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
    /** What this process knows to be in it. */
    get lines(): readonly JournalLine[] {
      return lines;
    },
    /** Looks at the disk again. @throws UsageError when it is damaged. */
    load() {
      lines = [...readJournal(path, interfaces).lines];
    },
    /** Returns when the lines are on the disk. @throws Error when they cannot be written; then none of them is. */
    append(added: readonly JournalLine[]) {
      write(added, true);
      lines.push(...added);
    },
    /** Adds a line that may be lost with the power or for want of space, but not with the process. */
    note(line: JournalLine) {
      lines.push(line);
      try {
        write([line], false);
      } catch {
        // On disk the write stays without an answer, and its record is put back in any case.
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

/** The journal of one address: a file that only its owner may read. */
export type JournalLog = ReturnType<typeof createJournalLog>;
