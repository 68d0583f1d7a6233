import { expect, test } from "vitest";
import type { Drift, DriftReport } from "../../../src/core/model/drift.ts";
import { isNightly } from "../../nightly.ts";
import { createWitness, isObject, type Json, ofItems, rewrite, withHeader, without } from "./alterations.ts";
import { type Alter, simulateMonth } from "./month.ts";

const donors = /\/api\/Donor\/list$/i;

const rare = ({ id }: Json): boolean => typeof id === "number" && id % 25 === 7;

/** A run of a month of thirty; a usual test leaves every second one out once the first are known. */
const runAt = (run: number): number => (isNightly ? run : 4 + Math.ceil((run - 4) / 2));

const runs = runAt(30);

interface Change {
  readonly from: number;
  readonly until?: number;
  readonly entry: string;
  readonly alter: Alter;
}

/** What is to be changed from which run on, and how it is to be reported. */
const schedule: readonly Change[] = [
  {
    from: runAt(4),
    entry: "field-added listDonors 200 /items/*/nickname",
    alter: ofItems(donors, (item) => ({ ...item, nickname: "x" })),
  },
  {
    from: runAt(6),
    entry: "header-appeared *",
    alter: withHeader(/^\/crm\/api\/Contact\//, "x-request-cost", "1"),
  },
  {
    from: runAt(8),
    entry: "field-removed listDonors 200 /items/*/isTestMode",
    alter: ofItems(donors, without("isTestMode")),
  },
  {
    from: runAt(11),
    entry: "null-appeared listDonors 200 /items/*/createdDate",
    alter: ofItems(donors, (item) => (rare(item) ? { ...item, createdDate: null } : item)),
  },
  {
    from: runAt(13),
    entry: "type-changed getContact 404 /error/message",
    alter: rewrite(/^\/crm\/api\/Contact\/\d+$/, 404, (body) => ({
      ...body,
      error: { ...(isObject(body["error"]) ? body["error"] : {}), message: ["not", "found"] },
    })),
  },
  {
    from: runAt(15),
    until: runAt(24),
    entry: "format-changed listDonors 200 /items/*/modifiedDate",
    alter: ofItems(donors, (item) => ({
      ...item,
      modifiedDate: String(item["modifiedDate"]).replace(/Z$/, ""),
    })),
  },
  {
    from: runAt(17),
    entry: "error-form-changed listDonors 401",
    alter: (response, request) =>
      donors.test(new URL(request.url).pathname) && response.status === 401
        ? new Response("Not allowed.", { status: 401, headers: { "content-type": "text/plain" } })
        : response,
  },
  { from: runAt(19), entry: "rate-changed *", alter: withHeader(/^\/crm\//, "x-ratelimit-limit", "700") },
  {
    from: runAt(23),
    entry: "presence-dropped listDonors 200 /items/*/name",
    alter: ofItems(donors, (item) => (Number(item["id"]) % 3 === 0 ? without("name")(item) : item)),
  },
  {
    from: runAt(26),
    entry: "status-changed getUser",
    alter: (response, request) =>
      /\/v1\/users\/\d+$/.test(new URL(request.url).pathname) && response.status === 200
        ? new Response(null, { status: 204 })
        : response,
  },
];

/** Two outages: no answer at all, and nothing but 503. */
const isDown = (run: number): boolean => run === runAt(9);
const isOut = (run: number): boolean => run === runAt(21);
const outage: Alter = () => new Response("", { status: 503, headers: { "retry-after": "3600" } });

/** A handful of checks that read what is changed; all that read in the nightly proof. */
const few = [
  "donor-details-are-embedded",
  "donation-credential-is-required-to-read",
  "contact-is-read-by-id",
  "list-parameters-are-taken",
  "user-is-read-by-id",
];

const name = ({ kind, operation, status, pointer }: Drift): string =>
  [kind, operation, status ?? "", pointer].filter((part) => part !== "").join(" ");

const of = ({ results }: DriftReport, state: Drift["state"]): readonly string[] =>
  results.flatMap(({ drift }) => drift.filter((one) => one.state === state).map(name)).toSorted();

const inForce = (run: number) => schedule.filter(({ from, until = Infinity }) => run >= from && run < until);

test("a month of runs: every change on its first run, none twice, no false alarm", async () => {
  const witness = createWitness();
  const { reports, histories } = await simulateMonth({
    runs,
    // More donors with the weeks, and other samples of them every run.
    scale: (run) => (isNightly ? 250 : 35) + 10 * Math.floor((run * 30) / runs / 8),
    seed: (run) => 20_000 + 7 * run,
    alter: (run) =>
      isOut(run) ? [outage] : inForce(run).map((change) => witness.watch(change.entry, change.alter, run)),
    isDown,
    ...(isNightly ? {} : { checks: few }),
  });

  const reported = reports.map((report, at) => ({ run: at + 1, entries: of(report, "new") }));
  const expected = reported.map(({ run }) => ({
    run,
    entries: schedule
      .filter((change) => witness.firstRun(change.entry) === run)
      .map(({ entry }) => entry)
      .toSorted(),
  }));
  expect(reported).toEqual(expected);
  expect(schedule.filter(({ entry }) => witness.firstRun(entry) === undefined)).toEqual([]);

  for (const run of [runAt(9), runAt(21)]) {
    const report = reports[run - 1];
    expect(report?.exitCode).toBe(3);
    expect(report?.results.map((one) => one.night.status)).toEqual(["failed", "failed", "failed"]);
    expect(report?.results.flatMap(({ drift }) => drift)).toEqual([]);
  }
  expect(
    reports.flatMap((report, at) => (of(report, "gone").length > 0 ? [[at + 1, of(report, "gone")]] : [])),
  ).toEqual([[runAt(24), ["format-changed listDonors 200 /items/*/modifiedDate"]]]);
  expect(reports[2]?.exitCode).toBe(0);
  expect(reports[runAt(8) - 1]?.exitCode).toBe(1);
  expect(
    reports
      .at(-1)
      ?.results.flatMap(({ drift }) => drift)
      .every(({ state }) => state !== "new"),
  ).toBe(true);
  const donationHistory = histories.find(({ target }) => target.interface === "donation");
  expect(
    donationHistory?.nights.filter(({ status }) => status === "failed").map(({ night }) => night),
  ).toEqual([runAt(9), runAt(21)]);
  // The sandbox's people have addresses at example.org and example.net; no text of a run holds any.
  expect(JSON.stringify({ reports, histories })).not.toMatch(/example\.(?:org|net)/);
  const listed = donationHistory?.operations.find(({ operation }) => operation === "listDonors")?.nights;
  expect(listed?.length).toBeGreaterThan(runAt(20));
  expect(listed?.some(({ night }) => night === runAt(9) || night === runAt(21))).toBe(false);
});
