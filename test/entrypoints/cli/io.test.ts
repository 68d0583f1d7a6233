import { expect, test } from "vitest";
import { isInteractive, type Output, usesColor } from "../../../src/entrypoints/cli/io.ts";

const stream = (isTerminal: boolean): Output => ({ write: () => {}, isTerminal, columns: 80 });

test.each([
  [true, {}, true, true],
  [true, {}, false, false],
  [false, { FORCE_COLOR: "1" }, true, false],
  [true, { FORCE_COLOR: "1" }, false, true],
  [true, { FORCE_COLOR: "", NO_COLOR: "1" }, false, true],
  [true, { FORCE_COLOR: "0" }, true, false],
  [true, { NO_COLOR: "1" }, true, false],
  [true, { NO_COLOR: "" }, true, true],
  [true, { TERM: "dumb" }, true, false],
])("colours with flag %s, %o, terminal %s: %s", (flag, env, isTerminal, expected) => {
  expect(usesColor(flag, env, stream(isTerminal))).toBe(expected);
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ CI: "true" }, true, false],
  [{ CI: "" }, true, true],
  [{ TERM: "dumb" }, true, false],
])("lines are drawn over again with %o, terminal %s: %s", (env, isTerminal, expected) => {
  expect(isInteractive(env, stream(isTerminal))).toBe(expected);
});
