import { expect, test } from "vitest";
import type { Alert } from "../../../src/core/model/notify.ts";
import { subjectsOf } from "../../../src/monitoring/notify/subjects.ts";
import { transactionIn } from "../../../src/core/store/sqlite-database.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { isNightly } from "../../nightly.ts";
import { simulateMonth } from "./month.ts";
import { createTracker } from "./memory-tracker.ts";
import { always, changes, checks, firstRunOf, inForce, monthOfRuns } from "./twelve-changes.ts";
import { outboxIn } from "../notify/outbox-in.ts";

/** A month of runs: the reports, the alerts of each, and how many issues it opened or reopened. */
const monthOf = async (isQuiet: boolean) => {
  const alerts: (readonly Alert[])[] = [];
  const { sync } = createTracker();
  const opened: number[] = [];
  const now = (): number => 0;
  const store = openStore(":memory:");
  const outbox = await outboxIn(store, now);
  const { reports } = await simulateMonth({
    store,
    runs: monthOfRuns,
    checks,
    scale: (run) => 120 + 2 * run,
    seed: (run) => 20_000 + 7 * run,
    alter: (run) => [always, ...(isQuiet ? [] : inForce(run).map(({ alter }) => alter))],
    async keepWith(report) {
      const plans = await outbox.add(transactionIn(store, now), subjectsOf(report), []);
      alerts.push(plans.flatMap((plan) => plan.alerts));
      const issues = await sync(report);
      opened.push(issues.opened + issues.reopened);
    },
  });
  return { reports, alerts, opened };
};

const timeout = 900_000;

test.runIf(isNightly)(
  "a month of runs with twelve changes: each is one problem, one issue and one alert, in the first run that can show it",
  { timeout },
  async () => {
    const { reports, alerts, opened } = await monthOf(false);
    for (const [at, { problems }] of reports.entries()) {
      const begun = changes.filter((change) => firstRunOf(change) === at + 1);
      const fresh = problems.filter(({ state, isBack }) => state === "new" || isBack === true);
      const named = (texts: readonly string[]): readonly (readonly string[])[] =>
        begun.map(({ what }) => texts.filter((text) => what.test(text)));
      expect([at + 1, fresh.map(({ what }) => what)]).toEqual([
        at + 1,
        fresh.length === begun.length ? expect.anything() : begun.map(({ name }) => name),
      ]);
      expect(named(fresh.map(({ what }) => what)).map(({ length }) => length)).toEqual(begun.map(() => 1));
      expect([at + 1, opened[at]]).toEqual([at + 1, begun.length]);
      // Nobody is woken by what breaks nothing.
      const breaking = fresh.filter(({ severity }) => severity !== "info");
      const sent = alerts[at]?.filter(({ kind }) => kind !== "gone") ?? [];
      expect([at + 1, sent.map(({ title }) => title)]).toEqual([
        at + 1,
        sent.length === breaking.length ? expect.anything() : breaking.map(({ what }) => what),
      ]);
    }
    const gone = reports.flatMap(({ problems }) => problems.filter(({ state }) => state === "gone"));
    expect(gone.length).toBe(changes.length);
    expect(reports.at(-1)?.problems.filter(({ state }) => state === "open")).toEqual([]);
  },
);

test.runIf(isNightly)(
  "a quiet month with growing data: no problem, no issue, no alert, and no operation left out twice in a row",
  { timeout },
  async () => {
    const { reports, alerts, opened } = await monthOf(true);
    expect(reports.flatMap(({ problems }) => problems.map(({ what }) => what))).toEqual([]);
    expect([alerts.flat(), new Set(opened)]).toEqual([[], new Set([0])]);
    const left = reports.map(({ results }) => results.flatMap(({ notSampled }) => notSampled));
    const leftTwice = left.flatMap((some, at) => some.filter((one) => left[at - 1]?.includes(one)));
    expect(leftTwice).toEqual([]);
  },
);
