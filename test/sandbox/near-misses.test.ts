import { mainCredentialKey } from "../../src/builtin/interfaces.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentedOperations as all } from "../../src/builtin/operations.ts";
import { jsonOf } from "./ask.ts";
import { violationsOf } from "./crm/crm-bench.ts";
import { bench, isFamilyError } from "./support.ts";
import { tries } from "../nightly.ts";

const segment = fc.oneof(
  fc.integer({ min: 1, max: 30 }).map(String),
  fc.integer().map(String),
  fc.constantFrom(
    "0",
    "-0",
    "+1",
    "1e3",
    "%00",
    "%2F",
    "..",
    "null",
    "9007199254740993",
    "’",
    "1;drop table note",
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
);

/** A request that is nearly one of the operation: right place, arbitrary values. */
const nearMiss = fc.record({
  operation: fc.constantFrom(...all),
  segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
  query: fc.dictionary(
    fc.constantFrom("Skip", "Take", "SortBy", "Descending", "Filter", "per_page", "page"),
    segment,
  ),
  body: fc.oneof(
    fc.json(),
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify({ queryType: 0, members: value, note: value, id: value })),
  ),
});

describe("near misses", () => {
  it("are answered as documented, in the error family and never with a stack trace", async () => {
    const made = bench({ assumptions: { "U-27": 1_000_000, "U-28": 0 } });
    await fc.assert(
      fc.asyncProperty(nearMiss, async ({ operation, segments, query, body }) => {
        const { interface: name, method, path, requestBody } = operation;
        let index = 0;
        const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(segments[index++] ?? "1"));
        const search = new URLSearchParams(query).toString();
        const answer = await made.ask(`/${name}${filled}?${search}`, {
          method,
          token: made.credential(name, mainCredentialKey(name)),
          ...(requestBody === undefined ? {} : { body, headers: { "content-type": requestBody.mediaType } }),
        });
        expect(answer.status).toBeLessThan(500);
        const isFine = answer.status < 400 || isFamilyError(name, answer);
        expect([answer.text, isFine]).toEqual([answer.text, true]);
        expect(violationsOf(operation.id, answer, jsonOf(body))).toEqual([]);
        expect(answer.text).not.toMatch(/\n\s+at |node:internal|SQLITE|\.ts:\d+/);
      }),
      tries(250, 1000),
    );
  });
});
