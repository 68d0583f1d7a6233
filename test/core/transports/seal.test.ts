import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSeal, sealedFile } from "../../../src/core/transports/seal.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const text = 'Maria Lindqvist, "café" €\n';

describe("a seal", () => {
  test("gives back what it sealed, to whoever has the same key file", () => {
    const path = join(temporaryFolder(), "new", "key");
    const sealed = openSeal(path).seal(text);
    expect(openSeal(path).open(sealed)).toBe(text);
    // Long enough that no random bytes hold it.
    expect(sealed).not.toContain("Maria Lindqvist");
    expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("Maria Lindqvist");
  });

  test("never seals the same twice alike", () => {
    const seal = openSeal(join(temporaryFolder(), "key"));
    expect(seal.seal(text)).not.toBe(seal.seal(text));
  });

  test("does not open what was changed, or sealed by another key", () => {
    const seal = openSeal(join(temporaryFolder(), "key"));
    const bytes = Buffer.from(seal.seal(text), "base64");
    for (const position of [0, 12, 28, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => seal.open(changed.toString("base64"))).toThrow(/authenticat/);
    }
    expect(() => openSeal(join(temporaryFolder(), "key")).open(seal.seal(text))).toThrow(/authenticat/);
    expect(() => seal.open("")).toThrow(/Invalid/);
  });

  test("keeps its key where only its owner reads it, and takes no other file for one", () => {
    const folder = join(temporaryFolder(), "keys");
    openSeal(join(folder, "key"));
    expect([statSync(join(folder, "key")).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    writeFileSync(join(folder, "other"), "no key");
    expect(() => openSeal(join(folder, "other"))).toThrow("is not a key");
  });

  test("has a fingerprint for a text that differs from key to key", () => {
    const [one, other] = [1, 2].map(() => openSeal(join(temporaryFolder(), "key")));
    expect(one?.fingerprint(text)).toMatch(/^[0-9a-f]{12}$/);
    expect(one?.fingerprint(text)).toBe(one?.fingerprint(text));
    expect(one?.fingerprint(text)).not.toBe(other?.fingerprint(text));
  });
});

describe("a sealed file", () => {
  test("holds the last text, sealed, for its owner alone", () => {
    const folder = temporaryFolder();
    const path = join(folder, "session");
    const file = sealedFile(path, openSeal(join(folder, "key")));
    expect(file.read()).toBeUndefined();
    file.write("first-refresh-token");
    file.write("second-refresh-token");
    expect(file.read()).toBe("second-refresh-token");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).not.toContain("refresh-token");
  });

  test("that cannot be read is as good as none; one that cannot be written says so", () => {
    const folder = temporaryFolder();
    const seal = openSeal(join(folder, "key"));
    writeFileSync(join(folder, "broken"), "no seal");
    expect(sealedFile(join(folder, "broken"), seal).read()).toBeUndefined();
    mkdirSync(join(folder, "folder"));
    expect(() => sealedFile(join(folder, "folder"), seal).write("x")).toThrow(/EISDIR/);
  });
});
