import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createJournalFile,
  type JournalLine,
  leftIn,
  type OpenedLine,
  unsettledIn,
  type WriteResult,
} from "../../src/transports/journal-file.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const opened = (id: string): OpenedLine => ({
  kind: "opened",
  id,
  record: `contact note ${id}`,
  interface: "crm",
  operation: "replaceContactNote",
  credential: "c",
  sealed: "s",
});
const sent = (write: number, back = false, id = "a"): JournalLine => ({ kind: "sent", id, write, back });
const answered = (write: number, result: WriteResult): JournalLine => ({ kind: "answered", write, result });

describe("a record is not settled", () => {
  const isUnsettled = (...lines: JournalLine[]): boolean => unsettledIn([opened("a"), ...lines]).length > 0;

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
    expect(isUnsettled(...lines)).toBe(expected);
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
        expect(isUnsettled(...lines)).toBe(changed);
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
    expect(unsettledIn(lines).map(({ id }) => id)).toEqual(["b"]);
  });
});

test("what stays is counted, but for what was refused", () => {
  const leaves = (write: number, what: string): JournalLine => ({ kind: "leaves", write, what });
  const left = leftIn([
    leaves(1, "a user was created"),
    answered(1, "done"),
    leaves(2, "a user was created"),
    leaves(3, "a group was created"),
    answered(3, "refused"),
  ]);
  expect([...left]).toEqual([["a user was created", 2]]);
});

describe("the file", () => {
  const base = (): string => join(temporaryFolder(), "beside", "journal");

  test("holds what was appended, for its owner alone, until it is erased", () => {
    const file = createJournalFile(base());
    expect(file.read()).toEqual([]);
    file.append([opened("a"), sent(1)]);
    file.note(answered(1, "done"));
    expect(createJournalFile(file.path.replace(".ndjson", "")).read()).toEqual([
      opened("a"),
      sent(1),
      answered(1, "done"),
    ]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    file.erase();
    expect([existsSync(file.path), file.read()]).toEqual([false, []]);
    file.append([opened("b")]);
    expect(file.read()).toEqual([opened("b")]);
    file.unlock();
  });

  test("a last line that was cut off is none, and swallows no other", () => {
    const path = base();
    const first = createJournalFile(path);
    first.append([opened("a"), sent(1)]);
    first.unlock();
    appendFileSync(first.path, '{"kind":"sent","id":"a","wri');
    const next = createJournalFile(path);
    expect(next.read()).toEqual([opened("a"), sent(1)]);
    next.append([{ kind: "settled", id: "a" }]);
    expect(next.read()).toEqual([opened("a"), sent(1), { kind: "settled", id: "a" }]);
    next.unlock();
  });

  test("a line in its middle that nobody can read is told", () => {
    const file = createJournalFile(base());
    file.append([opened("a")]);
    file.unlock();
    writeFileSync(file.path, `\0\0\0\n${readFileSync(file.path, "utf8")}`);
    expect(() => file.read()).toThrow("is damaged");
  });

  test("is locked by one at a time", () => {
    const path = base();
    const [one, other] = [createJournalFile(path), createJournalFile(path)];
    expect([one.lock(), one.lock(), other.lock()]).toEqual([true, true, false]);
    one.unlock();
    expect(other.lock()).toBe(true);
    other.unlock();
  });
});
