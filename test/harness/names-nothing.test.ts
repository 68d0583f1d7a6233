import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contract } from "../../src/contract/contract.ts";

const harness = fileURLToPath(new URL("../../src/harness", import.meta.url));

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

const rooms = ["recordings", "recorder", "drift", "reporters", "privacy"] as const;

test.each(rooms)("%s names no interface, operation or fact of the platform", (room) => {
  const files = globSync(`${room}/**/*`, { cwd: harness, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(2);
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
