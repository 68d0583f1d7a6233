import { join } from "node:path";
import { expect, test } from "vitest";
import { createLock } from "../../../src/core/transports/lock.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const paths =
  (...names: string[]): ((folder: string) => readonly string[]) =>
  (folder) =>
    names.map((name) => join(folder, "locks", `${name}.lock`));

test.each([
  ["one address", paths("a"), paths("a"), false],
  ["one address twice, as two interfaces share it", paths("a", "a"), paths("b"), true],
  ["an address among several", paths("a", "b"), paths("c", "b"), false],
  ["other addresses", paths("a", "b"), paths("c", "d"), true],
])("of two holders of %s the second one gets it only where they share none", (_, mine, yours, both) => {
  const folder = temporaryFolder();
  const [one, other] = [createLock(mine(folder)), createLock(yours(folder))];
  expect([one.acquire(), one.acquire(), other.acquire()]).toEqual([true, true, both]);
  one.release();
  expect(other.acquire()).toBe(true);
  other.release();
});

test("whoever does not get all of it keeps nothing", () => {
  const folder = temporaryFolder();
  const [a, ab, b] = [paths("a"), paths("a", "b"), paths("b")].map((of) => createLock(of(folder)));
  expect([b?.acquire(), ab?.acquire(), a?.acquire()]).toEqual([true, false, true]);
  for (const one of [a, b]) one?.release();
});
