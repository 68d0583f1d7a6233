import fc from "fast-check";
import { PgBoss } from "pg-boss";
import { describe, expect, test } from "vitest";
import { dayIn, momentIn, scheduledDay, startOf } from "../../../../src/monitoring/fleet/file/day.ts";
import { dayBegins, isTimezone, machineTimezone } from "../../../../src/monitoring/fleet/file/timezone.ts";
import { planTimes } from "../../../../src/monitoring/fleet/jobs/job-queue.ts";
import { dayToPlan } from "../../../../src/monitoring/fleet/verbs/worker.ts";
import { postgresUrl } from "../engines.ts";

const zones = [
  "UTC",
  "Europe/Amsterdam",
  "America/New_York",
  "America/Santiago",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  // Half an hour.
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Auckland",
  "Pacific/Chatham",
] as const;

const zone = fc.constantFrom(...zones);
const minutes = fc.integer({ min: 0, max: 1439 });
const hourMs = 3_600_000;
const start = Date.parse("2026-01-01T12:00:00Z");

/** Every day of a year and a week, from its names alone. */
const days = Array.from({ length: 372 }, (_, at) =>
  new Date(start + at * 24 * hourMs).toISOString().slice(0, 10),
);

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }),
  ]),
);

const shown = (timezone: (typeof zones)[number], ms: number): string =>
  formats.get(timezone)?.format(ms) ?? "";

const written = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16);

describe("a time of a day", () => {
  test.each([
    // The clocks go from 02:00 to 03:00.
    ["Europe/Amsterdam", "2026-03-29", "01:59", "2026-03-29T00:59:00.000Z"],
    ["Europe/Amsterdam", "2026-03-29", "02:30", "2026-03-29T01:30:00.000Z"],
    ["Europe/Amsterdam", "2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"],
    // From 03:00 to 02:00: the first of both.
    ["Europe/Amsterdam", "2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"],
    ["Europe/Amsterdam", "2026-10-25", "03:00", "2026-10-25T02:00:00.000Z"],
    ["America/New_York", "2026-11-01", "01:17", "2026-11-01T05:17:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04", "02:10", "2026-10-03T15:40:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00.000Z"],
    ["Asia/Kolkata", "2026-06-01", "00:00", "2026-05-31T18:30:00.000Z"],
    // Midnight is skipped.
    ["America/Santiago", "2026-09-06", "00:00", "2026-09-06T04:00:00.000Z"],
    ["Pacific/Apia", "2011-12-31", "01:00", "2011-12-30T11:00:00.000Z"],
  ])("is a moment in %s: %s %s", (timezone, day, time, moment) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    expect(new Date(momentIn(timezone, day, hour * 60 + minute)).toISOString()).toBe(moment);
  });

  test("is shown by the clocks at its moment, or skipped by them, and is of that day", () => {
    fc.assert(
      fc.property(zone, fc.constantFrom(...days), minutes, (timezone, day, at) => {
        const moment = momentIn(timezone, day, at);
        expect(dayIn(timezone, moment)).toBe(day);
        const isSkipped = shown(timezone, moment) !== `${day} ${written(at)}`;
        if (isSkipped) expect(shown(timezone, moment) > `${day} ${written(at)}`).toBe(true);
        // Nothing earlier shows it.
        else expect(shown(timezone, moment - hourMs)).not.toBe(`${day} ${written(at)}`);
      }),
      { numRuns: 300 },
    );
  });
});

/** The days that a crontab entry at a time on these clocks has, in the order of its runs. */
const cronDays = (timezone: string, clocks: string, at: number): readonly string[] =>
  days.map((day) => dayIn(timezone, momentIn(clocks, day, at)));

const isEveryDayOnce = (had: readonly string[]): boolean => {
  const first = days.indexOf(had[0] ?? "");
  // The first may be of the day before.
  const expected = first < 0 ? days.slice(0, had.length - 1) : days.slice(first, first + had.length);
  return (first < 0 ? had.slice(1) : had.slice(0, expected.length)).every(
    (day, index) => day === expected[index],
  );
};

describe("a crontab", () => {
  test("has every day once in the time zone of its machine, at whatever time", () => {
    fc.assert(
      fc.property(zone, minutes, (timezone, at) => {
        expect(cronDays(timezone, timezone, at)).toEqual(days);
      }),
      { numRuns: 60 },
    );
  });

  test("has every day once in any time zone, unless days begin around its time", () => {
    fc.assert(
      fc.property(zone, zone, minutes, (timezone, clocks, at) => {
        const begins = dayBegins(timezone, clocks, start);
        const time = written(at);
        const isWithin =
          begins !== undefined &&
          (begins.first < begins.last
            ? begins.first <= time && time < begins.last
            : begins.first <= time || time < begins.last);
        fc.pre(!isWithin);
        expect([timezone, clocks, time, isEveryDayOnce(cronDays(timezone, clocks, at))]).toEqual([
          timezone,
          clocks,
          time,
          true,
        ]);
      }),
      { numRuns: 120 },
    );
  });

  test.each([
    ["UTC", "Europe/Amsterdam", { first: "01:00", last: "02:00" }, 77],
    ["UTC", "America/New_York", { first: "19:00", last: "20:00" }, 19 * 60 + 30],
    ["Europe/London", "UTC", { first: "23:00", last: "00:00" }, 23 * 60 + 30],
    ["UTC", "Australia/Lord_Howe", { first: "10:30", last: "11:00" }, 10 * 60 + 45],
  ] as const)(
    "leaves out a day where the days of %s begin on clocks in %s",
    (timezone, clocks, begins, at) => {
      expect(dayBegins(timezone, clocks, start)).toEqual(begins);
      expect(isEveryDayOnce(cronDays(timezone, clocks, at))).toBe(false);
    },
  );

  test.each([
    ["UTC", "UTC"],
    ["Europe/Amsterdam", "Europe/Amsterdam"],
    ["UTC", "Asia/Kolkata"],
    ["Europe/Paris", "Europe/Amsterdam"],
  ])("finds the days of %s at one time on clocks in %s", (timezone, clocks) => {
    expect(dayBegins(timezone, clocks, start)).toBeUndefined();
  });
});

describe("a schedule", () => {
  const scheduleOf = (timezone: string, at: number) => ({
    timezone,
    hour: Math.floor(at / 60),
    minute: at % 60,
    windowMs: hourMs,
  });

  /** A thousand moments, in pages: a preview gives up after a second, which a busy machine needs for all at once. */
  const previewOf = (boss: PgBoss, times: string): readonly Date[] => {
    const moments: Date[] = [];
    for (let from = new Date(start); moments.length < 1000;) {
      const page = boss.previewSchedule(times, { tz: "UTC", from, count: 100 });
      moments.push(...page);
      from = new Date((page.at(-1) ?? from).getTime() + 1);
    }
    return moments;
  };

  test("plans every day at its time, also where the clocks skip that", async () => {
    // It is never started: previews ask no server.
    const boss = new PgBoss(postgresUrl);
    await fc.assert(
      fc.asyncProperty(zone, minutes, async (timezone, at) => {
        const schedule = scheduleOf(timezone, at);
        const planned = new Map<string, number>();
        for (const moment of previewOf(boss, planTimes(schedule, start))) {
          const day = dayToPlan({ schedule }, moment.getTime());
          if (day !== undefined && !planned.has(day)) planned.set(day, moment.getTime());
        }
        // A thousand moments are four a day at most.
        for (const day of days.slice(2, 240))
          expect([timezone, written(at), day, planned.get(day)]).toEqual([
            timezone,
            written(at),
            day,
            startOf(schedule, day),
          ]);
      }),
      {
        numRuns: 25,
        examples: [
          ["Australia/Lord_Howe", 130],
          ["Europe/Amsterdam", 150],
          ["America/Santiago", 15],
          ["Asia/Beirut", 1430],
        ],
      },
    );
  });

  test("means the day at whose time it began, however late a worker asks", () => {
    const late = scheduleOf("Europe/Amsterdam", 23 * 60 + 50);
    for (const [moment, day] of [
      ["2026-01-05T22:49:59Z", "2026-01-04"],
      ["2026-01-05T22:50:00Z", "2026-01-05"],
      ["2026-01-05T23:10:00Z", "2026-01-05"],
      ["2026-01-06T12:00:00Z", "2026-01-05"],
    ] as const)
      expect([moment, scheduledDay(late, Date.parse(moment))]).toEqual([moment, day]);
    // A window of an hour: a worker that starts later plans nothing.
    for (const [moment, day] of [
      ["2026-01-05T22:49:58Z", "2026-01-05"],
      ["2026-01-05T23:49:59Z", "2026-01-05"],
      ["2026-01-05T23:50:00Z", undefined],
    ] as const)
      expect([moment, dayToPlan({ schedule: late }, Date.parse(moment))]).toEqual([moment, day]);
  });
});

test("the time zone of a machine is that of its environment, or of its clocks", () => {
  expect(machineTimezone({ TZ: "Asia/Kolkata" })).toBe("Asia/Kolkata");
  expect(machineTimezone({ TZ: ":Europe/Amsterdam" })).toBe("Europe/Amsterdam");
  for (const env of [{}, { TZ: "" }, { TZ: "/etc/localtime" }])
    expect(isTimezone(machineTimezone(env))).toBe(true);
});
