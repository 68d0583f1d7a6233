import { fieldNames } from "../../../src/builtin/documents.ts";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { createMask } from "../../../src/core/privacy/mask.ts";
import { createResultCollector, type ResultCollector } from "../../../src/core/run/result-collector.ts";
import { activeCheck, exchangeWith, fact, ok, operations, reported, unknown, wrong } from "./kit.ts";

const check = activeCheck({ id: "a", facts: ["F-1", "F-2"] });

const exchange = (id: number): Exchange =>
  exchangeWith({
    request: { url: `https://crm.example.org/api/Thing/${id}`, authorization: "Bearer $CRM_KEY" },
  });

const results = (parts: Partial<Parameters<typeof createResultCollector>[0]> = {}): ResultCollector =>
  createResultCollector({
    contract: {
      operations,
      modelInstances: {},
      fieldNames,
    },
    baseline: new Set(),
    mask: createMask(),
    ...parts,
  });

const reportOf = (score: ResultCollector) =>
  reported(score, [fact("F-1"), fact("F-2"), fact("F-3")], [unknown("U-1"), unknown("U-2")]);

describe("exchanges", () => {
  test("are numbered from 1 and reported at first sight", () => {
    const score = results();
    const [one, two] = [exchange(1), exchange(2)];
    expect(score.number("a", one)).toMatchObject({ type: "exchange", number: 1, check: "a", exchange: one });
    expect(score.number("b", two)).toMatchObject({ number: 2, check: "b" });
    expect(score.number("b", { ...one })).toBeUndefined();
  });
});

describe("findings", () => {
  test("hold how to see them again", () => {
    const score = results();
    score.collect(check, [wrong(exchange(1))]);
    expect(reportOf(score).findings).toMatchObject([
      {
        curl: 'curl -i https://crm.example.org/api/Thing/1 -H "Authorization: Bearer $CRM_KEY"',
        exchanges: [1],
      },
    ]);
  });

  test("name no key of an answer that may be somebody's data, in no place", () => {
    const score = results();
    const pointer = "/errors/Jane Doe~1Smith/0";
    const message = `\`${pointer}\` is a number where text is stated.`;
    score.collect(check, [{ ...wrong(exchange(1), { pointer, message }), actual: `number at ${pointer}` }]);
    expect(reportOf(score).findings).toMatchObject([
      {
        pointer: "/errors/*/0",
        message: "`/errors/*/0` is a number where text is stated.",
        actual: "number at /errors/*/0",
      },
    ]);
  });

  test("name the keys that the run has sent itself", () => {
    const score = results();
    const sent: Exchange = {
      ...exchange(1),
      call: {
        operation: "write",
        authorization: { kind: "none" },
        label: "put",
        body: { kind: "json", value: { zipfel: [{ zapfel: 1 }] } },
      },
    };
    score.number("a", sent);
    score.collect(check, [wrong(sent, { pointer: "/zipfel/0/zapfel/zupfel" })]);
    expect(reportOf(score).findings).toMatchObject([{ pointer: "/zipfel/0/zapfel/*" }]);
  });

  test("hold no token that was issued before anybody presented it", () => {
    const score = results();
    const issued: Exchange = {
      ...exchange(1),
      operation: "token",
      outcome: ok({ access_token: "abcdef123456", refresh_token: "uvwxyz123456" }),
    };
    score.number("a", issued);
    score.collect(check, [wrong(issued, { message: "abcdef123456 and uvwxyz123456" })]);
    expect(reportOf(score).findings).toMatchObject([{ message: "$CRM_ACCESS_TOKEN and $CRM_REFRESH_TOKEN" }]);
  });

  test("differ by fact, check, operation, rule and place, not by message or position", () => {
    const score = results();
    const one = exchange(1);
    const base = wrong(one, { pointer: "/items/0/id" });
    const alike = [
      base,
      { ...base, pointer: "/items/17/id" },
      { ...base, message: "other words", actual: "other" },
    ];
    score.collect(check, alike);
    expect(reportOf(score).findings).toHaveLength(1);
    score.collect(check, [
      { ...base, fact: "F-2" },
      { ...base, rule: "type" },
      { ...base, pointer: "/items/0/name" },
      { ...base, exchange: { ...exchange(2), operation: "readDonation" } },
    ]);
    score.collect(activeCheck({ id: "b" }), [base]);
    expect(new Set(reportOf(score).findings.map(({ fingerprint }) => fingerprint)).size).toBe(6);
  });

  test("name what else shows them", () => {
    const score = results();
    const [one, two] = [exchange(1), exchange(2)];
    for (const each of [one, two]) score.number("a", each);
    score.collect(check, [{ ...wrong(two), also: [one] }]);
    expect(reportOf(score).findings[0]?.exchanges).toEqual([2, 1]);
  });
});

describe("observations", () => {
  test("are five at most for one question", () => {
    const score = results();
    const events = Array.from({ length: 9 }, (_, index) =>
      score.collect(check, [
        { kind: "observation", unknown: "U-2", observed: `thing ${index}`, exchange: exchange(index) },
      ]),
    ).flat();
    expect(events).toHaveLength(5);
    expect(reportOf(score).unknowns).toMatchObject([
      { id: "U-1", status: "open" },
      { id: "U-2", status: "observed", observed: "thing 0; thing 1; thing 2; thing 3; thing 4" },
    ]);
  });

  test("report what there was where there was no answer", () => {
    const score = results();
    const silent: Exchange = { ...exchange(1), outcome: { kind: "failure", reason: "timeout", message: "" } };
    score.collect(check, [{ kind: "observation", unknown: "U-1", observed: "silence", exchange: silent }]);
    expect(reportOf(score).unknowns[0]?.evidence).toBe("exchange 1: GET /api/Thing/1 gave timeout");
  });
});

describe("facts", () => {
  test("come in the order of the registry, each once", () => {
    const score = results();
    score.verdict("b", "F-2", { kind: "passed", exchanges: 2 });
    score.verdict("a", "F-2", { kind: "failed", exchanges: 3, violations: 1 });
    score.verdict("a", "F-1", { kind: "not-applicable", reason: "nothing there" });
    score.verdict("b", "F-1", { kind: "not-applicable", reason: "nothing there" });
    expect(reportOf(score).facts).toEqual([
      { id: "F-1", status: "skipped", reason: "nothing there", checks: ["a", "b"], exchanges: 0 },
      { id: "F-2", status: "failed", checks: ["a", "b"], exchanges: 5 },
      {
        id: "F-3",
        status: "skipped",
        reason: "a run that only reads cannot show it",
        checks: [],
        exchanges: 0,
      },
    ]);
  });

  test("with a check that crashed are failed, whatever the others say", () => {
    const score = results();
    score.verdict("a", "F-1", { kind: "passed", exchanges: 2 });
    score.verdict("b", "F-1", { kind: "crashed", message: "boom" });
    expect(reportOf(score).facts[0]).toMatchObject({ status: "failed", reason: "check crashed: boom" });
  });

  test("give reasons without secrets, in the events too", () => {
    const mask = createMask();
    mask.learn("geheimnis", "$KEY");
    const score = results({ mask });
    expect(score.verdict("a", "F-1", { kind: "crashed", message: "no geheimnis" })).toMatchObject({
      verdict: { message: "no $KEY" },
    });
    expect(score.verdict("a", "F-2", { kind: "not-applicable", reason: "geheimnis" })).toMatchObject({
      verdict: { reason: "$KEY" },
    });
    expect(JSON.stringify(reportOf(score).facts)).not.toContain("geheimnis");
  });
});
