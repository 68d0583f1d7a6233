import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { yamlKey, yamlText } from "../../../src/onboarding/doctor/yaml-text.ts";

const words = fc.constantFrom(
  "",
  "yes",
  "null",
  "12",
  "a: b",
  "# no",
  "{a}",
  "- x",
  "${NAME}",
  "a,b",
  "https://x.example/a?b=1",
);

test("a value is read from its line as it was", () => {
  fc.assert(
    fc.property(fc.oneof(words, fc.jsonValue()), fc.oneof(words, fc.string()), (value, key) => {
      const line = `${yamlKey(key)}: ${yamlText(value)}`;
      expect(line).not.toMatch(/\n/);
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(parse(line)).toEqual(Object.fromEntries([[key, plain]]));
      expect(parse(yamlText(Object.fromEntries([[key, [value]]])))).toEqual(
        Object.fromEntries([[key, [plain]]]),
      );
    }),
  );
});
