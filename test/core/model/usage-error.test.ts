import { expect, test } from "vitest";
import { UsageError } from "../../../src/core/model/usage-error.ts";

test.each([
  [new UsageError("unknown key token"), "unknown key token"],
  [
    new UsageError("unknown key", { location: "tripact.config.yaml:3:5" }),
    "tripact.config.yaml:3:5: unknown key",
  ],
  [new UsageError("unknown key", { hint: "did you mean token?" }), "unknown key (did you mean token?)"],
  [
    new UsageError("unknown key", { location: "--report", hint: "known: json" }),
    "--report: unknown key (known: json)",
  ],
])("%s on one line", (error, line) => {
  expect(error.line).toBe(line);
  expect([error.name, error instanceof Error]).toEqual(["UsageError", true]);
});
