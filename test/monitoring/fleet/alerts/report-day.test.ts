import { describe, expect, test } from "vitest";
import { documentation } from "../../../../src/builtin/documents.ts";
import { receiversOf } from "../../../../src/monitoring/notify/receivers.ts";
import type { Database } from "../../../../src/core/store/database.ts";
import { reportDay } from "../../../../src/monitoring/fleet/alerts/report-day.ts";
import { createRunRepository } from "../../../../src/monitoring/history/create-repository.ts";
import { createMeans } from "../../notify/kit.ts";
import { type Answer, standIn } from "../../../stand-in.ts";
import { finding } from "../../../report/events.ts";
import { emptyDatabases, engines } from "../engines.ts";
import { createShapes } from "../../../../src/core/shapes/shapes.ts";
import { answered, json } from "../../drift/support.ts";
import { newsIn, settingsAt, shown } from "./news.ts";
import { beginRun, dayOf, endRun, orderOf, runOn, shapesOf } from "../fleet-runs.ts";

const names = Array.from({ length: 6 }, (_, at) => `org-${String(at + 1).padStart(2, "0")}`);

const fleet = { breadth: { share: 0.5, atLeast: 5 }, tolerate: 0.2 };

const usual = { name: "n", giftCount: 3 };
const asText = { ...usual, giftCount: "3" };
const withNickname = { ...usual, nickname: "x" };

const openFleet = async (database: Database, answer?: Answer) => {
  const repository = createRunRepository(database, documentation);
  const { received, origin } = await standIn(answer);
  const settings = settingsAt(origin);
  await repository.list(names.map((name) => ({ name, labels: {} })));
  // An answer that a busy machine is late with would be asked for twice.
  const { means } = createMeans();
  const receivers = await receiversOf(settings, means);
  return {
    repository,
    /** Runs of all organizations on a day, some with these fields, and some failed. */
    async runAll(
      day: number,
      fieldsOf: (name: string, at: number) => Readonly<Record<string, unknown>> | undefined,
    ) {
      for (const [at, name] of names.entries()) {
        const fields = fieldsOf(name, at);
        if (fields !== undefined) await runOn(repository, name, day, fields);
        else {
          const failure = { cause: "credential", reason: "the token was refused" } as const;
          await endRun(repository, await beginRun(repository, orderOf(name, day)), undefined, failure);
        }
      }
    },
    report: (day: number, isOver = false) =>
      reportDay({ day: dayOf(day), isOver }, { fleet, database, settings, receivers, means }),
    /** What came since the last call. */
    news() {
      return newsIn(received.splice(0));
    },
  };
};

describe.each(engines)("alerts of a fleet on $name", (engine) => {
  const open = emptyDatabases(engine);

  test("are one for each change, with its breadth; one more where it turns out to be a release; one where it is gone", async () => {
    const { repository, runAll, report, news } = await openFleet(await open());
    for (const day of [1, 2]) {
      await runAll(day, () => usual);
      await report(day);
      expect(news()).toEqual({ alerts: [], beats: 1 });
    }
    await runAll(3, (_, at) => (at < 2 ? asText : usual));
    await Promise.all([report(3), report(3)]);
    const [own, ...others] = news().alerts;
    expect(others).toEqual([]);
    expect(own === undefined ? "" : shown(own)).toBe(
      "breaking: donation: Donor.giftCount, so far integer, is string, in 2 of 6 organizations",
    );
    expect(own?.data.breadth).toEqual({ organizations: 2, sampledBy: 6, isRelease: false });
    expect(own?.data.text).toContain(
      "in 2 of 6 organizations since 2025-01-03, last seen 2025-01-03: org-01, org-02.",
    );
    expect(own?.data.text).toMatch(/To accept it: tripact fleet accept [0-9a-f]{12}$/);

    await runAll(4, () => asText);
    await report(4);
    await report(4, true);
    expect(news().alerts.map(shown)).toEqual([
      "breaking: donation: release: Donor.giftCount, so far integer, is string, in 6 of 6 organizations",
    ]);

    for (const day of [5, 6]) {
      await runAll(day, () => usual);
      await report(day);
    }
    const { alerts: gone } = news();
    expect(gone.map(shown)).toEqual([
      "gone: donation: Donor.giftCount, so far integer, is string: gone from all organizations",
    ]);
    expect(gone[0]?.data.text).toMatch(/\nSeen from 2025-01-03 to 2025-01-04\.$/);

    await runAll(7, () => withNickname);
    await report(7);
    const [release] = news().alerts;
    expect(release === undefined ? "" : shown(release)).toBe(
      "release: donation: release: nickname is a new field of Donor, in 6 of 6 organizations",
    );
    // What is accepted ends without a word.
    for (const fingerprint of await repository.acceptable())
      await repository.accept(fingerprint, { at: "2025-01-07T08:00:00.000Z" });
    await runAll(8, () => withNickname);
    await report(8);
    expect(news()).toEqual({ alerts: [], beats: 1 });
  });

  test.each([3, 4, 5])(
    "are one for a release, and one for what a single organization has changed of the same answers on day %i",
    async (own) => {
      const { repository, runAll, report, news } = await openFleet(await open());
      const alerts = [];
      for (const day of [1, 2, 3, 4, 5, 6]) {
        const released = day < 4 ? usual : withNickname;
        await runAll(day, (name) =>
          name === "org-03" && day >= own ? { ...released, giftCount: "3" } : released,
        );
        await report(day);
        alerts.push(...news().alerts.map((one) => [day, shown(one)]));
      }
      expect(alerts.toSorted()).toEqual(
        [
          [4, "release: donation: release: nickname is a new field of Donor, in 6 of 6 organizations"],
          [own, "breaking: donation: Donor.giftCount, so far integer, is string, in 1 of 6 organizations"],
        ].toSorted(),
      );
      const changes = (await repository.changes()).map(({ names, firstDay }) => [
        names.length,
        names[0],
        firstDay,
      ]);
      expect(changes.toSorted()).toEqual([
        [1, "org-03", dayOf(own)],
        [5, "org-01", dayOf(4)],
      ]);
    },
  );

  test("count a run that could not be made among all runs of the day", async () => {
    const { repository, runAll, report, news } = await openFleet(await open());
    await runAll(1, () => usual);
    for (const [at, name] of names.entries())
      if (at >= 2) await runOn(repository, name, 2, usual);
      else {
        const run = await beginRun(repository, orderOf(name, 2));
        const failure = { cause: "dead", reason: "a copied credential" } as const;
        await repository.end(run, { endedAt: run.startedAt, requests: 0, failure }, []);
      }
    await report(2);
    const [alert] = news().alerts;
    expect(alert?.data.text).toContain("the run is incomplete in 2 of 6 organizations: a copied credential.");
  });

  test("are sent of a day whose last run ends when later days have begun", async () => {
    const { repository, runAll, report, news } = await openFleet(await open());
    await runAll(1, () => usual);
    await beginRun(repository, orderOf("org-06", 2));
    await report(1);
    expect(news()).toEqual({ alerts: [], beats: 1 });
    for (const name of names.slice(0, 5)) await runOn(repository, name, 2, asText);
    await beginRun(repository, orderOf("org-01", 3));
    await report(2, true);
    expect(news().alerts.map(shown)).toEqual([
      "breaking: donation: release: Donor.giftCount, so far integer, is string, in 5 of 5 organizations",
    ]);
  });

  test("are none of a day before the last one that was reported", async () => {
    const { runAll, report, news } = await openFleet(await open());
    await runAll(1, (_, at) => (at < 2 ? undefined : usual));
    await runAll(2, () => usual);
    await report(2);
    expect(news()).toEqual({ alerts: [], beats: 1 });
    await report(1, true);
    expect(news()).toEqual({ alerts: [], beats: 0 });
  });

  test("name the cause and the number of all runs that failed", async () => {
    const { repository, report, news } = await openFleet(await open());
    const many = Array.from({ length: 120 }, (_, at) => `some-${String(at).padStart(3, "0")}`);
    await repository.list(many.map((name) => ({ name, labels: {} })));
    for (const name of many) {
      const run = await beginRun(repository, orderOf(name, 1));
      const failure = { cause: "budget", reason: "spent" } as const;
      await repository.end(run, { endedAt: run.startedAt, requests: 0, failure }, []);
    }
    await report(1);
    expect(news().alerts[0]?.data.text).toContain(
      "budget: some-000, some-001, some-002, some-003, some-004 and 115 more.",
    );
  });

  test("say once that more runs failed than is tolerated, and that it is over; no heartbeat comes for such a day", async () => {
    const { runAll, report, news } = await openFleet(await open());
    await runAll(1, () => usual);
    await report(1);
    expect(news()).toEqual({ alerts: [], beats: 1 });
    for (const day of [2, 3]) {
      await runAll(day, (_, at) => (at < 2 ? undefined : usual));
      await report(day);
    }
    const { alerts, beats } = news();
    expect(alerts.map(shown)).toEqual(["failed: fleet: 2 of 6 runs failed on 2025-01-02"]);
    expect(alerts[0]?.data.text).toContain("credential: org-01, org-02.\n");
    expect(beats).toBe(0);
    await runAll(4, () => usual);
    await report(4);
    expect(news().alerts.map(shown)).toEqual(["gone: fleet: enough runs succeed again on 2025-01-04"]);
  });

  test("are one for each cause of findings, however many organizations show it, one where it is gone, and no heartbeat comes", async () => {
    const { repository, runAll, report, news } = await openFleet(await open());
    const wrong = ["listGifts", "listDonors"].map((operation) =>
      finding({
        interface: "donation",
        fact: "DON-03",
        rule: "relation",
        message: "`total` is 4 of 5",
        operation,
        pointer: "/total",
      }),
    );
    for (const day of [1, 2]) {
      for (const [at, name] of names.entries()) {
        const run = await beginRun(repository, orderOf(name, day));
        await endRun(repository, run, shapesOf(usual), undefined, [], at < 3 - day ? wrong : []);
      }
      await report(day);
    }
    const { alerts, beats } = news();
    expect(alerts.map(shown)).toEqual(["breaking: donation: total is 4 of 5, in 2 of 6 organizations"]);
    expect(beats).toBe(0);
    await runAll(3, () => usual);
    await report(3);
    const after = news();
    expect(after.alerts.map(shown)).toEqual(["gone: donation: total is 4 of 5: gone from all organizations"]);
    expect(after.alerts[0]?.data.text).toMatch(/\nSeen from 2025-01-01 to 2025-01-02\.$/);
    expect(after.beats).toBe(1);
  });

  test("are one for a field that is renamed in all models, by whose fingerprint it is accepted, also where one organization is asked for", async () => {
    const { repository, report, news } = await openFleet(await open());
    const shapes = (field: string) => {
      const of = createShapes(documentation, { once: true });
      for (const operation of ["listDonors", "listGifts"] as const) {
        const items = Array.from({ length: 40 }, (_, id) => ({ id, [field]: "2024-01-01T00:00:00Z" }));
        of.add(answered(json({ items, total: 40 }), { operation, label: operation }));
      }
      return of;
    };
    for (const day of [1, 2, 3]) {
      for (const name of names) {
        const run = await beginRun(repository, orderOf(name, day));
        await endRun(repository, run, shapes(day < 3 ? "modifiedDate" : "changedAt"));
      }
      await report(day);
    }
    // One answer does not show that a new name is a field's.
    expect(news().alerts.map(shown)).toEqual([
      expect.stringMatching(
        /^breaking: donation: release: modifiedDate is now called \{name\} in Donor and Gift, in 6 of 6 organizations$/,
      ),
    ]);
    const [problem, ...others] = await repository.problems({ organization: "org-02" });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ organizations: 6, sampledBy: 6, problem: { kind: "change" } });
    expect(problem?.problem.groups).toHaveLength(2);
  });

  test("are one for a cause whose parts go one by one, and one where the last has gone", async () => {
    const { runAll, report, news } = await openFleet(await open());
    const [moment, other] = ["2024-01-01T00:00:00Z", "01/01/2024 00:00:00"];
    const dates = (modifiedDate: string, createdDate: string) => ({ name: "n", createdDate, modifiedDate });
    const days = [
      ...[1, 2].map(() => dates(moment, moment)),
      dates(other, other),
      ...[4, 5].map(() => dates(moment, other)),
      ...[6, 7].map(() => dates(moment, moment)),
    ];
    const alerts: (readonly string[])[] = [];
    for (const [at, fields] of days.entries()) {
      await runAll(at + 1, () => fields);
      await report(at + 1);
      alerts.push(news().alerts.map(shown));
    }
    expect(alerts.flat()).toEqual([
      expect.stringMatching(/^breaking: donation: release: .* so far utc-date-time, has the form text/),
      expect.stringMatching(
        /^gone: .* so far utc-date-time, has the form text: gone from all organizations$/,
      ),
    ]);
    expect(alerts[2]).toHaveLength(1);
    expect(alerts.slice(5).flat()).toHaveLength(1);
  });

  test("do not call a day good on which organizations are paused after runs that failed", async () => {
    const { repository, runAll, report, news } = await openFleet(await open());
    for (const day of [1, 2, 3, 4]) {
      const paused = (await repository.organizations()).filter((one) => one.paused !== undefined);
      expect(paused).toHaveLength(day === 4 ? 6 : 0);
      if (day < 4) await runAll(day, () => undefined);
      await report(day);
    }
    const { alerts, beats } = news();
    expect(alerts.map(shown)).toEqual(["failed: fleet: 6 of 6 runs failed on 2025-01-01"]);
    expect(beats).toBe(0);
    expect(await repository.status(dayOf(4))).toMatchObject({ done: 0, failed: 0, paused: 6, givenUp: 6 });
    for (const name of names) await repository.resume(name);
    await repository.pause("org-01", "asked to", `${dayOf(5)}T00:00:00.000Z`);
    for (const name of names.slice(1)) await runOn(repository, name, 5, usual);
    await report(5);
    expect(news().beats).toBe(1);
  });

  test("name those that were paused after failed runs, with how to resume them", async () => {
    const { repository, runAll, report, news } = await openFleet(await open());
    for (const day of [1, 2, 3]) await runAll(day, (_, at) => (at < 2 ? undefined : usual));
    for (const name of names.slice(2, 5)) await runOn(repository, name, 4, usual);
    await repository.pause("org-06", "asked to", `${dayOf(4)}T00:00:00.000Z`);
    await report(4);
    expect(news().alerts[0]?.data.text).toContain(
      "paused since runs failed: org-01, org-02. When repaired: tripact fleet resume NAME.",
    );
  });

  test("count what has not ended when the time is over, and only then", async () => {
    const { repository, report, news } = await openFleet(await open());
    for (const name of names.slice(0, 2)) await runOn(repository, name, 1, usual);
    expect(await repository.isThrough(dayOf(1))).toBe(false);
    await report(1);
    expect(news()).toEqual({ alerts: [], beats: 0 });
    await report(1, true);
    const { alerts } = news();
    expect(alerts.map(shown)).toEqual(["failed: fleet: 4 of 6 runs failed on 2025-01-01"]);
    expect(alerts[0]?.data.text).toContain("did not end in time: org-03, org-04, org-05, org-06.\n");
    for (const name of names.slice(2)) await runOn(repository, name, 1, usual);
    expect(await repository.isThrough(dayOf(1))).toBe(true);
  });

  test("and heartbeats are none for a day on which nothing was due", async () => {
    const { repository, report, news } = await openFleet(await open());
    for (const name of names) await repository.pause(name, "moving", `${dayOf(1)}T00:00:00.000Z`);
    await report(1, true);
    expect(news()).toEqual({ alerts: [], beats: 0 });
  });

  test("wait in the database for a receiver that does not take them, and come once", async () => {
    let isDown = true;
    const { runAll, report, news } = await openFleet(await open(), (response) =>
      response.writeHead(isDown ? 400 : 200).end(),
    );
    await runAll(1, () => usual);
    await runAll(2, (_, at) => (at === 0 ? asText : usual));
    expect((await report(2)).problems).toContain(
      "notify.webhook.0: it was answered with 400; 1 message left to the next run",
    );
    news();
    isDown = false;
    await runAll(3, (_, at) => (at === 0 ? asText : usual));
    expect((await report(3)).problems).toEqual([]);
    await report(3);
    expect(news().alerts.map(shown)).toEqual([
      "breaking: donation: Donor.giftCount, so far integer, is string, in 1 of 6 organizations",
    ]);
  });
});
