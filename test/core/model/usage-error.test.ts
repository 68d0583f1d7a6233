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

test("what prints it uncaught names the option, the location and the fix", () => {
  const error = new UsageError("is missing", { option: "fingerprints", hint: "name one" });
  expect(String(error)).toBe("UsageError: fingerprints: is missing (name one)");
  expect(error.stack).toMatch(/^UsageError: fingerprints: is missing \(name one\)\n +at /);
  const lines = new UsageError("one\n    at no place\nmore", { location: "a.yaml:1:1" });
  expect(lines.stack?.startsWith("UsageError: a.yaml:1:1: one\n")).toBe(true);
});
