import { fieldNames } from "../../src/builtin/documents.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Body, Exchange } from "../../src/core/model/exchange.ts";
import type { RunEvent } from "../../src/core/model/run-event.ts";
import { shapeTree } from "../../src/report/shape-tree.ts";
import { createExchangeRecorder } from "../../src/report/exchange-log.ts";

const exchangeWith = (body: Body, headers: Readonly<Record<string, string>> = {}): Exchange => ({
  interface: "crm",
  operation: "getContact",
  request: {
    method: "GET",
    url: "https://crm.example.org/api/Contact/1",
    headers: { accept: "application/json" },
    authorization: "Bearer $CRM_KEY",
  },
  outcome: { kind: "response", status: 200, headers, body, elapsedMs: 3 },
  sentAt: 1000,
});

const eventOf = (number: number, exchange: Exchange): RunEvent => ({
  type: "exchange",
  number,
  check: "contact-is-read-by-id",
  exchange,
});

const asIs = (text: string): string => text;

describe("the shape of a body", () => {
  test("has the form of the body and none of its values", () => {
    expect(
      shapeTree(
        {
          id: 7,
          name: "Ada",
          address: null,
          contactIndividuals: [{ isPrimary: true }],
          amount: 1.5,
        },
        fieldNames.isField,
      ),
    ).toMatchObject({
      id: "integer",
      name: "string(3)",
      address: "null",
      contactIndividuals: [{ isPrimary: "boolean" }],
    });
    expect(shapeTree([1, 2, 3, 4, 5], fieldNames.isField)).toEqual([
      "integer",
      "integer",
      "integer",
      "… 2 more",
    ]);
  });

  test("holds no text and no number of the body, whatever it is", () => {
    const secret = fc.string({ minLength: 8 }).map((text) => `§${text}`);
    const number = fc.integer({ min: 100_000 });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        secret,
        number,
        fc.array(tie("tree"), { maxLength: 5 }),
        fc.dictionary(secret, tie("tree"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const shape = JSON.stringify(shapeTree(value, fieldNames.isField));
        expect(shape).not.toContain("§");
        expect(shape).not.toMatch(/(?<!\()\b\d{6,}\b/);
      }),
    );
  });

  test("stays small, however large or deep the body", () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`name${index}`, index]));
    const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ items: [inner] }), 1);
    for (const body of [wide, deep, [wide, deep]])
      expect(JSON.stringify(shapeTree(body, fieldNames.isField)).length).toBeLessThan(20_000);
  });
});

describe("the log of a run", () => {
  test("tells exchanges in order, by shapes and names, and masks what is left", () => {
    const recorder = createExchangeRecorder(fieldNames);
    recorder.see(eventOf(2, exchangeWith({ kind: "text", text: "hello" })));
    recorder.see(eventOf(1, exchangeWith({ kind: "json", value: { id: 1 } }, { "retry-after": "s3cret" })));
    const { entries, omitted } = recorder.log((text) => text.replaceAll("s3cret", "$SECRET"));
    expect(omitted).toBe(0);
    expect(entries).toMatchObject([
      { number: 1, sentAt: 1000, authorization: "Bearer $CRM_KEY", answer: { shape: { id: "integer" } } },
      { number: 2, answer: { shape: "text(5)", status: 200, elapsedMs: 3 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("s3cret");
  });

  test("tells why there was no answer, and what was sent", () => {
    const recorder = createExchangeRecorder(fieldNames);
    const { request } = exchangeWith({ kind: "empty" });
    recorder.see(
      eventOf(1, {
        ...exchangeWith({ kind: "empty" }),
        request: { ...request, method: "PUT", body: { note: "n".repeat(5000) } },
        outcome: { kind: "failure", reason: "timeout", message: "no answer" },
      }),
    );
    const [entry] = recorder.log(asIs).entries;
    expect(entry?.answer).toEqual({ kind: "failure", reason: "timeout", message: "no answer" });
    expect(entry?.requestBody).toMatch(/^\{"note":"n+… \(5011 characters\)$/);
  });

  test("holds no more than its limit and counts the rest", () => {
    const recorder = createExchangeRecorder(fieldNames, false, 2);
    for (const number of [1, 2, 3, 4, 5]) recorder.see(eventOf(number, exchangeWith({ kind: "empty" })));
    const { entries, omitted } = recorder.log(asIs);
    expect([entries.length, omitted]).toEqual([2, 3]);
  });

  test("shows what the embedded sandbox answered, whose records are invented", () => {
    const events = [
      eventOf(1, exchangeWith({ kind: "json", value: { id: 7, unlisted: "Ada" } }, { "x-own": "a value" })),
      eventOf(2, exchangeWith({ kind: "text", text: "hello" })),
    ];
    const answersOf = (isSandbox: boolean): readonly unknown[] => {
      const recorder = createExchangeRecorder(fieldNames, isSandbox);
      for (const event of events) recorder.see(event);
      return recorder
        .log((text) => text.replaceAll("a value", "$MASKED"))
        .entries.map(({ answer }) => answer);
    };
    expect(answersOf(true)).toMatchObject([
      { body: { id: 7, unlisted: "Ada" }, headers: { "x-own": "a value" } },
      { body: "hello" },
    ]);
    const masked = answersOf(false);
    for (const answer of masked) expect(answer).not.toHaveProperty("body");
    expect(JSON.stringify(masked)).not.toMatch(/Ada|a value|hello/);
  });
});
