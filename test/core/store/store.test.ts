import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "../../../src/core/store/store.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { usageErrorOf } from "../../usage-error-of.ts";

const part = { name: "notes", steps: ["CREATE TABLE note (text TEXT NOT NULL) STRICT"] };

const path = (): string => join(temporaryFolder(), "s.sqlite");

const opened = (at: string): Store => {
  const store = openStore(at);
  onTestFinished(() => store.close());
  // Tests do not wait for a lock.
  store.database.exec("PRAGMA busy_timeout = 0");
  return store;
};

const add = (store: Store, text: string): void =>
  store.transaction(() => void store.database.prepare("INSERT INTO note VALUES (?)").run(text));

const count = (store: Store): number =>
  Number(store.database.prepare("SELECT count(*) AS count FROM note").get()?.["count"]);

describe("several processes", () => {
  const both = (): readonly [Store, Store] => {
    const at = path();
    const stores = [opened(at), opened(at)] as const;
    for (const store of stores) store.migrate(part);
    return stores;
  };

  test("a reader opens, migrates nothing and reads while another one writes", () => {
    const at = path();
    const writer = opened(at);
    writer.migrate(part);
    add(writer, "before");
    writer.transaction(() => {
      writer.database.exec("INSERT INTO note VALUES ('meanwhile')");
      const reader = opened(at);
      reader.migrate(part);
      expect(reader.read(() => count(reader))).toBe(1);
    });
    expect(count(writer)).toBe(2);
  });

  test("a reader keeps no writer waiting, and sees one state of the file", () => {
    const [reader, writer] = both();
    reader.read(() => {
      expect(count(reader)).toBe(0);
      add(writer, "meanwhile");
      expect(count(reader)).toBe(0);
    });
    expect(count(reader)).toBe(1);
  });

  test("a second writer is refused with what to do when the first does not end", () => {
    const [one, two] = both();
    one.transaction(() => {
      const { line } = usageErrorOf(() => add(two, "x"));
      expect(line).toBe(
        `${two.path}: another process keeps the store locked (wait for it to end, then run again)`,
      );
    });
    add(two, "x");
    expect(count(one)).toBe(1);
  });
});

test("room that is no longer used is given back, unless another process is at it", () => {
  const store = opened(path());
  store.migrate(part);
  for (let at = 0; at < 600; at += 1) add(store, "x".repeat(4000));
  const pages = (): number => Number(store.database.prepare("PRAGMA page_count").get()?.["page_count"]);
  const full = pages();
  store.compact();
  expect(pages()).toBe(full);
  store.database.exec("DELETE FROM note WHERE rowid > 100");
  const other = opened(store.path);
  other.transaction(() => store.compact());
  expect(pages()).toBe(full);
  store.compact();
  expect(pages()).toBeLessThan(full / 3);
  expect(count(store)).toBe(100);
});

describe("a file that cannot be used", () => {
  test.each([
    ["read-only", "PRAGMA query_only = 1", "the store is read-only"],
    ["full", "PRAGMA max_page_count = 1", "the disk is full"],
  ])("%s: names the file and what to do, and undoes what was begun", (_, pragma, message) => {
    const store = opened(path());
    store.migrate(part);
    store.database.exec(pragma);
    const error = usageErrorOf(() => {
      for (let at = 0; at < 100; at += 1) add(store, "x".repeat(4000));
    });
    expect(error).toMatchObject({ message, location: store.path });
    expect(error.hint).toMatch(/--store/);
    expect(store.database.isTransaction).toBe(false);
  });

  test("no store", () => {
    const at = path();
    writeFileSync(at, "garbage ".repeat(1000));
    expect(usageErrorOf(() => openStore(at))).toMatchObject({ location: at });
  });

  test("a database of another program stays as it is, byte for byte", () => {
    const at = path();
    const other = new DatabaseSync(at);
    other.exec("CREATE TABLE invoice (id INTEGER PRIMARY KEY); INSERT INTO invoice VALUES (7)");
    other.close();
    const before = readFileSync(at);
    expect(usageErrorOf(() => openStore(at))).toMatchObject({
      location: at,
      message: "the store cannot be used: another program, or a sandbox, keeps its data in this file",
      hint: expect.stringContaining("--store"),
    });
    expect(readFileSync(at).equals(before)).toBe(true);
  });

  test("of a newer version", () => {
    const store = opened(path());
    store.migrate({ name: "notes", steps: [...part.steps, "CREATE TABLE more (x TEXT) STRICT"] });
    expect(usageErrorOf(() => store.migrate(part)).message).toBe(
      "a newer tripact has written the store (notes 2)",
    );
  });
});

describe("a store that somebody else has changed is damaged, and what does not fit is named", () => {
  const newPart = { name: "notes", steps: [...part.steps, "CREATE TABLE more (x TEXT) STRICT"] };

  test.each([
    ["lacks a table", "DROP TABLE note", "no such table: note"],
    ["lacks a column", "ALTER TABLE note RENAME COLUMN text TO body", "has no column named text"],
    ["lost count of its steps", "DROP TABLE store_part", "no such table: store_part"],
    [
      "counts its steps in another way",
      "DROP TABLE store_part; CREATE TABLE store_part (x TEXT)",
      "no such column",
    ],
  ])("it %s", (_, change, says) => {
    const store = opened(path());
    store.migrate(part);
    store.database.exec(change);
    const error = usageErrorOf(() => {
      store.migrate(newPart);
      store.database.prepare("INSERT INTO note (text) VALUES ('x')").run();
    });
    expect(error.message).toMatch(/^the store is damaged: /);
    expect([error.message, error.location, error.hint]).toEqual([
      expect.stringContaining(says),
      store.path,
      expect.stringContaining("--store"),
    ]);
    expect(store.database.isTransaction).toBe(false);
  });

  test("a table of the same name belongs to somebody else, and the file is no store", () => {
    const store = opened(path());
    store.migrate(part);
    store.database.exec("CREATE TABLE more (y TEXT)");
    const { message, location, hint } = usageErrorOf(() => store.migrate(newPart));
    expect(message).toBe(
      "another program, or a sandbox, keeps its data in this file: table more already exists",
    );
    expect([location, hint]).toEqual([store.path, expect.stringContaining("--store")]);
    expect(store.database.isTransaction).toBe(false);
  });

  test("integers that no number holds are damage", () => {
    const store = opened(path());
    store.migrate(part);
    store.database.exec("UPDATE store_part SET step = 9223372036854775807");
    expect(usageErrorOf(() => store.migrate(part)).message).toContain(
      "the store is damaged: Value is too large",
    );
  });

  test("pages that are overwritten are found by whichever statement meets them", () => {
    const at = path();
    const whole = openStore(at);
    whole.migrate(part);
    for (let count = 0; count < 50; count += 1) add(whole, "x".repeat(4000));
    whole.close();
    const bytes = readFileSync(at);
    writeFileSync(at, bytes.fill(0xa5, 3 * 4096));
    const store = opened(at);
    expect(usageErrorOf(() => count(store)).message).toBe("the store is damaged");
    const rows = store.database.prepare("SELECT text FROM note").iterate();
    expect(usageErrorOf(() => [...rows]).message).toBe("the store is damaged");
  });
});

test("an error of this program stays one, and is undone", () => {
  const store = opened(path());
  store.migrate(part);
  const wrong = (): void =>
    store.transaction(() => {
      store.database.exec("INSERT INTO note VALUES ('x')");
      throw new TypeError("it is wrong");
    });
  expect(wrong).toThrow(TypeError);
  expect(count(store)).toBe(0);
});
