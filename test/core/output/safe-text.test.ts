import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createPalette } from "../../../src/core/output/palette.ts";
import { joinSafe, safe, safeJson, safeJsonList, safeReport } from "../../../src/core/output/safe-text.ts";
import { stringLiteral } from "../../../src/core/output/escape.ts";
import { printYaml } from "../../../src/core/output/yaml.ts";
import { dangersIn, hostileNames } from "./hostile-text.ts";

/** Texts of the characters that matter here. */
const foreign = fc.string({
  unit: fc.constantFrom(
    ...'a:# [],\n\r\t\\"',
    "::",
    "error",
    "##[",
    "vso[",
    "]",
    "\u001b[31m",
    "\u009b",
    "\u202e",
    "\u2028",
    "\ud800",
    "\udc00",
  ),
});

describe("a safe text", () => {
  test.each(Object.entries(hostileNames))("shows %s as what it is", (_, name) => {
    expect(dangersIn(String(safe`${name}`))).toEqual([]);
    expect(dangersIn(String(safe`found ${name} at ${name}: ${name}${name}\n`))).toEqual([]);
    expect(String(safe`${name}`)).not.toContain("\n");
  });

  test("lets plain names of every script stand", () => {
    for (const name of ["http://[::1]:4010/x", "a::b", "Zoë", "渡辺", "😀", "# 1", "C#", "a: b"])
      expect(String(safe`${name}`)).toBe(name);
  });

  test("is one line without commands, whatever stands side by side", () => {
    fc.assert(
      fc.property(fc.array(foreign, { minLength: 2, maxLength: 2 }), ([one = "", other = ""]) => {
        expect(dangersIn(String(safe`${one}${other}`))).toEqual([]);
        expect(dangersIn(String(safe`  ${one} ${other}: ${one}`))).toEqual([]);
        expect(String(safe`${one}${other}`)).not.toContain("\n");
      }),
    );
  });

  test("keeps the template's own words and what is safe already", () => {
    const { bad } = createPalette(true);
    const line = safe`::error::${bad("a\u001bb")}\n`;
    expect(String(line)).toBe("::error::\u001b[31ma\\u001bb\u001b[39m\n");
    expect(String(safe`${line}${[line, line]}`)).toBe(String(line).repeat(3));
    expect(String(joinSafe([safe`${1}`, safe`b`], "\n"))).toBe("1\nb");
  });

  test("looks the same with colours and without, and no colour is put around nothing", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const [colored, plain] = [createPalette(true).warn(text), createPalette(false).warn(text)];
        expect(stripVTControlCharacters(String(colored))).toBe(String(plain));
      }),
    );
    expect(String(createPalette(true).dim(""))).toBe("");
  });
});

describe("JSON that is shown", () => {
  test("holds the same values, without anything that acts", () => {
    fc.assert(
      fc.property(fc.dictionary(foreign, foreign), (value) => {
        const text = String(safeJson(value, 2));
        expect(JSON.parse(text)).toEqual(value);
        expect(dangersIn(text)).toEqual([]);
      }),
    );
  });
});

describe("a string literal", () => {
  test("is the same text to JavaScript, without anything that acts", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expect(JSON.parse(stringLiteral(text))).toBe(text);
        expect(dangersIn(stringLiteral(text))).toEqual([]);
      }),
    );
  });
});

describe("YAML that is shown", () => {
  test("holds the same values, without anything that acts", () => {
    fc.assert(
      fc.property(fc.dictionary(foreign, fc.array(foreign)), (value) => {
        const text = printYaml(value);
        expect(parse(text)).toEqual(value);
        expect(dangersIn(text)).toEqual([]);
      }),
    );
  });

  test("leaves plain texts plain", () => {
    expect(printYaml({ Zoë: ["a: b", "渡辺"] })).toBe('Zoë:\n  - "a: b"\n  - 渡辺\n');
  });
});

describe("a report that is shown", () => {
  test("keeps its lines and its own commands, and nothing that a terminal acts upon", () => {
    expect(String(safeReport("::error::a\u001b[2J\n| b |\n"))).toBe("::error::a\\u001b[2J\n| b |\n");
  });
});

test("a list of JSON in pieces is the JSON of the list", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.array(fc.jsonValue(), { maxLength: 4 }), async (name, items) => {
      fc.pre(name !== "__proto__");
      expect((await Array.fromAsync(safeJsonList(name, items))).join("")).toBe(
        String(safeJson({ [name]: items }, 2)),
      );
    }),
  );
});
