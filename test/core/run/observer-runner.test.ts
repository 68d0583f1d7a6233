import { fieldNames } from "../../../src/builtin/documents.ts";
import { describe, expect, test } from "vitest";
import { rateLimitsSeen } from "../../../src/checks/observers/rate-limits-seen.ts";
import { createSeen } from "../../../src/checks/support/seen.ts";
import type { JudgeTools, Observation } from "../../../src/core/model/check.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { defineObserver } from "../../../src/core/model/observer.ts";
import { createMask } from "../../../src/core/privacy/mask.ts";
import { createObserverRunner } from "../../../src/core/run/observer-runner.ts";
import { createResultCollector } from "../../../src/core/run/result-collector.ts";
import { answer, call, exchangeWith, reported, unknown } from "./kit.ts";

const tools: JudgeTools = { validate: () => [], validateModel: () => [], instances: () => [] };

const answered = (headers: Readonly<Record<string, string>>, status = 200): Exchange =>
  exchangeWith({
    operation: "getContact",
    request: { url: "https://crm.example.org/api/Contact/1" },
    outcome: { ...answer(status), headers },
  });

const results = () =>
  createResultCollector({
    contract: {
      operations: {},
      modelInstances: {},
      fieldNames,
    },
    baseline: new Set(),
    mask: createMask(),
  });

describe("observers", () => {
  test("report both where two exchanges disagree, with how many show it", () => {
    const score = results();
    const runner = createObserverRunner([rateLimitsSeen], tools, score, { crashed: () => {} });
    for (const limit of ["5000", "1500", "5000"]) runner.see(answered({ "x-ratelimit-limit": limit }));
    expect([...runner.events()]).toHaveLength(1);
    expect(reported(score, [], [unknown("U-27")]).unknowns).toEqual([
      {
        id: "U-27",
        status: "observed",
        observed:
          "the limit that answers announce: both seen: 5000 in x-ratelimit-limit, 1500 in x-ratelimit-limit",
        evidence: "exchange 1: GET /api/Contact/1 gave 200 (and 2 more)",
        settings: { "U-27": 1500 },
      },
    ]);
  });

  test("that crash report nothing, and the run learns of it", () => {
    const crashed: string[] = [];
    const score = results();
    const clumsy = defineObserver({
      id: "clumsy",
      unknowns: ["U-27"],
      interfaces: ["crm"],
      watch: () => ({
        see() {
          throw new Error("a bug");
        },
        *observations(): Generator<Observation> {
          yield { kind: "observation", unknown: "U-27", observed: "half of it", exchange: answered({}) };
        },
      }),
    });
    const runner = createObserverRunner([clumsy], tools, score, { crashed: (id) => crashed.push(id) });
    runner.see(answered({}));
    runner.see(answered({}));
    expect([...runner.events()]).toEqual([]);
    expect(crashed).toEqual(["clumsy"]);
    expect(reported(score, [], [unknown("U-27")]).unknowns).toEqual([{ id: "U-27", status: "open" }]);
  });

  test.each([
    { expects: undefined, status: 200, plain: true, about: true },
    { expects: undefined, status: 404, plain: true, about: true },
    { expects: "refusal", status: 404, plain: false, about: true },
    // A fault, which answers no question.
    { expects: "refusal", status: 200, plain: false, about: false },
  ] as const)(
    "of a call that expects $expects and is answered with $status: see it $plain, about refusals $about",
    ({ expects, status, plain, about }) => {
      const seen: string[] = [];
      const observer = (id: string, aboutRefusals: boolean) =>
        defineObserver({
          id,
          unknowns: ["U-27"],
          interfaces: ["crm"],
          ...(aboutRefusals ? { aboutRefusals } : {}),
          watch: () => ({ see: () => void seen.push(id), *observations(): Generator<Observation> {} }),
        });
      const runner = createObserverRunner(
        [observer("plain", false), observer("about", true)],
        tools,
        results(),
        {
          crashed: () => {},
        },
      );
      runner.see({ ...answered({}, status), call: call("asked", expects === undefined ? {} : { expects }) });
      expect(seen).toEqual([...(plain ? ["plain"] : []), ...(about ? ["about"] : [])]);
    },
  );

  test("keep no more keys than they may, however much they see", () => {
    const seen = createSeen(3);
    for (let index = 0; index < 1000; index += 1) seen.add(`value ${index}`, answered({}));
    expect(seen.keys()).toEqual(["value 0", "value 1", "value 2", "others"]);
    expect(seen.count()).toBe(1000);
  });
});
