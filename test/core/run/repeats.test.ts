import { describe, expect, test } from "vitest";
import type { AnyCall, Call, Exchange, ResponseOutcome } from "../../../src/core/model/exchange.ts";
import { configured, learnt } from "../../../src/core/model/secret.ts";
import { createRepeats, type Thoroughness } from "../../../src/core/run/repeats.ts";
import {
  activeCheck,
  answer,
  call,
  exchangeWith,
  fakeTarget,
  ofType,
  operations,
  passiveCheck,
  runToEnd,
  wrong,
} from "./kit.ts";

const check = activeCheck({ id: "a" });

const exchange = (parts: Partial<Call>, status = 200): Exchange => {
  const asked = call(parts.label ?? "one", parts);
  return exchangeWith({ operation: asked.operation, call: asked, outcome: answer(status, {}) });
};

const picked = (
  exchanges: readonly Exchange[],
  most = 100,
  how: Thoroughness = "several times",
): readonly AnyCall[] => {
  const repeats = createRepeats(operations);
  for (const one of exchanges) repeats.see({ check, exchange: one });
  return repeats.pick(most, 1, how).map((one) => one.call);
};

describe("what a run asks again", () => {
  test("are reads, afresh and several times", () => {
    const calls = picked([exchange({ path: { id: 1 } })]);
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.every(({ fresh }) => fresh)).toBe(true);
  });

  test("are the same read once, and of many of one operation one", () => {
    expect(picked([exchange({}), exchange({ label: "two" })])).toHaveLength(picked([exchange({})]).length);
    const many = Array.from({ length: 50 }, (_, id) => exchange({ path: { id } }));
    expect(new Set(picked(many).map(({ path }) => path?.["id"])).size).toBe(1);
  });

  test("are one of each kind at the end, those that were answered first", () => {
    const reads = [
      exchange({ path: { id: 9 } }, 404),
      exchange({ path: { id: 1 } }),
      exchange({ path: { id: 2 } }),
    ];
    expect(picked(reads, 100, "once").map(({ path }) => path?.["id"])).toEqual([2, 9]);
    expect(picked(reads, 1, "once").map(({ path }) => path?.["id"])).toEqual([2]);
  });

  test("take a refusal as it comes if the first one was taken so: it may be another one by now", () => {
    expect(picked([exchange({ asItComes: true }, 401)]).map(({ asItComes }) => asItComes)).toEqual([true]);
  });

  test.each<[string, Exchange]>([
    ["a write", exchange({ operation: "write" })],
    ["a token call", exchange({ operation: "token" })],
    ["what a busy server has answered", exchange({}, 503)],
    ["what the hour no longer allows", exchange({}, 429)],
    [
      "what a token has opened",
      exchange({ authorization: { kind: "secret", secret: learnt("token", "t") } }),
    ],
    ["what has a path of its own", exchange({ at: "/v1/groups/1" })],
  ])("is never %s", (_, one) => {
    expect(picked([one])).toEqual([]);
  });

  test("are refusals of each check, and no more in all than may be", () => {
    const key = { kind: "secret", secret: configured("crm.credentials.apiKey") } as const;
    const refused = [exchange({}, 401), exchange({ path: { id: 9 }, authorization: key }, 404)];
    expect(picked(refused)).toHaveLength(2);
    expect(picked(refused, 1)).toHaveLength(1);
    expect(picked(refused, 0)).toEqual([]);
  });
});

describe("a run", () => {
  const changing = (answers: readonly number[]) => {
    let count = 0;
    return fakeTarget({
      answer: () => answer(answers[Math.min(count++, answers.length - 1)] ?? 200, {}),
    });
  };

  test("has what it asks again judged by checks that remember, and counts it", async () => {
    const remembering = passiveCheck({
      id: "remembering",
      sample: () => {
        let first: number | undefined;
        return {
          *see(one) {
            const { status } = one.outcome as ResponseOutcome;
            if (first !== undefined && status !== first) yield wrong(one);
            first ??= status;
          },
        };
      },
    });
    const outcome = await runToEnd([check, remembering], { target: changing([200, 204]) });
    expect(ofType(outcome.events, "finding")).toHaveLength(1);
    const verdict = ofType(outcome.events, "verdict").find((one) => one.check === "remembering");
    expect(verdict?.verdict.kind).toBe("failed");
  });

  test("has refusals judged again by a check that looks at each by itself", async () => {
    const refusing = activeCheck({
      id: "refusing",
      judgesEach: true,
      *judge(exchanges) {
        for (const one of exchanges) if ((one.outcome as ResponseOutcome).status !== 401) yield wrong(one);
      },
    });
    const remembering = passiveCheck({ id: "passive", sample: () => ({ see: () => undefined }) });
    const outcome = await runToEnd([refusing, remembering], { target: changing([401, 200]) });
    expect(ofType(outcome.events, "finding").map(({ finding }) => finding.check)).toEqual(["refusing"]);
    expect(outcome.footer.report.facts.find(({ id }) => id === "F-1")?.status).toBe("failed");
  });

  test("asks nothing again where nobody remembers", async () => {
    const target = changing([200]);
    await runToEnd([check, passiveCheck({ id: "passive" })], { target });
    expect(target.sent).toHaveLength(1);
  });
});
