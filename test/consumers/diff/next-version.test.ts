import { expect, test } from "vitest";
import type { Change } from "../../../src/consumers/diff/change.ts";
import { bumpFor, nextVersion } from "../../../src/consumers/diff/next-version.ts";

const change = (consumers: Change["consumers"]): Change => ({
  kind: "operation-added",
  consumers,
  providers: "breaking",
  pointer: "",
  operations: [],
  message: "",
});

test.each([
  [[], "none", "1.2.3"],
  [["informational"], "patch", "1.2.4"],
  [["informational", "additive"], "minor", "1.3.0"],
  [["additive", "breaking", "informational"], "major", "2.0.0"],
] as const)("changes that are %j for consumers take a step of kind %s", (impacts, bump, next) => {
  expect(bumpFor(impacts.map(change))).toBe(bump);
  expect(nextVersion("1.2.3", bump)).toBe(next);
});
