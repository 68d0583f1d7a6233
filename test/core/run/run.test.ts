import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ActiveCheck, type Check, send, sendAll } from "../../../src/core/model/check.ts";
import { configured } from "../../../src/core/model/secret.ts";
import { notReached } from "../../../src/report/skips.ts";
import { exitCodeOf } from "../../../src/core/run/exit-code.ts";
import { run } from "../../../src/core/run/run.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";
import {
  accuses,
  activeCheck,
  asks,
  call,
  fact,
  fakeTarget,
  mainSecrets,
  ofType,
  ok,
  passiveCheck,
  runOptions,
  runToEnd,
  wrong,
  contractOf,
  failure,
  notSent,
} from "./kit.ts";

/** Reads things by their ids, one after the other. */
const reader = (id: string, ...paths: readonly number[]) =>
  activeCheck({
    id,
    facts: [`F-${id}`],
    plan: asks(...paths.map((one) => call(`${one}`, { path: { id: one } }))),
  });

const verdictsOf = (done: Awaited<ReturnType<typeof runToEnd>>, check: string) =>
  ofType(done.events, "verdict")
    .filter((event) => event.check === check)
    .map((event) => event.verdict);

const factOf = (done: Awaited<ReturnType<typeof runToEnd>>, id: string) => {
  const found = done.footer.report.facts.filter((one) => one.id === id);
  expect(found).toHaveLength(1);
  return found[0];
};

describe("the stream", () => {
  test("starts with what is to come and ends with the footer", async () => {
    const checks = [activeCheck({ id: "b" }), activeCheck({ id: "a" }), passiveCheck({ id: "p" })];
    const { events } = await runToEnd(checks);
    expect(events.map(({ type }) => type)).toEqual([
      "run-started",
      "check-started",
      "exchange",
      "verdict",
      "check-started",
      "verdict",
      "verdict",
      "run-ended",
    ]);
    expect(events[0]).toMatchObject({ checks: ["a", "b", "p"], seed: 1, version: "1.2.3" });
    expect(ofType(events, "check-started").map(({ check }) => check)).toEqual(["a", "b"]);
  });

  test("tells reads before writes, and writes one after another", async () => {
    const log: string[] = [];
    const target = fakeTarget({
      answer: async ({ url }) => {
        log.push(`> ${url.at(-1)}`);
        await Promise.resolve();
        log.push(`< ${url.at(-1)}`);
        return ok();
      },
    });
    const writer = (id: string, path: number) =>
      activeCheck({
        id,
        effect: "write",
        plan: asks(call("write", { operation: "write", path: { id: path } })),
      });
    const { events } = await runToEnd([writer("b", 2), writer("a", 1), reader("z-read", 9)], { target });
    expect(ofType(events, "check-started").map(({ check }) => check)).toEqual(["z-read", "a", "b"]);
    expect(log).toEqual(["> 9", "< 9", "> 1", "< 1", "> 2", "< 2"]);
  });

  test("does not depend on when the answers arrive", async () => {
    const plan = fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), {
      maxLength: 3,
    });
    const delays = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 12 });
    const check = (batches: readonly (readonly number[])[], index: number): Check =>
      activeCheck({
        id: `check-${index}`,
        facts: [`F-${index % 3}`],
        *plan() {
          for (const [round, ids] of batches.entries())
            yield* sendAll(ids.map((id, location) => call(`${round}.${location}`, { path: { id } })));
        },
        *judge(exchanges) {
          for (const exchange of exchanges)
            if (exchange.request.url.endsWith("3"))
              yield wrong(exchange, { pointer: `/${exchange.call?.label}` });
        },
      });
    const passive = passiveCheck({
      id: "passive",
      *judge(exchange) {
        if (exchange.request.url.endsWith("4")) yield wrong(exchange);
      },
    });
    const stream = async (
      plans: readonly (readonly (readonly number[])[])[],
      waits: readonly number[],
      concurrency: number,
    ) => {
      const clock = createVirtualClock(0);
      let asked = 0;
      const target = fakeTarget({
        concurrency,
        answer: async ({ url }) => {
          asked += 1;
          await clock.sleep(waits[asked % waits.length] ?? 0);
          return ok({ url });
        },
      });
      const checks = [...plans.map(check), passive];
      const { events } = await runToEnd(checks, { target, clock });
      return JSON.stringify(events).replace(/"elapsedMs":\d+/g, "");
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 5 }),
        delays,
        delays,
        fc.integer({ min: 1, max: 5 }),
        async (plans, some, others, concurrency) => {
          expect(await stream(plans, some, concurrency)).toBe(await stream(plans, others, 1));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("has the same id for the same run, and another one for another", async () => {
    const checks = [activeCheck({ id: "a" })];
    const idOf = async (options: Parameters<typeof runToEnd>[1] = {}): Promise<string> =>
      (await runToEnd(checks, options)).footer.report.run.id;
    const id = await idOf();
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(await idOf()).toBe(id);
    expect(await idOf({ seed: 2 })).not.toBe(id);
    expect(await idOf({ shard: { index: 1, count: 2 } })).not.toBe(id);
  });
});

describe("exchanges", () => {
  test("are numbered in the order of the checks", async () => {
    const target = fakeTarget({ answer: ({ url }) => ok(url) });
    const { events } = await runToEnd([reader("b", 2), reader("a", 1)], { target });
    expect(ofType(events, "exchange").map(({ number, check }) => [number, check])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
  });

  test("asked for by several plans are sent, reported and judged by passive checks once", async () => {
    const target = fakeTarget();
    let judged = 0;
    const passive = passiveCheck({
      id: "passive",
      judge() {
        judged += 1;
        return [];
      },
    });
    const done = await runToEnd([activeCheck({ id: "a" }), activeCheck({ id: "b" }), passive], { target });
    expect([target.sent.length, ofType(done.events, "exchange").length, judged]).toEqual([1, 1, 1]);
    expect(verdictsOf(done, "b")).toEqual([{ kind: "passed", exchanges: 1 }]);
    expect(verdictsOf(done, "passive")).toEqual([{ kind: "passed", exchanges: 1 }]);
  });

  test.each([
    ["the credential", { authorization: { kind: "literal", header: "Bearer x" } }],
    ["the query", { query: { page: 2 } }],
    ["the record", { path: { id: 2 } }],
    ["the wish to have the answer as it comes", { asItComes: true }],
    ["the wish to have it fresh", { fresh: true }],
  ] as const)("that differ in %s are both sent", async (_, parts) => {
    const target = fakeTarget();
    const other = activeCheck({
      id: "b",
      plan: asks(call("one", parts)),
    });
    await runToEnd([activeCheck({ id: "a" }), other], { target });
    expect(target.sent).toHaveLength(2);
  });

  test("of a token call are never answered from memory", async () => {
    const target = fakeTarget();
    const grant = activeCheck({
      id: "a",
      plan: asks(call("first", { operation: "token" }), call("second", { operation: "token" })),
    });
    await runToEnd([grant], { target });
    expect(target.sent).toHaveLength(2);
  });

  test("are asked for anew after a write, even one that was under way", async () => {
    let state = "old";
    const clock = createVirtualClock();
    const target = fakeTarget({
      answer: async ({ effect }) => {
        if (effect === "read") return ok(state);
        await clock.sleep(10);
        state = "new";
        return ok();
      },
    });
    const seen: unknown[] = [];
    const check = activeCheck({
      id: "a",
      effect: "write",
      *plan() {
        yield* send(call("before"));
        yield* sendAll([call("write", { operation: "write" }), call("meanwhile")]);
        yield* send(call("after"));
        yield* send(call("again"));
      },
      judge(exchanges) {
        for (const { call: asked, outcome } of exchanges)
          seen.push([
            asked?.label,
            outcome.kind === "response" && outcome.body.kind === "json" && outcome.body.value,
          ]);
        return [];
      },
    });
    await runToEnd([check], { target, clock });
    expect(seen).toEqual([
      ["before", "old"],
      ["write", {}],
      ["meanwhile", "old"],
      ["after", "new"],
      ["again", "new"],
    ]);
    expect(target.sent).toHaveLength(4);
  });

  test("that were waited out are reported and judged before the one that counted, and only by passive checks", async () => {
    const busy = { ...ok("busy"), status: 503 } as const;
    const target = fakeTarget({ answer: () => ({ ...ok("done"), earlier: [busy] }) });
    const statuses: number[] = [];
    const passive = passiveCheck({
      id: "passive",
      *judge(exchange) {
        if (exchange.outcome.kind !== "response") return;
        statuses.push(exchange.outcome.status);
        if (exchange.outcome.status === 503) yield wrong(exchange);
      },
    });
    let own = 0;
    const active = activeCheck({
      id: "a",
      judge(exchanges) {
        own = exchanges.length;
        return [];
      },
    });
    const done = await runToEnd([active, activeCheck({ id: "b" }), passive], { target });
    expect([statuses, own]).toEqual([[503, 200], 1]);
    expect(ofType(done.events, "exchange").map(({ number, exchange }) => [number, exchange.outcome])).toEqual(
      [
        [1, busy],
        [2, ok("done")],
      ],
    );
    expect(done.footer.report.findings).toMatchObject([{ check: "passive", exchanges: [1] }]);
  });

  test("of the sandbox itself are reported, but not judged by passive checks", async () => {
    const moving = activeCheck({
      id: "moving",
      effect: "sandbox",
      plan: asks(
        call("move", { sandbox: { interface: "donation", method: "POST", path: "/control/clock" } }),
      ),
    });
    const target = fakeTarget({ sandboxOrigin: "http://sandbox.test" });
    const done = await runToEnd([moving, passiveCheck({ id: "passive" })], { target });
    expect(target.sent[0]?.url).toBe("http://sandbox.test/control/clock");
    expect(ofType(done.events, "exchange")).toMatchObject([{ exchange: { interface: "donation" } }]);
    expect(factOf(done, "P-1")).toMatchObject({ status: "skipped", reason: "no exchange showed it" });
  });
});

describe("verdicts", () => {
  test.each<[string, ActiveCheck["judge"], shown: readonly string[], found: readonly string[]]>([
    ["a violation is of the fact it names", accuses({ fact: "F-2" }), ["passed", "failed"], ["F-2"]],
    ["a violation that names none is of the first", accuses(), ["failed", "passed"], ["F-1"]],
    [
      "what does not apply, does so to the fact it names",
      function* () {
        yield { kind: "not-applicable", fact: "F-2", reason: "nothing there" };
      },
      ["passed", "skipped: nothing there"],
      [],
    ],
    [
      "what does not apply and names no fact, does so to all",
      function* ([exchange]) {
        yield { kind: "not-applicable", reason: "nothing there" };
        yield wrong(exchange, { fact: "F-2" });
      },
      ["skipped: nothing there", "failed"],
      ["F-2"],
    ],
  ])("of a check with several facts: %s", async (_, judge, shown, found) => {
    const { report } = (await runToEnd([activeCheck({ id: "a", facts: ["F-1", "F-2"], judge })])).footer;
    expect(
      report.facts.map(({ status, reason = "" }) => [status, reason].filter(Boolean).join(": ")),
    ).toEqual(shown);
    expect(report.findings.map(({ fact: id }) => id)).toEqual(found);
  });

  test("are never passed without an exchange", async () => {
    const done = await runToEnd([activeCheck({ id: "a", *plan() {} })]);
    expect(verdictsOf(done, "a")).toEqual([
      { kind: "not-applicable", reason: "nothing to judge on this target" },
    ]);
  });

  test("of a passive check count only the exchanges that showed the fact", async () => {
    const check = passiveCheck({
      id: "passive",
      facts: ["P-1", "P-2", "P-3"],
      *judge(exchange) {
        yield { kind: "not-applicable", fact: "P-2", reason: "not shown" };
        yield wrong(exchange, { fact: "P-3" });
      },
    });
    const done = await runToEnd([activeCheck({ id: "a" }), check]);
    expect(factOf(done, "P-1")).toMatchObject({ status: "passed", exchanges: 1 });
    expect(factOf(done, "P-2")).toMatchObject({ status: "skipped", exchanges: 0 });
    expect(factOf(done, "P-3")).toMatchObject({ status: "failed", exchanges: 1 });
  });

  test("of a fact with two checks: failed before passed before skipped", async () => {
    const failing = activeCheck({
      id: "failing",
      judge: accuses(),
    });
    const skipped = activeCheck({ id: "skipped", needs: ["crm.records.gone"] });
    const passing = activeCheck({ id: "passing" });
    expect(factOf(await runToEnd([failing, passing, skipped]), "F-1")).toMatchObject({
      status: "failed",
      checks: ["failing", "passing", "skipped"],
      exchanges: 2,
    });
    expect(factOf(await runToEnd([passing, skipped]), "F-1")).toEqual({
      id: "F-1",
      status: "passed",
      checks: ["passing", "skipped"],
      exchanges: 1,
    });
  });
});

describe("a crash is a verdict of its own, never a pass", () => {
  const explode = (): never => {
    throw new Error("boom");
  };
  const plan = activeCheck({
    id: "crashing",
    *plan() {
      yield* send(call("one"));
      explode();
    },
  });
  const crashing = { id: "crashing", facts: ["F-1"] } as const;

  test.each<[string, Check]>([
    ["plan", plan],
    ["judge", activeCheck({ ...crashing, judge: explode })],
    [
      "judge of a fact it does not list",
      activeCheck({
        ...crashing,
        *judge() {
          yield { kind: "not-applicable", fact: "F-9", reason: "" };
        },
      }),
    ],
    ["passive check's applies", passiveCheck({ ...crashing, applies: explode })],
    ["passive check's judge", passiveCheck({ ...crashing, judge: explode })],
    [
      "passive judge of a fact it does not list",
      passiveCheck({
        ...crashing,
        *judge(exchange) {
          yield wrong(exchange, { fact: "F-9" });
        },
      }),
    ],
    [
      "plan with an operation that is not there",
      activeCheck({ ...crashing, plan: asks(call("one", { operation: "none" })) }),
    ],
  ])("of a %s", async (_, check) => {
    const other = activeCheck({ id: "other", facts: ["F-2"] });
    const done = await runToEnd([check, other]);
    expect(verdictsOf(done, "crashing")).toMatchObject([{ kind: "crashed" }]);
    expect(factOf(done, "F-1")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^check crashed: /),
    });
    expect(factOf(done, "F-2")?.status).toBe("passed");
    expect(done.footer).toMatchObject({
      complete: false,
      stopped: { reason: "crashed", message: "crashing crashed" },
    });
    expect([done.footer.report.findings, exitCodeOf(done.footer)]).toEqual([[], 3]);
  });

  test("loses no exchange that its plan had got", async () => {
    const done = await runToEnd([plan, passiveCheck({ id: "passive" })]);
    expect(ofType(done.events, "exchange")).toHaveLength(1);
    expect(factOf(done, "P-1")?.status).toBe("passed");
  });

  test("within a batch loses none of its other answers", async () => {
    const check = activeCheck({
      id: "crashing",
      *plan() {
        yield* sendAll([call("no", { path: {} }), call("one"), call("two", { path: { id: 2 } })]);
      },
    });
    const done = await runToEnd([check]);
    expect(ofType(done.events, "exchange").map(({ exchange }) => exchange.call?.label)).toEqual([
      "one",
      "two",
    ]);
  });

  test("tells no secret", async () => {
    const target = fakeTarget({
      secrets: { "crm.credentials.apiKey": "gehe imes" },
      answer: ({ headers }) => {
        throw new Error(`"${headers["authorization"]}" is no header`);
      },
    });
    const check = activeCheck({
      id: "a",
      plan: asks(
        call("one", { authorization: { kind: "secret", secret: configured("crm.credentials.apiKey") } }),
      ),
    });
    const done = await runToEnd([check], { target });
    expect(verdictsOf(done, "a")).toEqual([{ kind: "crashed", message: '"Bearer $APIKEY" is no header' }]);
    expect(JSON.stringify(done.events)).not.toContain("gehe");
  });
});

describe("a target that gives no answer", () => {
  const reader = (id: string, operation: string, factId: string) =>
    activeCheck({
      id,
      facts: [factId],
      interfaces: [],
      plan: asks(call("one", { operation })),
    });
  const checks = [
    reader("a", "readCrm", "F-1"),
    reader("b", "readDonation", "F-2"),
    reader("c", "readVolunteer", "F-3"),
    passiveCheck({ id: "crm-passive", facts: ["P-1"], interfaces: ["crm"] }),
    passiveCheck({ id: "donation-passive", facts: ["P-2"], interfaces: ["donation"] }),
  ];

  test("leaves its facts unjudged, the others judged, and exits 3", async () => {
    const target = fakeTarget({
      secrets: mainSecrets,
      answer: ({ interface: name }) => (name === "crm" ? failure() : ok()),
    });
    const done = await runToEnd(checks, { target });
    const reason = "no answer: crm: the address cannot be reached (ECONNREFUSED)";
    expect(factOf(done, "F-1")).toEqual({
      id: "F-1",
      status: "skipped",
      reason,
      checks: ["a"],
      exchanges: 0,
    });
    expect(factOf(done, "P-1")).toMatchObject({ status: "skipped", reason });
    expect([factOf(done, "F-2")?.status, factOf(done, "P-2")?.status]).toEqual(["passed", "passed"]);
    expect(done.footer.stopped).toEqual({
      reason: "unreachable",
      message: "crm: the address cannot be reached (ECONNREFUSED), first at readCrm: one",
    });
    expect(exitCodeOf(done.footer)).toBe(3);
  });

  test("is named, and each of several is", async () => {
    const target = fakeTarget({
      answer: ({ interface: name }) =>
        name === "crm"
          ? failure()
          : name === "volunteer"
            ? failure({ reason: "timeout", message: "it took longer than 5 ms" })
            : ok(),
    });
    const { footer } = await runToEnd(checks, { target });
    expect(footer.stopped?.message).toBe(
      "crm: the address cannot be reached (ECONNREFUSED), first at readCrm: one; volunteer: it took longer than 5 ms, first at readVolunteer: one",
    );
    expect(footer.report.run.stopped).toBe(footer.stopped?.message);
  });

  test("in the midst of a plan lets the passive checks judge what came before", async () => {
    const target = fakeTarget({
      answer: ({ url }) => (url.endsWith("2") ? failure({ reason: "reset" }) : ok()),
    });
    const check = activeCheck({
      id: "a",
      plan: asks(call("one"), call("two", { path: { id: 2 } })),
      judge() {
        throw new Error("nobody may judge this");
      },
    });
    const done = await runToEnd([check, passiveCheck({ id: "passive" })], { target });
    expect(factOf(done, "F-1")?.status).toBe("skipped");
    expect(factOf(done, "P-1")?.status).toBe("passed");
    expect(ofType(done.events, "exchange")).toHaveLength(2);
  });
});

describe("what a run that was stopped did not reach", () => {
  test.each(["safety", "budget", "interrupted"] as const)(
    "by %s is reported without what is not configured anyway",
    async (stop) => {
      const controller = new AbortController();
      if (stop === "interrupted") controller.abort();
      const target = fakeTarget({
        secrets: { "crm.credentials.apiKey": "secret" },
        answer: () => notSent(stop === "budget" ? stop : "safety"),
      });
      const checks = [
        activeCheck({ id: "a", facts: ["F-a"] }),
        activeCheck({ id: "needy", facts: ["F-needy"], needs: ["crm.records.webhookId"] }),
        activeCheck({ id: "w", effect: "write", facts: ["F-w"] }),
        activeCheck({ id: "w-needy", effect: "write", facts: ["F-w-needy"], needs: ["crm.scratch.noteId"] }),
        passiveCheck({ id: "p", facts: ["P-1"], interfaces: ["crm"] }),
        passiveCheck({ id: "p-needy", facts: ["P-2"], interfaces: ["donation"] }),
      ];
      const done = await runToEnd(checks, { target, signal: controller.signal });
      expect(notReached(done.footer.report.facts)).toEqual(["F-a", "F-w", "P-1"]);
      for (const [id, path] of [
        ["F-needy", "crm.records.webhookId"],
        ["F-w-needy", "crm.scratch.noteId"],
        ["P-2", "donation.credentials.token"],
      ] as const)
        expect(factOf(done, id)?.reason).toBe(`not configured: ${path}`);
    },
  );
});

describe("a run that is stopped", () => {
  test.each(["safety", "budget"] as const)(
    "by %s ends with 4 and names what it did not reach",
    async (stop) => {
      let count = 0;
      const target = fakeTarget({
        concurrency: 1,
        secrets: mainSecrets,
        answer: () => {
          count += 1;
          // One of them asks whether the main credential is taken.
          return count > 4 ? notSent(stop) : ok();
        },
      });
      const checks = [
        reader("a", 1, 11),
        reader("b", 2, 12),
        activeCheck({ id: "w", effect: "write", facts: ["F-w"] }),
        passiveCheck({ id: "passive" }),
        passiveCheck({ id: "unseen", facts: ["P-2"], applies: () => false }),
      ];
      const done = await runToEnd(checks, { target });
      expect(done.footer.stopped).toEqual({ reason: stop, message: "no more" });
      expect(exitCodeOf(done.footer)).toBe(4);
      const why = stop === "budget" ? "the budget is spent (safety.maxRequests, safety.perHour)" : "no more";
      for (const id of ["F-b", "P-2"])
        expect(factOf(done, id)).toMatchObject({ status: "skipped", reason: `not reached: ${why}` });
      expect(factOf(done, "F-w")).toMatchObject({ status: "skipped", reason: "not reached" });
      expect(factOf(done, "P-1")).toMatchObject({ status: "passed", exchanges: 3 });
      expect(ofType(done.events, "exchange")).toHaveLength(4);
      expect(target.sent).toHaveLength(5);
    },
  );

  test("at once: what waits for its turn is not sent any more", async () => {
    const clock = createVirtualClock();
    const target = fakeTarget({
      concurrency: 2,
      answer: async ({ url }, signal) => {
        if (url.endsWith("/2")) return notSent("safety", "refused");
        await clock.sleep(1000, signal);
        return ok();
      },
    });
    const checks = [1, 2, 3, 4].map((path) => reader(`r${path}`, path, path + 10));
    const started = clock.now();
    const { events, footer } = await runToEnd(checks, { target, clock });
    expect(footer.stopped).toEqual({ reason: "safety", message: "refused" });
    expect(target.sent).toHaveLength(2);
    expect(clock.now() - started).toBeLessThan(1000);
    expect(
      ofType(events, "verdict").map(({ verdict }) => verdict.kind === "not-applicable" && verdict.reason),
    ).toEqual(Array.from({ length: 4 }, () => "not reached: refused"));
  });

  test("by safety is not taken for an unreachable one, whatever came first", async () => {
    const target = fakeTarget({
      concurrency: 1,
      answer: ({ url }) =>
        url.endsWith("/1") ? failure({ reason: "timeout" }) : notSent("safety", "refused"),
    });
    const { footer } = await runToEnd([reader("a", 1, 11), reader("b", 2, 12)], { target });
    expect(footer.stopped).toEqual({ reason: "safety", message: "refused" });
    expect(exitCodeOf(footer)).toBe(4);
  });

  test("judges what the last answers that were waited out showed", async () => {
    const busy = { ...ok(), status: 429 } as const;
    const target = fakeTarget({
      answer: () => ({ ...notSent("budget"), earlier: [busy] }),
    });
    const passive = passiveCheck({
      id: "passive",
      *judge(exchange) {
        yield wrong(exchange);
      },
    });
    const done = await runToEnd([activeCheck({ id: "a" }), passive], { target });
    expect(done.footer.report.findings).toMatchObject([{ check: "passive", exchanges: [1] }]);
    expect(exitCodeOf(done.footer)).toBe(4);
  });
});

describe("an interrupted run", () => {
  const abortAfter = (count: number) => {
    const controller = new AbortController();
    const clock = createVirtualClock();
    let asked = 0;
    const target = fakeTarget({
      concurrency: 1,
      answer: async (_, signal) => {
        asked += 1;
        if (asked > count) {
          queueMicrotask(() => controller.abort());
          await clock.sleep(1e9, signal);
        }
        return ok();
      },
    });
    return { controller, clock, target };
  };
  const checks = [1, 2, 3].map((path) => ({ ...reader(String(path), path), judge: accuses() }));

  test("ends with 130 and what was found so far", async () => {
    const { controller, clock, target } = abortAfter(1);
    const { footer } = await runToEnd(checks, { target, clock, signal: controller.signal });
    expect(footer.stopped).toEqual({ reason: "interrupted", message: "interrupted" });
    expect(footer.report.findings).toMatchObject([{ fact: "F-1" }]);
    expect(footer.report.facts.map(({ reason }) => reason)).toEqual([
      undefined,
      "not reached: interrupted",
      "not reached: interrupted",
    ]);
    expect(exitCodeOf(footer)).toBe(130);
    expect(clock.now()).toBeLessThan(createVirtualClock().now() + 1e9);
  });

  test("keeps the exchanges of the plan that was cut", async () => {
    const { controller, clock, target } = abortAfter(1);
    const checks = [reader("a", 1, 2), passiveCheck({ id: "p" })];
    const { events } = await runToEnd(checks, { target, clock, signal: controller.signal });
    expect(ofType(events, "exchange").map(({ exchange }) => exchange.call?.label)).toEqual(["1"]);
    expect(ofType(events, "verdict").map(({ verdict }) => verdict.kind)).toEqual([
      "not-applicable",
      "passed",
    ]);
  });

  test("before it began asks nothing", async () => {
    const target = fakeTarget();
    const { footer } = await runToEnd(checks, { target, signal: AbortSignal.abort() });
    expect(target.sent).toEqual([]);
    expect(exitCodeOf(footer)).toBe(130);
    expect(footer.report.facts.every(({ status }) => status === "skipped")).toBe(true);
  });

  test("by whom it tells its events to ends what is under way, without a rejection left over", async () => {
    const clock = createVirtualClock();
    const left: unknown[] = [];
    const target = fakeTarget({
      concurrency: 2,
      answer: async (_, signal) => {
        await clock.sleep(1000, signal);
        return ok();
      },
    });
    const note = (reason: unknown): void => {
      left.push(reason);
    };
    process.on("unhandledRejection", note);
    const listen = async (): Promise<void> => {
      for await (const event of run(runOptions(checks, { target, clock })))
        if (event.type === "check-started") break;
    };
    await clock.settle(listen());
    const sent = target.sent.length;
    await clock.settle(clock.sleep(60_000));
    process.off("unhandledRejection", note);
    expect([left, target.sent.length]).toEqual([[], sent]);
    expect(sent).toBeLessThanOrEqual(2);
  });

  test("waits for what cannot be aborted, so that nothing of it goes on behind its back", async () => {
    const clock = createVirtualClock();
    let underWay = 0;
    const target = fakeTarget({
      answer: async () => {
        underWay += 1;
        await clock.sleep(1000);
        underWay -= 1;
        return ok();
      },
    });
    const listen = async (): Promise<void> => {
      for await (const event of run(runOptions(checks, { target, clock })))
        if (event.type === "check-started") break;
    };
    await clock.settle(listen());
    expect([target.sent.length, underWay]).toEqual([3, 0]);
  });
});

describe("findings", () => {
  const judging = (id: string, path: number, parts: Parameters<typeof wrong>[1] = {}) =>
    activeCheck({
      id,
      *plan() {
        yield* sendAll([call("one", { path: { id: path } }), call("two", { path: { id: path + 1 } })]);
      },
      *judge(exchanges) {
        for (const [index, exchange] of exchanges.entries())
          yield wrong(exchange, { pointer: `/items/${index}/id`, ...parts });
      },
    });

  test("of the same defect are one, with the evidence of the first", async () => {
    const done = await runToEnd([judging("a", 1)]);
    expect(ofType(done.events, "finding")).toHaveLength(1);
    expect(done.footer.report.findings).toMatchObject([
      {
        check: "a",
        fact: "F-1",
        interface: "crm",
        operation: "readCrm",
        pointer: "/items/0/id",
        exchanges: [1],
        known: false,
      },
    ]);
    expect(done.footer.report.findings[0]?.fingerprint).toMatch(/^[0-9a-f]{12}$/);
    expect(verdictsOf(done, "a")).toEqual([{ kind: "failed", exchanges: 2, violations: 2 }]);
    expect(exitCodeOf(done.footer)).toBe(1);
  });

  test("of two checks are two, and keep their fingerprints whatever seed and records", async () => {
    const first = (await runToEnd([judging("a", 1), judging("b", 1)])).footer.report.findings;
    const second = (await runToEnd([judging("a", 7), judging("b", 7)], { seed: 9 })).footer.report.findings;
    expect(first.map(({ check }) => check)).toEqual(["a", "b"]);
    expect(second.map(({ fingerprint }) => fingerprint)).toEqual(first.map(({ fingerprint }) => fingerprint));
    expect(first[0]?.fingerprint).not.toBe(first[1]?.fingerprint);
  });

  test("name no secret, even where a server gives one back", async () => {
    const target = fakeTarget({ secrets: { "crm.credentials.apiKey": "s3cr&t key" } });
    const check = activeCheck({
      id: "a",
      plan: asks(
        call("one", { authorization: { kind: "secret", secret: configured("crm.credentials.apiKey") } }),
      ),
      *judge([exchange]) {
        yield {
          ...wrong(exchange),
          message: "got s3cr&t key",
          expected: "s3cr%26t%20key",
          actual: "s3cr%26t+key",
        };
      },
    });
    const { footer } = await runToEnd([check], { target });
    expect(footer.report.findings).toMatchObject([
      { message: "got $APIKEY", expected: "$APIKEY", actual: "$APIKEY" },
    ]);
    expect(JSON.stringify(footer)).not.toContain("s3cr");
  });

  test("that are known do not fail, and those that are gone are reported", async () => {
    const [finding] = (await runToEnd([judging("a", 1)])).footer.report.findings;
    const known = finding?.fingerprint ?? "";
    const baseline = new Set([known, "ffffffffffff", "000000000000"]);
    const { footer } = await runToEnd([judging("a", 1)], { baseline });
    expect(footer.report.findings).toMatchObject([{ known: true }]);
    expect(footer.report.resolved).toEqual(["000000000000", "ffffffffffff"]);
    expect(exitCodeOf(footer)).toBe(0);
  });

  test("that may only have been missed are not reported as gone", async () => {
    const checks = [judging("a", 1), judging("b", 1)];
    const baseline = new Set(["ffffffffffff"]);
    const gone = async (options: Parameters<typeof runToEnd>[1]): Promise<readonly string[]> =>
      (await runToEnd(checks, { baseline, ...options })).footer.report.resolved;
    expect(await gone({ chosen: checks.slice(1) })).toEqual([]);
    expect(await gone({ shard: { index: 1, count: 2 } })).toEqual([]);
    expect(await gone({ signal: AbortSignal.abort() })).toEqual([]);
    expect(await gone({ target: fakeTarget({ answer: () => failure() }) })).toEqual([]);
  });

  test.each(["warning", "info"] as const)("of severity %s do not fail the run", async (severity) => {
    const { footer } = await runToEnd([{ ...judging("a", 1), severity }]);
    expect(footer.report.summary.findings).toEqual({ error: 0, warning: 0, info: 0, [severity]: 1 });
    expect(exitCodeOf(footer)).toBe(0);
  });
});

describe("the report", () => {
  test("names every fact once, with the reason for what was not judged", async () => {
    const facts = [
      fact("F-static", { see: "static", test: "test/x.test.ts" }),
      fact("F-none"),
      fact("F-passed"),
      fact("F-unselected"),
      fact("F-setting"),
      fact("F-interface"),
      fact("F-write"),
      fact("F-sandbox"),
    ];
    const chosen = [
      activeCheck({ id: "passed", facts: ["F-passed"] }),
      activeCheck({
        id: "setting",
        facts: ["F-setting"],
        needs: ["crm.credentials.revokedApiKey", "crm.records.webhookId"],
      }),
      activeCheck({ id: "interface", facts: ["F-interface"], interfaces: ["crm", "volunteer"] }),
      activeCheck({ id: "write", facts: ["F-write"], effect: "write" }),
      activeCheck({ id: "sandbox", facts: ["F-sandbox"], effect: "sandbox" }),
    ];
    const target = fakeTarget({
      interfaces: ["crm"],
      allowWrites: false,
      settings: { "crm.records.webhookId": 1 },
    });
    const all = [...chosen, activeCheck({ id: "unselected", facts: ["F-unselected"] })];
    const { footer } = await runToEnd(all, {
      contract: contractOf(all, { facts }),
      chosen,
      target,
    });
    expect(footer.report.facts.map(({ id, status, reason }) => [id, status, reason])).toEqual([
      ["F-static", "skipped", "static: held by test/x.test.ts"],
      ["F-none", "skipped", "no check yet"],
      ["F-passed", "passed", undefined],
      ["F-unselected", "skipped", "not selected"],
      ["F-setting", "skipped", "not configured: crm.credentials.revokedApiKey"],
      ["F-interface", "skipped", "not configured: interfaces.volunteer"],
      ["F-write", "skipped", "writes are off (safety.writes)"],
      ["F-sandbox", "skipped", "only the sandbox can show it"],
    ]);
    expect(footer.report.summary).toEqual({
      facts: { passed: 1, failed: 0, skipped: 7, total: 8 },
      findings: { error: 0, warning: 0, info: 0 },
      requests: 1,
    });
    expect(target.sent).toHaveLength(1);
  });

  test("says of a fact without a check that reading cannot show it, where only reading checks are there", async () => {
    const all = [activeCheck({ id: "read", facts: ["F-read"] })];
    const { footer } = await runToEnd(all, {
      contract: contractOf(all, { facts: [fact("F-read"), fact("F-write")] }),
    });
    expect(footer.report.facts.map(({ id, reason }) => [id, reason])).toEqual([
      ["F-read", undefined],
      ["F-write", "a run that only reads cannot show it"],
    ]);
  });

  test("answers open questions by what was observed, each thing once", async () => {
    const observing = activeCheck({
      id: "a",
      *judge([exchange]) {
        if (exchange === undefined) return;
        for (const observed of ["one", "two", "one"])
          yield { kind: "observation", unknown: "U-1", observed, exchange };
      },
    });
    const done = await runToEnd([observing]);
    expect(ofType(done.events, "observation").map(({ observed }) => observed)).toEqual(["one", "two"]);
    const evidence = "exchange 1: GET /api/Thing/1 gave 200";
    expect(done.footer.report.unknowns).toEqual([
      { id: "U-1", status: "observed", observed: "one; two", evidence: `${evidence}; ${evidence}` },
    ]);
    expect((await runToEnd([activeCheck({ id: "a" })])).footer.report.unknowns).toEqual([
      { id: "U-1", status: "open" },
    ]);
  });

  test("tells addresses, times and completeness", async () => {
    const clock = createVirtualClock(Date.UTC(2025, 0, 1));
    const target = fakeTarget({
      answer: async () => {
        await clock.sleep(1500);
        return ok();
      },
    });
    const { footer } = await runToEnd([activeCheck({ id: "a" })], { target, clock });
    expect(footer.report.run).toMatchObject({
      seed: 1,
      targets: { crm: "https://crm.example.org" },
      complete: true,
      startedAt: "2025-01-01T00:00:00.000Z",
      elapsedMs: 1500,
    });
  });
});

// That shards together find what the whole finds is held by merge-reports.test.ts.
test("the facts of other shards are not reached here", async () => {
  const checks = Array.from({ length: 7 }, (_, index) =>
    activeCheck({ id: `c${index}`, facts: [`F-${index}`], effect: index % 3 === 0 ? "write" : "read" }),
  );
  const { footer } = await runToEnd(checks, { shard: { index: 1, count: 9 } });
  expect(footer.report.facts.filter(({ reason }) => reason === "not reached in this shard")).toHaveLength(6);
  expect(footer.complete).toBe(true);
});
