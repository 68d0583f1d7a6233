import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contract } from "../../src/inputs/contract.ts";

const harness = fileURLToPath(new URL("../../src/core", import.meta.url));

/** Names of the platform that no text of a general harness has a reason to hold. */
const platform = new RegExp(
  [
    ...contract.interfaces.map((name) => `${name}s?`),
    ...Object.keys(contract.operations),
    ...contract.facts.map(({ id }) => id),
    ...contract.unknowns.map(({ id }) => id),
  ]
    .map((name) => `(?<![\\w-])${name}(?![\\w-])`)
    .join("|"),
  "gi",
);

/** Words that fields of any platform are called by. */
const wordList = "field-words.ts";

test("no file of the harness names an interface, operation, fact or open question of the platform", () => {
  const files = globSync("**/*", { cwd: harness, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== wordList,
  );
  expect(files.length).toBeGreaterThan(150);
  const named = files.flatMap((file) =>
    [...readFileSync(join(file.parentPath, file.name), "utf8").matchAll(platform)].map(
      ([name]) => `${file.name} names ${name}`,
    ),
  );
  expect(named).toEqual([]);
});

test("what it looks for is found where it is", () => {
  expect("Reads the CRM by getContact (CRM-08)".match(platform)).toEqual(["CRM", "getContact", "CRM-08"]);
});
