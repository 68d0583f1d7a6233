import { describe, expect, test } from "vitest";
import { hasPostgres } from "../../../../monitoring/fleet/engines.ts";
import { serveOrganizations } from "../../../../monitoring/fleet/served-organizations.ts";
import { runCli } from "../../run-cli.ts";
import { openAlone, shortRuns } from "./fleet-alone.ts";
import { openFleet } from "./fleet-on-postgres.ts";

/** The clock of a machine at a moment. */
const clockAt = (moment: string) => {
  let now = Date.parse(moment);
  return {
    now: () => now,
    async sleep(ms: number) {
      now += ms;
    },
  };
};

const opened = async (more: readonly string[] = []) => {
  const served = await serveOrganizations(1, ["crm"], 4);
  const { cwd } = openAlone(served, { defaults: shortRuns, more });
  const sent = (): number => served.requestsOf(served.names[0] ?? "").length;
  return {
    sent,
    run: (line: string, timezone: string, moment = "2026-03-20T12:00:00Z") =>
      runCli(`fleet ${line}`, { cwd, env: { ...served.env, TZ: timezone }, clock: clockAt(moment) }),
  };
};

describe("the crontab of the guide, 17 minutes past one", () => {
  test.each([
    [
      "Europe/Amsterdam",
      "in spring",
      {
        "2026-03-28": "2026-03-28T00:17:00Z",
        "2026-03-29": "2026-03-29T00:17:00Z",
        "2026-03-30": "2026-03-29T23:17:00Z",
      },
    ],
    [
      "Europe/Amsterdam",
      "in autumn",
      {
        "2026-10-24": "2026-10-23T23:17:00Z",
        "2026-10-25": "2026-10-24T23:17:00Z",
        "2026-10-26": "2026-10-26T00:17:00Z",
      },
    ],
    [
      "America/New_York",
      "in spring",
      {
        "2026-03-07": "2026-03-07T06:17:00Z",
        "2026-03-08": "2026-03-08T06:17:00Z",
        "2026-03-09": "2026-03-09T05:17:00Z",
      },
    ],
    [
      "America/New_York",
      "in autumn",
      {
        "2026-10-31": "2026-10-31T05:17:00Z",
        "2026-11-01": "2026-11-01T05:17:00Z",
        "2026-11-02": "2026-11-02T06:17:00Z",
      },
    ],
    [
      "Australia/Lord_Howe",
      "in spring, by half an hour",
      {
        "2026-10-03": "2026-10-02T14:47:00Z",
        "2026-10-04": "2026-10-03T14:47:00Z",
        "2026-10-05": "2026-10-04T14:17:00Z",
      },
    ],
    [
      "Australia/Lord_Howe",
      "in autumn, by half an hour",
      {
        "2026-04-04": "2026-04-03T14:17:00Z",
        "2026-04-05": "2026-04-04T14:17:00Z",
        "2026-04-06": "2026-04-05T14:47:00Z",
      },
    ],
    ["Asia/Kolkata", "never", { "2026-03-29": "2026-03-28T19:47:00Z", "2026-03-30": "2026-03-29T19:47:00Z" }],
    [
      "Pacific/Apia",
      "by a whole day",
      { "2011-12-29": "2011-12-29T11:17:00Z", "2011-12-31": "2011-12-30T11:17:00Z" },
    ],
  ] as const)("runs every day in %s, whose clocks change %s", async (timezone, _, days) => {
    const { run, sent } = await opened();
    for (const [day, moment] of Object.entries(days)) {
      const before = sent();
      expect(await run("run --quiet", timezone, moment)).toEqual({ code: 0, out: "", err: "" });
      expect([day, sent() > before]).toEqual([day, true]);
      expect((await run(`status`, timezone, moment)).out).toContain(`${day}  1 done`);
    }
    expect(await run("check", timezone)).toMatchObject({ code: 0, err: "" });
  });

  test("says that nothing was sent where the fleet has the days of another time zone, and check says so before", async () => {
    const { run, sent } = await opened(["schedule: { timezone: UTC }"]);
    for (const moment of ["2026-03-28T00:17:00Z", "2026-03-29T00:17:00Z"])
      expect((await run("run --quiet", "Europe/Amsterdam", moment)).err).toBe("");
    const before = sent();
    const monday = await run("run --quiet", "Europe/Amsterdam", "2026-03-29T23:17:00Z");
    expect(monday.err).toBe(
      "tripact: no organization was checked: every run of 2026-03-29 has ended, or is paused; the next day begins at midnight, UTC\n",
    );
    expect(sent()).toBe(before);
    const checked = await run("check --json", "Europe/Amsterdam");
    const note =
      "the days of the fleet are those of UTC, and begin between 01:00 and 02:00 on the clocks of this machine " +
      "(Europe/Amsterdam): a crontab that starts the runs then leaves out a day when clocks change (set " +
      "schedule.timezone to Europe/Amsterdam, or choose another time)";
    expect([checked.code, checked.err]).toEqual([0, `tripact: ${note}\n`]);
    expect(JSON.parse(checked.out)).toMatchObject({ notes: [note] });
    expect((await run("check", "Asia/Kolkata")).err).toBe("");
  });
});

test.runIf(hasPostgres)("on PostgreSQL, too, whoever has nothing to plan or to run says so", async () => {
  const served = await serveOrganizations(1, ["crm"], 4);
  const { run } = openFleet(served, { defaults: shortRuns });
  const day = ["--date", "2025-01-01", "--quiet"];
  expect(await run("run", ...day)).toEqual({ code: 0, out: "", err: "" });
  expect(await run("run", ...day)).toEqual({
    code: 0,
    out: "",
    err: "tripact: no organization was checked: every run of 2025-01-01 has ended, or is paused; the next day begins at midnight, UTC\n",
  });
  expect(await run("plan", ...day)).toEqual({
    code: 0,
    out: "",
    err: "tripact: nothing was planned: every run of 2025-01-01 has ended, or is paused\n",
  });
});
