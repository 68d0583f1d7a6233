import { expect, test } from "vitest";
import type { Problem } from "../../../src/harness/model/problem.ts";
import { everywhere, items, type Json, renamed, rewrite } from "./alterations.ts";
import { type Alter, simulateMonth } from "./month.ts";

const checks = [
  "combinations-hold",
  "contact-is-read-by-id",
  "donation-error-envelope",
  "donor-details-are-embedded",
  "list-parameters-are-taken",
  "page-agrees-with-its-total",
  "page-envelope",
  "page-total-is-stable",
  "queries-answer-pages",
  "reference-lists-answer",
  "troublesome-contact-ids-find-nothing",
  "users-are-listed",
];

const donation = /\/donation\/api\//;

const inAnswers = (change: (object: Json) => Json): Alter =>
  rewrite(donation, 200, (body) => everywhere(change)(body));

const dateRenamed = inAnswers(renamed("modifiedDate", "changedAt"));

const moment = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

const otherNotation = inAnswers((object) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replace(moment, "$3/$2/$1 $4") : value,
    ]),
  ),
);

const totalAsText = rewrite(donation, 200, (body) =>
  typeof body["total"] === "number" ? { ...body, total: String(body["total"]) } : body,
);

const oneTooMany = rewrite(donation, 200, (body) =>
  typeof body["total"] === "number" ? { ...body, total: body["total"] + 1 } : body,
);

const badRequest: Alter = async (response, request) =>
  /\/crm\/api\/Contact\/[^/]+$/.test(new URL(request.url).pathname) && response.status === 404
    ? new Response(await response.text(), { status: 400, headers: response.headers })
    : response;

/** What a change of the third run shows as new: a month of two quiet runs and it. */
const shownBy = async (alter: Alter): Promise<readonly Problem[]> => {
  const { reports } = await simulateMonth({
    runs: 4,
    scale: () => 40,
    seed: (run) => 20_000 + 7 * run,
    checks,
    alter: (run) => (run >= 4 ? [alter] : []),
  });
  expect(
    reports
      .slice(1, 3)
      .flatMap(({ problems }) => problems.filter(({ state }) => state === "new").map((p) => p.what)),
  ).toEqual([]);
  return reports.at(-1)?.problems.filter(({ severity }) => severity !== "info") ?? [];
};

test.each<[string, Alter, RegExp]>([
  ["a field renamed in all models", dateRenamed, /^`modifiedDate` is now called `changedAt` in /],
  ["another notation of dates", otherNotation, /utc-date-time, has the form/],
  ["a total as text", totalAsText, /total`, so far integer, is string$/],
  ["a wrong total", oneTooMany, /^a page from 40 is empty though total is 41$/],
])("%s is one problem, whose first line says what it is", async (_, alter, what) => {
  const problems = await shownBy(alter);
  expect(problems.map((one) => one.what)).toEqual([expect.stringMatching(what)]);
});

test("404 that has become 400 is one problem, which is reproduced by an id that nothing has", async () => {
  const problems = await shownBy(badRequest);
  expect(problems.map((one) => one.what)).toEqual([
    "`getContact`, so far answered with 404, is answered with 400",
  ]);
  expect(problems[0]?.reproduce.join(" ")).toContain("/crm/api/Contact/$NO_SUCH_");
});

test("what was found and what could not be judged are new, open and gone, as changes are", async () => {
  const { reports } = await simulateMonth({
    runs: 9,
    scale: () => 40,
    seed: (run) => 20_000 + 7 * run,
    checks,
    alter: (run) => (run === 2 || run === 3 ? [oneTooMany] : []),
    isDown: (run) => run === 7 || run === 8,
  });
  const states = reports.map(({ problems }) => [
    ...new Set(problems.filter(({ kind }) => kind !== "change").map(({ kind, state }) => `${kind} ${state}`)),
  ]);
  expect(states).toEqual([
    [],
    ["violation new"],
    ["violation open"],
    // Its check has asked a part of what it picks from.
    [],
    [],
    ["violation gone"],
    ["unjudged new"],
    ["unjudged open"],
    ["unjudged gone"],
  ]);
});

test("a release that is rolled back before anybody accepts it is gone, and nothing comes anew where it was seen first", async () => {
  const amountIsValue = rewrite(/\/api\/Gift\/(?:list|query)$/i, 200, items(renamed("amount", "value")));
  const { reports } = await simulateMonth({
    runs: 8,
    scale: () => 30,
    records: 3,
    seed: (run) => 3000 + run,
    budget: 60,
    checks: [
      "donor-details-are-embedded",
      "list-parameters-are-taken",
      "page-envelope",
      "queries-answer-pages",
    ],
    alter: (run) => (run === 4 || run === 5 ? [amountIsValue] : []),
  });
  const shown = reports.map(({ problems }) =>
    problems.filter(({ kind }) => kind === "change").map(({ state, what }) => `${state} ${what}`),
  );
  const what = "`Gift.amount` is now called `value`";
  expect(shown).toEqual([[], [], [], [`new ${what}`], [`open ${what}`], [`gone ${what}`], [], []]);
});
