import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Check, type Judgement, sendAll } from "../../../src/core/model/check.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import type { Finding } from "../../../src/core/model/finding.ts";
import type { Report } from "../../../src/core/model/report.ts";
import type { Tally } from "../../../src/core/model/tally.ts";
import type { RunEvent } from "../../../src/core/model/run-event.ts";
import { exitCodeOf } from "../../../src/core/run/exit-code.ts";
import { mergedReport, type NamedReport } from "../../../src/core/run/merge-reports.ts";
import { tries } from "../../nightly.ts";
import {
  activeCheck,
  call,
  contractOf,
  fakeTarget,
  type FakeTarget,
  notSent,
  ok,
  passiveCheck,
  type RunParts,
  runToEnd,
  wrong,
} from "./kit.ts";

/** What a made-up check asks for and says of it, each by the number of the record. */
interface Habit {
  readonly asks: readonly number[];
  readonly violates: readonly number[];
  readonly observes: readonly number[];
  readonly excuse: boolean;
  readonly crashes: boolean;
}

const records = fc.uniqueArray(fc.nat(5), { maxLength: 4 });

const habit: fc.Arbitrary<Habit> = fc.record({
  asks: records,
  violates: records,
  observes: records,
  excuse: fc.boolean(),
  crashes: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.boolean()),
});

const idOf = (exchange: Exchange): number => Number(exchange.request.url.split("/").at(-1));

function* say(exchange: Exchange, habit: Habit, fact: string): Generator<Judgement> {
  const id = idOf(exchange);
  if (habit.violates.includes(id))
    yield wrong(exchange, { fact, pointer: `/${id % 3}x`, message: `record ${id}` });
  if (habit.observes.includes(id))
    yield { kind: "observation", unknown: "U-1", observed: `record ${id}`, exchange };
}

const suiteOf = (habits: readonly Habit[], passive: Habit): readonly Check[] => [
  ...habits.map((one, index) =>
    activeCheck({
      id: `check-${index}`,
      facts: [`F-${index % 3}`],
      effect: index % 3 === 2 ? "write" : "read",
      *plan() {
        yield* sendAll(one.asks.map((id) => call(`ask ${id}`, { path: { id } })));
      },
      *judge(exchanges): Generator<Judgement> {
        if (one.crashes) throw new Error(`check ${index} crashes`);
        for (const exchange of exchanges) yield* say(exchange, one, `F-${index % 3}`);
        if (one.excuse) yield { kind: "not-applicable", reason: `excuse ${index}` };
      },
    }),
  ),
  passiveCheck({
    id: "passive",
    facts: ["P-1"],
    applies: (exchange) => idOf(exchange) !== 0,
    *judge(exchange) {
      yield* say(exchange, passive, "P-1");
    },
  }),
];

const shardReport = async (
  checks: readonly Check[],
  index: number,
  count: number,
  options: RunParts = {},
): Promise<NamedReport> => {
  const { footer } = await runToEnd(checks, { shard: { index, count }, ...options });
  return { file: `${index}.json`, report: footer.report };
};

/** A target that answers so many requests and then says that the budget is spent. */
const spending = (requests: number): FakeTarget => {
  const target: FakeTarget = fakeTarget({
    concurrency: 2,
    redirects: () => [
      { interface: "crm", operation: "readCrm", status: 307, to: "nowhere", times: target.sent.length },
    ],
    answer: () => (target.sent.length > requests ? notSent("budget", "spent") : ok()),
  });
  return target;
};

/** The report of a shard that was cut short after so many requests, once for each number, and resumed. */
const resumedReport = async (
  checks: readonly Check[],
  index: number,
  count: number,
  cuts: readonly number[],
): Promise<NamedReport> => {
  const shard = { index, count };
  let saved: Tally | undefined;
  for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
    let kept: Tally | undefined;
    const { footer } = await runToEnd(checks, {
      shard,
      target: spending(cut),
      onCutShort: (one) => (kept = one),
      ...(saved === undefined ? {} : { resume: saved }),
    });
    if (kept === undefined) return { file: `${index}.json`, report: footer.report };
    // The store holds it as text.
    saved = JSON.parse(JSON.stringify(kept)) as Tally;
  }
  throw new Error("the last part of the run is cut short, too");
};

const allShards = (
  checks: readonly Check[],
  count: number,
  options?: RunParts,
): Promise<readonly NamedReport[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => shardReport(checks, at + 1, count, options)));

const registryOf = (checks: readonly Check[]) => contractOf(checks);

/** Without what cannot be the same: see mergeReports. */
const comparable = ({ run, summary, facts, findings, unknowns, resolved }: Report) => ({
  run: { seed: run.seed, targets: run.targets, complete: run.complete },
  facts: facts.map(({ exchanges: _count, ...one }) => one),
  sums: { facts: summary.facts, findings: summary.findings },
  findings: findings.map(({ exchanges: _numbers, ...one }) => one),
  unknowns: unknowns.map(({ evidence, ...one }) => ({
    ...one,
    evidence: evidence?.replace(/exchange \d+/g, "exchange"),
  })),
  resolved,
});

const withoutNumbers = ({ exchanges: _numbers, ...finding }: Finding) => finding;

/** What does not depend on which of several exchanges came first. */
const said = (report: Report) => {
  const { run, facts, sums, findings, unknowns } = comparable(report);
  return {
    run,
    facts,
    sums,
    findings: findings.map(({ fingerprint }) => fingerprint).toSorted(),
    unknowns: unknowns.map(({ id, status }) => [id, status]),
  };
};

describe("the report of a whole run and the one merged from its shards", () => {
  test("are the same, also where shards are more than checks, but for times, requests and numbers of exchanges", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(habit, { maxLength: 9 }), habit, async (habits, passive) => {
        const checks = suiteOf(habits, passive);
        const baseline = new Set(["ffffffffffff"]);
        const whole = (await runToEnd(checks, { baseline })).footer;
        for (const count of [1, 2, 3, 4, 11]) {
          const merged = mergedReport(await allShards(checks, count, { baseline }), registryOf(checks));
          expect(comparable(merged.report)).toEqual(comparable(whole.report));
          expect(exitCodeOf(merged)).toBe(exitCodeOf(whole));
        }
      }),
      tries(15, 2000),
    );
  });

  test("say the same wherever the shards were cut short and resumed, each finding by whatever showed it first", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(habit, { maxLength: 9 }),
        habit,
        fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        async (habits, passive, cuts) => {
          const checks = suiteOf(habits, passive);
          const whole = (await runToEnd(checks)).footer;
          const shards = await Promise.all(
            cuts.map((after, at) => resumedReport(checks, at + 1, cuts.length, after)),
          );
          const merged = mergedReport(shards, registryOf(checks));
          expect(said(merged.report)).toEqual(said(whole.report));
          expect(exitCodeOf(merged)).toBe(exitCodeOf(whole));
          const own = shards.flatMap(({ report }) => report.findings).map(withoutNumbers);
          for (const finding of merged.report.findings) expect(own).toContainEqual(withoutNumbers(finding));
        },
      ),
      tries(15, 2000),
    );
  });

  test("number the exchanges of a shard that was resumed as it gave them", async () => {
    const habits = [0, 1, 2, 3, 4, 5].map((id) => ({
      asks: [id],
      violates: [id],
      observes: [id],
      excuse: false,
      crashes: false,
    }));
    const checks = suiteOf(habits, { asks: [], violates: [], observes: [], excuse: false, crashes: false });
    const shards = [await resumedReport(checks, 1, 2, [1]), await resumedReport(checks, 2, 2, [0, 2])];
    const { findings, run, summary } = mergedReport(shards, registryOf(checks)).report;
    // Every request of every part was answered so.
    expect(run.redirects?.map(({ times }) => times)).toEqual([summary.requests]);
    expect(findings.map(({ check }) => check)).toEqual(
      (await runToEnd(checks)).footer.report.findings.map(({ check }) => check),
    );
    const numbers = findings.flatMap(({ exchanges }) => exchanges);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test("name exchanges by numbers that stand for one each", async () => {
    const habits = [0, 1, 2, 3].map((id) => ({
      asks: [id],
      violates: [id],
      observes: [id],
      excuse: false,
      crashes: false,
    }));
    const checks = suiteOf(habits, { asks: [], violates: [], observes: [], excuse: false, crashes: false });
    const whole = (await runToEnd(checks)).footer.report;
    const { report } = mergedReport(await allShards(checks, 3), registryOf(checks));
    // Nothing is shared between these checks, so that even the numbers are the same.
    expect(report.findings).toEqual(whole.findings);
    expect(report.unknowns).toEqual(whole.unknowns);
    expect(report.summary).toEqual(whole.summary);
  });
});

test("reports of shards together say on what part a fact has passed, also where one has asked all of its own", async () => {
  const picking = (id: string, items: number): Check =>
    activeCheck({
      id,
      facts: ["F-0"],
      *plan({ sample }) {
        const all = Array.from({ length: items }, (_, index) => call(`${id} ${index}`, { path: { id } }));
        yield* sendAll(sample(all, 2));
      },
    });
  const partOf = async (items: readonly number[]) => {
    const checks = items.map((count, index) => picking(`check-${index}`, count));
    const shards = await Promise.all(
      items.map((_, index) =>
        shardReport(checks, index + 1, items.length, { target: fakeTarget({ budget: 100 }) }),
      ),
    );
    return mergedReport(shards, registryOf(checks)).report.facts.find(({ id }) => id === "F-0");
  };
  expect(await partOf([12, 2])).toMatchObject({ status: "passed", part: { asked: 4, of: 14 } });
  expect(await partOf([2, 1])).not.toHaveProperty("part");
});

describe("reports that do not make a whole", () => {
  const checks = suiteOf([], { asks: [], violates: [], observes: [], excuse: false, crashes: false });

  test.each<readonly [string, (shards: readonly NamedReport[]) => readonly NamedReport[], string]>([
    ["none", () => [], "there is no report"],
    [
      "a missing one",
      ([one, , three]) => [one, three].flatMap((report) => report ?? []),
      "shard 2 of 3 is missing",
    ],
    ["two missing ones", ([one]) => (one === undefined ? [] : [one]), "shard 2 of 3 and 1 more is missing"],
    [
      "one twice",
      ([one, two, three]) =>
        [one, two, three]
          .flatMap((report) => report ?? [])
          .concat(two === undefined ? [] : { ...two, file: "again.json" }),
      "shard 2 of 3 is there more than once: 2.json, again.json",
    ],
    [
      "a whole run",
      (shards) => shards.map(({ file, report: { part: _part, ...report } }) => ({ file, report })),
      "1.json is not the report of one shard",
    ],
    [
      "another seed",
      (shards) =>
        shards.map(({ file, report }) => ({
          file,
          report: { ...report, run: { ...report.run, seed: file === "2.json" ? 9 : 1 } },
        })),
      "2.json is of another seed than 1.json",
    ],
    [
      "another version",
      (shards) =>
        shards.map(({ file, report }) => ({
          file,
          report: { ...report, tool: { ...report.tool, version: file === "3.json" ? "9" : "1" } },
        })),
      "3.json is of another version than 1.json",
    ],
    [
      "another target",
      (shards) =>
        shards.map(({ file, report }) => ({
          file,
          report: {
            ...report,
            run: { ...report.run, targets: file === "2.json" ? { crm: "https://x.example" } : {} },
          },
        })),
      "2.json is of another target than 1.json",
    ],
  ])("are refused in one line: %s", async (_, change, message) => {
    const shards = change(await allShards(checks, 3));
    expect(() => mergedReport(shards, registryOf(checks))).toThrow(
      expect.objectContaining({ name: "UsageError", message }),
    );
  });

  test("are refused whatever count a file states", async () => {
    const [one] = await allShards(checks, 1);
    if (one?.report.part === undefined) throw new Error("no part");
    const huge = { ...one, report: { ...one.report, part: { ...one.report.part, count: 2 ** 50 } } };
    expect(() => mergedReport([huge], registryOf(checks))).toThrow("shard 2 of 1125899906842624 and");
  });
});

test("the gravest reason for which a shard was cut short is that of the whole", async () => {
  const checks = suiteOf([], { asks: [], violates: [], observes: [], excuse: false, crashes: false });
  const shards = await allShards(checks, 3);
  const stops = [
    { reason: "unreachable", message: "crm: away" },
    { reason: "budget", message: "spent" },
    undefined,
  ] as const;
  const cut = shards.map(({ file, report }, index): NamedReport => {
    const stopped = stops[index];
    if (stopped === undefined || report.part === undefined) return { file, report };
    const { part } = report;
    return { file, report: { ...report, part: { ...part, tally: { ...part.tally, stops: [stopped] } } } };
  });
  const merged = mergedReport(cut, registryOf(checks));
  expect(merged).toMatchObject({ complete: false, stopped: { reason: "budget", message: "spent" } });
  expect(merged.report.run).toMatchObject({ complete: false, stopped: "spent" });
  expect(exitCodeOf(merged)).toBe(4);
});

describe("a known finding is reported as gone", () => {
  const ok: Habit = { asks: [1], violates: [], observes: [], excuse: false, crashes: false };
  const needy = activeCheck({ id: "needy", facts: ["F-9"], needs: ["crm.credentials.apiKey"] });
  const resolvedWith = async (checks: readonly Check[], named?: string): Promise<readonly string[]> => {
    const known = named === undefined ? [] : [["ffffffffffff", named] as const];
    const baseline = Object.assign(new Set(["ffffffffffff"]), { checks: new Map(known) });
    const { events, footer } = await runToEnd(checks, { baseline });
    expect(events.filter(({ type }: RunEvent) => type === "verdict").length).toBeGreaterThan(0);
    const shards = await allShards(checks, 2, { baseline });
    expect(mergedReport(shards, registryOf(checks)).report.resolved).toEqual(footer.report.resolved);
    return footer.report.resolved;
  };

  test("when its check judged, whatever others were kept from", async () => {
    expect(await resolvedWith([...suiteOf([ok], ok), needy], "check-0")).toEqual(["ffffffffffff"]);
  });

  test("not when the configuration kept its check from judging, nor when nobody knows whose it was", async () => {
    expect(await resolvedWith([...suiteOf([ok], ok), needy], "needy")).toEqual([]);
    expect(await resolvedWith([...suiteOf([ok], ok), needy])).toEqual([]);
    expect(await resolvedWith(suiteOf([ok], ok))).toEqual(["ffffffffffff"]);
  });
});
