import { expect, test } from "vitest";
import { type Issue, type IssueTracker, syncIssues } from "../../../src/harness/drift/issues.ts";
import type { Alert } from "../../../src/harness/model/notify.ts";
import { subjectsOf } from "../../../src/harness/notify/subjects.ts";
import { issueText } from "../../../src/harness/reporters/problem-markdown.ts";
import { transactionIn } from "../../../src/harness/store/sqlite-database.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { isNightly } from "../../nightly.ts";
import { simulateMonth } from "./month.ts";
import { always, changes, checks, firstRunOf, inForce, monthOfRuns } from "./twelve-changes.ts";
import { outboxIn } from "../notify/outbox-in.ts";

/** An issue tracker in memory; titles of issues are noted when they are opened or opened again. */
const trackerOf = (issues: Issue[], opened: string[]): IssueTracker => ({
  list: async () => issues,
  async open(title, body) {
    opened.push(title);
    issues.push({ number: issues.length + 1, title, body, isOpen: true });
  },
  async change(number, change) {
    const issue = issues[number - 1];
    if (issue === undefined) throw new Error(`there is no issue ${number}`);
    if (change.isOpen === true && !issue.isOpen) opened.push(issue.title);
    issues[number - 1] = { ...issue, ...change };
  },
});

/** A month of runs: the reports, and the alerts and the titles of issues that each was the first to give cause for. */
const monthOf = async (isQuiet: boolean) => {
  const alerts: (readonly Alert[])[] = [];
  const issues: Issue[] = [];
  const opened: (readonly string[])[] = [];
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
      const titles: string[] = [];
      await syncIssues(report, trackerOf(issues, titles), (problem, targets, elsewhere) =>
        issueText(problem, targets, elsewhere, { typesPackage: "the-types" }),
      );
      opened.push(titles);
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
      expect([at + 1, opened[at]?.length]).toEqual([at + 1, begun.length]);
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
  "a quiet month with growing data: no problem, no issue, no alert",
  { timeout },
  async () => {
    const { reports, alerts, opened } = await monthOf(true);
    expect(reports.flatMap(({ problems }) => problems.map(({ what }) => what))).toEqual([]);
    expect([alerts.flat(), opened.flat()]).toEqual([[], []]);
  },
);
