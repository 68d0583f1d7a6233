import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { send, sendAll, type ActiveCheck, type Judgement } from "../../../src/core/model/check.ts";
import { jsonOf, type Exchange } from "../../../src/core/model/exchange.ts";
import {
  callStep,
  defineStep,
  movesOf,
  replayed,
  stepOf,
  sequenceText,
  type Exploration,
} from "../../../src/core/model/exploration.ts";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { tries } from "../../nightly.ts";
import { createVirtualClock } from "../transports/virtual-clock.ts";
import {
  activeCheck,
  asks,
  call,
  fakeTarget,
  ofType,
  notSent,
  ok,
  operations,
  type TargetParts,
  runToEnd,
  wrong,
} from "./kit.ts";

const write = (value: unknown, label = "a value") =>
  call(label, { operation: "write", body: { kind: "json", value: { value } } });

const exploration: Exploration = {
  effort: 60,
  begin: callStep("begin", [], () => write(0)),
  steps: () => [
    defineStep({
      name: "write",
      shows: ["F-1"],
      argument: fc.integer({ min: 1, max: 1000 }),
      *plan(value) {
        yield* send(write(value));
      },
    }),
    callStep("refused", ["F-2"], () => write("no number")),
    callStep("read", ["F-1"], () => call("the value")),
    defineStep({
      name: "two-at-once",
      shows: [],
      argument: fc.constant("both"),
      *plan() {
        yield* sendAll([write(1, "one"), write(2, "other")]);
      },
    }),
  ],
};

/** What was written last must be read. */
const judge = function* (exchanges: readonly Exchange[]): Generator<Judgement> {
  let written: readonly unknown[] = [0];
  for (const exchange of exchanges) {
    const sent = (exchange.request.body as { value?: unknown } | undefined)?.value;
    if (stepOf(exchange) === "two-at-once") written = [1, 2];
    else if (typeof sent === "number") written = [sent];
    const shown = (jsonOf(exchange) as { value?: unknown }).value;
    if (stepOf(exchange) === "read" && !written.includes(shown))
      yield wrong(exchange, { message: "not what was written" });
  }
};

const exploring = (parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck({
    id: "values-over-time",
    facts: ["F-1", "F-2"],
    effect: "write",
    explore: exploration,
    plan: (context) => replayed(exploration, context),
    judge,
    ...parts,
  });

/** A server that keeps a value; `shows` says what a read answers. */
const server = (shows: (written: readonly unknown[]) => unknown): NonNullable<TargetParts["answer"]> => {
  const written: unknown[] = [];
  return (request: WireRequest): FinalOutcome => {
    const { value } = JSON.parse(request.body ?? "{}") as { value?: unknown };
    if (request.method === "PUT") written.push(value);
    return ok(request.method === "PUT" ? {} : { value: shows(written) });
  };
};

const numbersIn = (written: readonly unknown[]): readonly unknown[] =>
  written.filter((value) => typeof value === "number");

const right = (written: readonly unknown[]): unknown => numbersIn(written).at(-1);

describe("exploring", () => {
  test("passes what its steps have shown where nothing is wrong", async () => {
    const target = fakeTarget({ answer: server(right) });
    const { footer } = await runToEnd([exploring()], { target });
    expect(footer.report.findings).toEqual([]);
    expect(footer.report.facts.filter(({ status }) => status === "passed").map(({ id }) => id)).toContain(
      "F-1",
    );
    expect(target.sent.length).toBeGreaterThan(40);
    expect(target.sent.length).toBeLessThan(60 + 20);
  });

  test("makes the sequence that fails as short as it can be", async () => {
    // A refused value is read back.
    const target = fakeTarget({ answer: server((written) => written.at(-1)) });
    const { footer } = await runToEnd([exploring()], { target });
    const [finding] = footer.report.findings;
    expect(finding?.replay).toBe('[["refused"],["read"]]');
    expect(finding?.exchanges).toHaveLength(3);
  });

  test("makes arguments small", async () => {
    const target = fakeTarget({
      answer: server((written) => (Number(right(written)) > 50 ? 50 : right(written))),
    });
    const { footer } = await runToEnd([exploring()], { target });
    expect(footer.report.findings[0]?.replay).toBe('[["write",51],["read"]]');
  });

  test("asks for a sequence again from its text", async () => {
    const check = exploring();
    const target = fakeTarget({ answer: server((written) => written.at(-1)) });
    const again: ActiveCheck = {
      ...check,
      plan: (context) => check.plan({ ...context, replay: '[["refused"],["read"]]' }),
    };
    const { explore: _, ...planned } = again;
    const { footer } = await runToEnd([planned], { target });
    expect(target.sent).toHaveLength(3);
    expect(footer.report.findings).toHaveLength(1);
  });

  test("says nothing of a read that lags behind a write: when it must show is not stated", async () => {
    let reads = 0;
    const target = fakeTarget({
      answer: server((written) => ((reads += 1) % 2 === 1 ? written.at(-2) : right(written))),
    });
    const { footer } = await runToEnd([exploring()], { target });
    expect(footer.report.findings).toEqual([]);
    expect(footer.report.facts.find(({ id }) => id === "F-1")?.status).toBe("passed");
  });

  /** Reads of two records after a write, each in its turn. */
  const bothReads = exploring({
    explore: {
      ...exploration,
      steps: () => [
        callStep("write", [], () => write(7)),
        defineStep({
          name: "read",
          shows: ["F-1"],
          argument: fc.constant("both"),
          *plan() {
            yield* send(call("one", { path: { id: 1 } }));
            yield* send(call("other", { path: { id: 2 } }));
          },
        }),
      ],
    },
  });

  test("blames no read that was right when it was asked again for another one that stays wrong", async () => {
    const [late, written]: [Set<string>, unknown[]] = [new Set(), []];
    const target = fakeTarget({
      answer: ({ method, body, url }) => {
        if (method !== "PUT" && url.endsWith("2")) return ok({ value: "never right" });
        if (method !== "PUT") return ok({ value: written.at(late.delete(url) ? -2 : -1) });
        written.push((JSON.parse(body ?? "{}") as { value?: unknown }).value);
        late.add(url.replace(/[^/]*$/, "1"));
        return ok({});
      },
    });
    const { footer } = await runToEnd([bothReads], { target });
    const errors = footer.report.findings.filter(({ severity }) => severity === "error");
    expect(errors.map(({ curl }) => curl)).toEqual([expect.stringMatching(/\/2\W*$/)]);
  });

  test("says nothing of two reads in a row that lag behind the same write", async () => {
    const late = new Set<string>();
    const written: unknown[] = [];
    const target = fakeTarget({
      answer: ({ method, body, url }) => {
        if (method !== "PUT") return ok({ value: written.at(late.delete(url) ? -2 : -1) });
        written.push((JSON.parse(body ?? "{}") as { value?: unknown }).value);
        if (written.length > 1) for (const id of [1, 2]) late.add(url.replace(/[^/]*$/, String(id)));
        return ok({});
      },
    });
    const { footer } = await runToEnd([bothReads], { target });
    expect(footer.report.findings).toEqual([]);
  });

  test.each([
    ["an error where reads get each other's answers each time they overlap", 2, "error"],
    ["a warning where they did so once", 1, "warning"],
  ])("asks again for what was under way together: %s", async (_, mixed, severity) => {
    let [underWay, overlaps] = [0, 0];
    const target = fakeTarget({
      answer: async () => {
        underWay += 1;
        const isMixed = underWay > 1 && (overlaps += 1) <= mixed;
        await nextTurn();
        underWay -= 1;
        return ok({ value: isMixed ? "another's" : "its own" });
      },
    });
    const check = exploring({
      effect: "read",
      explore: {
        effort: 2,
        steps: () => [
          {
            name: "both",
            shows: ["F-1"],
            *plan() {
              yield* sendAll([call("one"), call("other", { path: { id: 2 } })]);
            },
          },
        ],
      },
      *judge(exchanges) {
        for (const one of exchanges)
          if ((jsonOf(one) as { value?: unknown }).value === "another's") yield wrong(one);
      },
    });
    const { footer } = await runToEnd([check], { target });
    expect(footer.report.findings.map((one) => one.severity)).toEqual([severity]);
  });

  test("asks for no more than what is left, and stops no run", async () => {
    const target = fakeTarget({ answer: server(right) });
    const scarce = { ...target, left: () => 40 - target.sent.length };
    const { footer } = await runToEnd([exploring()], { target: scarce });
    expect(target.sent.length).toBeLessThanOrEqual(40);
    expect(footer.complete).toBe(true);
  });

  test.each([30, 40, 50, 60])("asks late reads again only with what is left of %d requests", async (most) => {
    const late = new Set<string>();
    let reads = 0;
    const target = fakeTarget({
      answer: ({ method, url }) => {
        if (method === "PUT") late.clear();
        else if (!late.has(url) && late.add(url)) return ok({ value: "late" });
        return ok(method === "PUT" ? {} : { value: 0 });
      },
    });
    const check = exploring({
      explore: {
        effort: 60,
        begin: callStep("begin", [], () => write(0)),
        steps: () => [
          callStep("write", [], () => write(0)),
          {
            name: "read",
            shows: ["F-1"],
            *plan() {
              for (let id = 1; id <= 14; id += 1) yield* send(call(`read ${(reads += 1)}`, { path: { id } }));
            },
          },
        ],
      },
    });
    const scarce = { ...target, left: () => most - target.sent.length };
    const { footer } = await runToEnd([check], { target: scarce });
    expect(target.sent.length).toBeLessThanOrEqual(most);
    expect(footer.stopped?.reason).not.toBe("budget");
    expect(footer.report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("is the same for the same seed, and another for another", async () => {
    const sentBy = async (seed: number): Promise<readonly unknown[]> => {
      const target = fakeTarget({ answer: server(right) });
      await runToEnd([exploring()], { target, seed });
      return target.sent.map(({ method, body }) => [method, body]);
    };
    const [one, same, other] = await Promise.all([sentBy(1), sentBy(1), sentBy(2)]);
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  test("comes after all plans that read or write", async () => {
    const checks = [
      exploring({ id: "a" }),
      activeCheck({ id: "b" }),
      activeCheck({ id: "c", effect: "write" }),
    ];
    const { events } = await runToEnd(checks, { target: fakeTarget({ answer: server(right) }) });
    expect(ofType(events, "check-started").map(({ check }) => check)).toEqual(["b", "c", "a"]);
  });

  test("begins with the check and the steps that earlier runs have tried least", async () => {
    const counts = new Map([["a", 5]]);
    const steps: string[] = [];
    const tried = {
      of: (check: string) => ({
        count: (_: string, step: string) => (check === "b" && step !== "read" ? 1 : 0),
        note: (_: string, step: string) => void steps.push(`${check} ${step}`),
      }),
      total: (check: string) => counts.get(check) ?? 0,
    };
    const checks = [exploring({ id: "a" }), exploring({ id: "b" })];
    const { events } = await runToEnd(checks, { target: fakeTarget({ answer: server(right) }), tried });
    expect(ofType(events, "check-started").map(({ check }) => check)).toEqual(["b", "a"]);
    const first = steps.find((step) => step !== "b begin");
    expect(first).toBe("b read");
  });

  test("goes on in a deep run, and shares what is left", async () => {
    const target = fakeTarget({ answer: server(right) });
    const limited = { ...target, left: () => 1000 - target.sent.length };
    const checks = [exploring({ id: "a" }), exploring({ id: "b" })];
    const { events } = await runToEnd(checks, { target: limited, effort: "deep" });
    const asked = (id: string): number =>
      ofType(events, "exchange").filter(({ check }) => check === id).length;
    expect(target.sent.length).toBeGreaterThan(900);
    expect(Math.abs(asked("a") - asked("b"))).toBeLessThan(60);
  });

  test("lets calls of one batch overlap", async () => {
    let underWay = 0;
    let most = 0;
    const answer = async (request: WireRequest): Promise<FinalOutcome> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return ok({ value: request.method });
    };
    await runToEnd([exploring({ *judge() {} })], { target: fakeTarget({ answer, concurrency: 1 }) });
    expect(most).toBe(2);
  });
});

describe("sequences that only read", () => {
  const reading = (operation: string, name: string): ActiveCheck => {
    const explore: Exploration = {
      effort: 12,
      longest: 4,
      steps: () =>
        ["one", "two", "three"].map((step) => callStep(step, ["F-1"], () => call(step, { operation }))),
    };
    return activeCheck({
      id: `${name}-over-time`,
      interfaces: [operations[operation]?.interface ?? ""],
      explore,
      plan: (context) => replayed(explore, context),
      *judge(exchanges) {
        if (exchanges.length > 2) yield wrong(exchanges.at(-1), { message: name });
      },
    });
  };
  const checks = [
    reading("readCrm", "crm"),
    reading("readCrm", "other-crm"),
    reading("readDonation", "donation"),
    reading("readVolunteer", "volunteer"),
    activeCheck({
      id: "plain",
      facts: ["F-2"],
      plan: asks(...Array.from({ length: 9 }, (_, id) => call("plain", { path: { id: id + 2 } }))),
    }),
  ];
  const sequences = checks.slice(0, -1);
  /** By which they begin in their own order. */
  const seed = sequences.length;
  const interfaceOf = ({ url }: WireRequest): string => new URL(url).hostname;

  /** What is under way at once where answers take these times, one after the other. */
  const runWith = async (delays: readonly number[], parts: TargetParts = {}) => {
    const clock = createVirtualClock();
    const underWay: string[] = [];
    const atOnce: (readonly string[])[] = [];
    let count = 0;
    const target = fakeTarget({
      ...parts,
      answer: async (request) => {
        underWay.push(interfaceOf(request));
        atOnce.push([...underWay]);
        await clock.sleep(1 + (delays[(count += 1) % delays.length] ?? 0));
        underWay.splice(underWay.indexOf(interfaceOf(request)), 1);
        return ok();
      },
    });
    const { events, footer } = await runToEnd(checks, { clock, target, seed });
    const { findings, facts } = footer.report;
    const exchanges = ofType(events, "exchange").map(({ check, exchange }) => [check, exchange.call?.label]);
    return { atOnce, target, seen: { findings, facts, exchanges } };
  };

  test("begin once the plain reads of their interface are done", async () => {
    const { target } = await runWith([0]);
    const sent = target.sent.map((one) => (/\/(?!1$)\d+$/.test(one.url) ? "plain" : interfaceOf(one)));
    expect(sent.lastIndexOf("plain")).toBeLessThan(sent.indexOf("crm.example.org"));
    for (const name of ["donation.example.org", "volunteer.example.org"])
      expect(sent.indexOf(name)).toBeLessThan(sent.lastIndexOf("plain"));
  });

  test("have their interface alone and go on beside those of others, and the report says the same however long answers take", async () => {
    const { seen } = await runWith([0]);
    expect(seen.findings.map(({ check }) => check)).toEqual(sequences.map(({ id }) => id).toSorted());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50), { minLength: 1, maxLength: 9 }), async (delays) => {
        const other = await runWith(delays);
        expect(other.seen).toEqual(seen);
        for (const names of other.atOnce) expect(new Set(names).size).toBe(names.length);
        expect(Math.max(...other.atOnce.map((names) => names.length))).toBe(3);
      }),
      tries(8, 15),
    );
  });

  test("follow one another where the budget may be too small for all of them", async () => {
    let sent = 0;
    const left = (): number => 400 - sent;
    const { atOnce } = await runWith([0], {
      left,
      requests: () => (sent += 1),
    });
    expect(atOnce.every((names) => names.length === 1)).toBe(true);
  });

  test("are not begun once the run has ended", async () => {
    const target = fakeTarget({
      answer: ({ url }) => (url.includes("crm") ? notSent("safety", "refused") : ok()),
    });
    const { events, footer } = await runToEnd(checks, { target, seed });
    expect(footer.stopped).toEqual({ reason: "safety", message: "refused" });
    expect(ofType(events, "check-started").map(({ check }) => check)).not.toContain("other-crm-over-time");
  });
});

describe("the text of a sequence", () => {
  const steps = exploration.steps({ seed: 1 } as never);

  test("is read back as it was", () => {
    const text = '[["write",7],["refused"],["read"]]';
    expect(sequenceText(movesOf(text, steps) ?? [])).toBe(text);
  });

  test.each([
    "",
    "{}",
    "[1]",
    '[["nothing"]]',
    '[["write"]]',
    '[["write",0]]',
    '[["write","a"]]',
    '[["read",1]]',
  ])("is refused where no sequence has it: %s", (text) => expect(movesOf(text, steps)).toBeUndefined());
});
