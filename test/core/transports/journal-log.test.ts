import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createJournalLog,
  type JournalLine,
  leftIn,
  type OpenedLine,
  readJournal,
  openChangesIn,
  type WriteResult,
} from "../../../src/core/transports/journal-log.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { openSeal } from "../../../src/core/transports/seal.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const opened = (id: string): OpenedLine => ({
  kind: "opened",
  id,
  record: `contact note ${id}`,
  interface: "crm",
  operation: "replaceContactNote",
  credential: "c",
  key: "k",
  sealed: "s",
});
const sent = (write: number, back = false, id = "a"): JournalLine => ({
  kind: "sent",
  id,
  write,
  back,
  wrote: "w",
});
const answered = (write: number, result: WriteResult): JournalLine => ({ kind: "answered", write, result });

const errorOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("a record is not settled", () => {
  const isOpen = (...lines: JournalLine[]): boolean => openChangesIn([opened("a"), ...lines]).length > 0;

  test.each([
    ["was never written to", [], false],
    ["a write has no answer yet", [sent(1)], true],
    ["a write was done", [sent(1), answered(1, "done")], true],
    ["nobody knows whether a write was done", [sent(1), answered(1, "unclear")], true],
    ["every write was refused", [sent(1), answered(1, "refused")], false],
    [
      "it was written and put back",
      [sent(1), answered(1, "done"), sent(2, true), answered(2, "done")],
      false,
    ],
    ["putting it back has no answer", [sent(1), answered(1, "done"), sent(2, true)], true],
    [
      "putting it back was refused",
      [sent(1), answered(1, "done"), sent(2, true), answered(2, "refused")],
      true,
    ],
    ["only what puts it back was written", [sent(1, true), answered(1, "unclear")], false],
    [
      "it was put back before an earlier write was answered",
      [sent(1), sent(2, true), answered(2, "done")],
      true,
    ],
    [
      "it was put back and written again",
      [sent(1, true), answered(1, "done"), sent(2), answered(2, "done")],
      true,
    ],
    ["somebody settled it", [sent(1), answered(1, "done"), { kind: "settled", id: "a" }], false],
  ] as const)("%s: %o", (_, lines, expected) => {
    expect(isOpen(...lines)).toBe(expected);
  });

  test("after the last write that was not refused, unless that one puts it back", () => {
    const write = fc.record({
      back: fc.boolean(),
      result: fc.constantFrom<WriteResult>("refused", "done", "unclear"),
    });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 8 }), (writes) => {
        const lines = writes.flatMap(({ back, result }, index) => [
          sent(index, back),
          answered(index, result),
        ]);
        // One after the other: what was done last stands; what is unclear changes nothing when it would put it back.
        const changed = writes.reduce(
          (was, { back, result }) => (result === "refused" ? was : back ? was && result !== "done" : true),
          false,
        );
        expect(isOpen(...lines)).toBe(changed);
      }),
    );
  });

  test("one beside another", () => {
    const lines = [
      opened("a"),
      opened("b"),
      sent(1, false, "a"),
      sent(2, false, "b"),
      answered(1, "refused"),
    ];
    expect(openChangesIn(lines).map(({ id }) => id)).toEqual(["b"]);
  });
});

test("what stays is counted, but for what was refused, and only what was answered is certain", () => {
  const leaves = (write: number, what: string): JournalLine => ({ kind: "leaves", write, what });
  const left = leftIn([
    leaves(1, "a user was created"),
    answered(1, "done"),
    leaves(2, "a user was created"),
    leaves(3, "a group was created"),
    answered(3, "refused"),
    leaves(4, "a user was created"),
    answered(4, "unclear"),
  ]);
  expect([...left]).toEqual([
    ["a user was created", 1],
    ["perhaps a user was created: the write got no clear answer", 2],
  ]);
});

describe("the file", () => {
  const newPath = (): string => join(temporaryFolder(), "beside", "journal.ndjson");

  test("holds what was appended, for its owner alone, until it is erased", () => {
    const log = createJournalLog(newPath());
    log.load();
    expect(log.lines).toEqual([]);
    log.append([opened("a"), sent(1)]);
    log.note(answered(1, "done"));
    const all = [opened("a"), sent(1), answered(1, "done")];
    expect([log.lines, readJournal(log.path).lines]).toEqual([all, all]);
    expect(statSync(log.path).mode & 0o777).toBe(0o600);
    log.erase();
    expect([existsSync(log.path), log.lines]).toEqual([false, []]);
    log.append([opened("b")]);
    expect(readJournal(log.path).lines).toEqual([opened("b")]);
    log.close();
  });

  test.each([
    ["half of it", '{"kind":"sent","id":"a","wri'],
    ["its first letters", '{"ki'],
    ["a block that the disk has lost", "\0\0\0"],
  ])("a last line of which there is %s is none, and swallows no other", (_, rest) => {
    const first = createJournalLog(newPath());
    first.append([opened("a"), sent(1)]);
    first.close();
    appendFileSync(first.path, rest);
    const next = createJournalLog(first.path);
    next.load();
    expect(next.lines).toEqual([opened("a"), sent(1)]);
    next.append([{ kind: "settled", id: "a" }]);
    expect(readJournal(next.path).lines).toEqual([opened("a"), sent(1), { kind: "settled", id: "a" }]);
    next.close();
  });

  const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

  test.each([
    ["garbage", "\u0001garbage"],
    ["garbage and a line break", "garbage\n"],
    ["null", "null\n"],
    ["a list", "[]\n"],
    ["no kind", "{}\n"],
    ["another kind", line({ kind: "closed", id: "a" })],
    ["a kind of every object", line({ kind: "toString" })],
    ["a line that lacks a member", line({ ...opened("a"), sealed: undefined })],
    ["a line with a wrong member", line({ ...opened("a"), record: 7 })],
    ["a write without a number", line({ ...sent(1), write: "1" })],
    ["an answer nobody knows", line({ kind: "answered", write: 1, result: "maybe" })],
  ])("with %s in it is refused, with what is left to be done by hand", (_, text) => {
    const log = createJournalLog(newPath());
    log.append([opened("b")]);
    log.close();
    writeFileSync(log.path, `${readFileSync(log.path, "utf8")}${text}`);
    const error = errorOf(() => log.load());
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      location: log.path,
      hint: expect.stringMatching(/contact note b .*by hand.*remove this file/),
    });
    expect(() => log.append([opened("c")])).toThrow(/damaged/);
  });

  test.each([
    ["a folder", (path: string) => void mkdirSync(path, { recursive: true })],
    [
      "a pipe",
      (path: string) => {
        mkdirSync(dirname(path), { recursive: true });
        execFileSync("mkfifo", [path]);
      },
    ],
  ])("that is %s is refused, and not waited for", (_, make) => {
    const log = createJournalLog(newPath());
    make(log.path);
    expect(() => log.load()).toThrow("it is not a file");
    expect(() => openSeal(log.path)).toThrow("it is not a file");
  });
});
