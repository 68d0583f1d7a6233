import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assumedOperations } from "../../../src/builtin/operations.ts";
import { validateModel } from "../../../src/builtin/validation.ts";
import { crmBench } from "./crm-bench.ts";
import { tries } from "../../nightly.ts";
import { codePoint } from "../../code-point.ts";

/** Bodies that look like what the endpoints read, with any value in any field. */
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      "contactId",
      "contactIndividualId",
      "amount",
      "giftDate",
      "type",
      "note",
      "noteDateTime",
      "name",
      "contactType",
      "contactIndividuals",
      "address",
      "payloadUrl",
      "giftCreate",
      "fields",
      "customFields",
      "noteTypeName",
      "referenceId",
      "isPrivate",
      "startDateTimeUtc",
      "timeSpent",
      "anniversaryMonth",
      "giftAskAmount",
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(1, "1", "Call", "2025-01-01T00:00:00Z", "https://x.example"),
      fc.string({ unit: codePoint }),
    ),
  ),
);

const id = fc.constantFrom(
  "1",
  "2",
  "0",
  "-1",
  "x",
  "1.5",
  "9007199254740991",
  "9007199254740993",
  "%00",
  "..%2F",
);

const served = assumedOperations.filter((one) => one.interface === "crm");

describe("near misses of the endpoints that are not stated", () => {
  it("are answered with success or the envelope, never with a 500", async () => {
    const made = crmBench({ assumptions: { "U-27": 1_000_000_000 } });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...served), id, body, async (endpoint, value, sent) => {
        const path = `${endpoint.path.replace(/\{\w+\}/g, value)}?active=${value}&skip=${value}&search=${value}`;
        const answer = await made.crm(path, {
          method: endpoint.method,
          ...(endpoint.requestBody?.required === true ? { body: JSON.stringify(sent) } : {}),
        });
        expect([endpoint.id, answer.status, answer.status < 500]).toEqual([endpoint.id, answer.status, true]);
        const violations = answer.status < 400 ? [] : validateModel("crm", "ErrorEnvelope", answer.json);
        expect(violations).toEqual([]);
        expect(answer.text).not.toMatch(/\n\s+at |node:internal|SQLITE|\.ts:\d+/);
      }),
      tries(200, 800),
    );
  });

  it("leave contacts that fit the documents", async () => {
    const made = crmBench();
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const created = await made.crm("/api/Contact", {
          body: { contactType: "X", name: "Y", ...Object(sent) },
        });
        const isMade = created.status === 200;
        const read = await made.call("getContact", { path: [isMade ? Number(created.at("/id")) : -1] });
        expect(read.status).toBe(isMade ? 200 : 404);
        // The answer to a creation shows more than the stated read.
        if (isMade) expect(created.json).toMatchObject(Object(read.json));
      }),
      tries(40, 100),
    );
  });
});
