import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fieldNames } from "../../../src/builtin/documents.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { answerWords } from "../../../src/core/run/step-words.ts";
import { exchangeWith, ok } from "./kit.ts";

const text = "Written by a conformance run.";

/** A write of the text, which is answered with a body. */
const writeAnswered = (body: unknown): Exchange =>
  exchangeWith({
    operation: "replaceContactNote",
    request: {
      method: "PUT",
      url: "https://crm.example.org/api/ContactNote/1",
      body: { note: text, "Ann's wish": text },
    },
    outcome: ok(body),
  });

const wordsFor = (body: unknown): string => {
  const exchange = writeAnswered(body);
  return answerWords([exchange], fieldNames)(exchange);
};

test.each([
  ["the fields that show what was sent", { data: { note: text, type: "Call" } }, `200, note "${text}"`],
  ["no text of its own", { note: "Met Ann at the gala." }, "200"],
  ["three texts at most", { notes: [text, text, text, text] }, `200${`, notes "${text}"`.repeat(3)}`],
  ["no key that may be somebody's", { "Ann Müller": text }, `200, another property "${text}"`],
  ["a key that was sent", { "Ann's wish": text }, `200, Ann's wish "${text}"`],
  ["a body that is a text as one", text, `200, "${text}"`],
])("an answer's words show %s", (_, body, words) => {
  expect(wordsFor(body)).toBe(words);
});

test("an answer's words hold no key that is no field's, however deep", () => {
  fc.assert(
    fc.property(
      fc.string().map((rest) => `Ωmega${rest}`),
      fc.nat(3),
      (name, depth) => {
        let body: unknown = { [name]: text };
        for (let level = 0; level < depth; level += 1) body = level % 2 === 0 ? [body] : { data: body };
        expect(wordsFor(body)).not.toContain("Ωmega");
      },
    ),
  );
});
