import { describe, expect, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import { suite } from "../../../src/inputs/suite.ts";
import { receiversOf } from "../../../src/monitoring/notify/receivers.ts";
import { reportDay } from "../../../src/monitoring/fleet/alerts/report-day.ts";
import { createRunRepository } from "../../../src/monitoring/history/create-repository.ts";
import {
  always,
  changes,
  checks as chosen,
  firstRunOf,
  inForce,
  monthOfRuns,
} from "../drift/twelve-changes.ts";
import { createMeans } from "../notify/kit.ts";
import { standIn } from "../../stand-in.ts";
import { isNightly } from "../../nightly.ts";
import { newsIn, settingsAt, shown } from "./alerts/news.ts";
import { engines } from "./engines.ts";
import { dayOf } from "./fleet-runs.ts";
import { simulateFleet } from "./simulated-fleet.ts";

const organizations = 50;

const fleet = { breadth: { share: 0.5, atLeast: 10 }, tolerate: 0.2 };

interface Day {
  /** What is open and began on this day, and in how many organizations. */
  readonly begun: readonly (readonly [what: string, organizations: number])[];
  /** Kind and title of each alert. */
  readonly alerts: readonly string[];
  readonly beats: number;
}

/** A month of a fleet, with what each day showed first and whom it alerted of what. */
const monthOf = async (engine: (typeof engines)[number], isQuiet: boolean): Promise<readonly Day[]> => {
  const database = await engine.open();
  const repository = createRunRepository(database, documentation);
  const { received, origin } = await standIn();
  const settings = settingsAt(origin);
  const { means } = createMeans();
  const receivers = await receiversOf(settings, means);
  const days: Day[] = [];
  await simulateFleet(database, {
    organizations,
    days: monthOfRuns,
    scales: [40, 60, 90, 130],
    growth: 3,
    budget: 120,
    checks: suite.checks.filter(({ id }) => chosen.some((one) => one === id)),
    changes: [
      { from: 1, alter: always },
      ...(isQuiet ? [] : changes).map((change) => ({
        from: firstRunOf(change),
        until: firstRunOf(change) + 2,
        alter: change.alter,
      })),
    ],
    async afterDay(at) {
      const day = dayOf(at);
      await reportDay({ day, isOver: true }, { fleet, database, settings, receivers, means });
      const { alerts, beats } = newsIn(received.splice(0));
      days.push({
        begun: (await repository.problems())
          .filter(({ firstDay }) => firstDay === day)
          .map(({ problem, organizations: many }) => [problem.what, many] as const),
        alerts: alerts.map(shown),
        beats,
      });
    },
  });
  return days;
};

const goneTitle = /^gone: [\w, ]+: (.*): gone from all organizations$/;

const withoutTicks = ({ source }: RegExp): RegExp => new RegExp(source.replaceAll("`", ""));

const timeout = 3_600_000;

describe.runIf(isNightly).each(engines.filter(({ name }) => name !== "PGlite"))(
  `a month of ${organizations} organizations on $name`,
  (engine) => {
    test(
      "twelve changes: one problem and one alert each, on the first day that can show it",
      { timeout },
      async () => {
        const days = await monthOf(engine, false);
        for (const [at, { begun, alerts, beats }] of days.entries()) {
          const expected = changes.filter((change) => firstRunOf(change) === at + 1);
          const fresh = alerts.filter((title) => !title.startsWith("gone: "));
          expect([at + 1, begun.length, fresh.length]).toEqual([at + 1, expected.length, expected.length]);
          // What is gone is said in the words in which it came.
          const ended = changes.filter((change) => firstRunOf(change) + 2 <= at + 1);
          for (const title of alerts.flatMap((one) => goneTitle.exec(one)?.[1] ?? []))
            expect([title, ended.some(({ what }) => withoutTicks(what).test(title))]).toEqual([title, true]);
          if (inForce(at + 1).some(({ isBlind }) => isBlind)) expect([at + 1, beats]).toEqual([at + 1, 0]);
          for (const { what } of expected)
            expect(begun.filter(([one]) => what.test(one)).map(([, many]) => many)).toEqual([organizations]);
        }
      },
    );

    test("no change: no problem, no alert, and a heartbeat each day", { timeout }, async () => {
      const days = await monthOf(engine, true);
      expect(days).toEqual(days.map(() => ({ begun: [], alerts: [], beats: 1 })));
    });
  },
);
