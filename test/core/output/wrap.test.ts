import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPalette } from "../../../src/core/output/palette.ts";
import { safe } from "../../../src/core/output/safe-text.ts";
import { hang, hangCommand } from "../../../src/core/output/wrap.ts";

const linesOf = (text: unknown): readonly string[] => String(text).trimEnd().split("\n");

describe("a text", () => {
  test("that fits stands behind its head; one that does not is wrapped below itself", () => {
    expect(linesOf(hang(safe`  at   `, "one two", 20))).toEqual(["  at   one two"]);
    expect(linesOf(hang(safe`  at   `, "one two three four", 16))).toEqual([
      "  at   one two",
      "       three",
      "       four",
    ]);
    expect(linesOf(hang(safe`  at   `, "one two three four", Infinity))).toHaveLength(1);
  });

  test("goes below a head that takes most of the line", () => {
    expect(linesOf(hang(safe`a-very-long-name  `, "one two three", 20))).toEqual([
      "a-very-long-name  ",
      "    one two three",
    ]);
  });

  test("keeps its words, and no line is wider than asked for unless a word is", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1, maxLength: 40 });
    const palette = createPalette(true);
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 80 }), (all, width) => {
        const text = String(hang(safe`  ${palette.dim("at")}  `, palette.bad(all.join(" ")), width));
        const plain = stripVTControlCharacters(text);
        expect(plain.split(/\s+/).filter(Boolean)).toEqual(["at", ...all]);
        for (const line of linesOf(plain))
          if (line.length > width) expect(line.trim().split(" "), line).toHaveLength(1);
      }),
    );
  });
});

test("a command stays one that a shell reads alike", () => {
  const command = `printf '%s|' -H "Authorization: Bearer x y" --data '{"a": "b  c"}' http://localhost/a?b=c`;
  const wrapped = String(hangCommand(safe`  `, command, 30));
  expect(linesOf(wrapped).length).toBeGreaterThan(2);
  for (const line of linesOf(wrapped).slice(0, -1)) expect(line.endsWith(" \\")).toBe(true);
  const run = (input: string): string => spawnSync("sh", { input, encoding: "utf8" }).stdout;
  expect(run(wrapped)).toBe(run(command));
  expect(run(command)).toContain("Bearer x y|");
});

test("an option goes with its value to the next line, one without a value with its command", () => {
  const command = "curl -i -X PUT http://127.0.0.1:8080/crm -H 'Accept: text/plain'";
  expect(linesOf(hangCommand(safe``, command, 30))).toEqual([
    "curl -i -X PUT \\",
    "http://127.0.0.1:8080/crm \\",
    "-H 'Accept: text/plain'",
  ]);
  expect(linesOf(hangCommand(safe``, "curl -i http://127.0.0.1:8080/crm", 20))[0]).toBe("curl -i \\");
});
