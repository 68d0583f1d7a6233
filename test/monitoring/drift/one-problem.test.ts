import { expect, test } from "vitest";
import type { Problem } from "../../../src/core/model/problem.ts";
import { someOf } from "../../nightly.ts";
import { ofItems, renamed } from "./alterations.ts";
import { type Alter, simulateMonth } from "./month.ts";
import { changes, checks } from "./twelve-changes.ts";

const alterOf = (name: string): Alter => {
  const change = changes.find((one) => one.name === name);
  if (change === undefined) throw new Error(`there is no change ${name}`);
  return change.alter;
};

/** What a change of the third run shows as new, after two quiet ones. */
const shownBy = async (alter: Alter): Promise<readonly Problem[]> => {
  const { reports } = await simulateMonth({
    runs: 3,
    scale: () => 20,
    seed: (run) => 20_000 + 7 * run,
    checks,
    alter: (run) => (run >= 3 ? [alter] : []),
  });
  expect(
    reports
      .slice(1, 2)
      .flatMap(({ problems }) => problems.filter(({ state }) => state === "new").map((p) => p.what)),
  ).toEqual([]);
  return reports.at(-1)?.problems.filter(({ severity }) => severity !== "info") ?? [];
};

test.each(
  // A usual run has the others in its month of twelve changes.
  someOf(
    [
      ["a field renamed in all models", /^`modifiedDate` is now called `changedAt` in /],
      ["another notation of dates", /utc-date-time, has the form/],
      ["a total as text", /total`, so far integer, is string$/],
      ["a wrong total", /^a page from 16 is empty though total is 17$/],
    ] as const,
    4,
  ),
)("%s is one problem, whose first line says what it is", async (name, what) => {
  const problems = await shownBy(alterOf(name));
  expect(problems.map((one) => one.what)).toEqual([expect.stringMatching(what)]);
});

test("404 that has become 400 is one problem, which is reproduced by an id that nothing has", async () => {
  const problems = await shownBy(alterOf("400 in place of 404"));
  expect(problems.map((one) => one.what)).toEqual([
    "`getContact`, so far answered with 404, is answered with 400",
  ]);
  expect(problems[0]?.reproduce.join(" ")).toContain("/crm/api/Contact/$NO_SUCH_");
});

test("what was found and what could not be judged are new, open and gone, as changes are", async () => {
  const { reports } = await simulateMonth({
    runs: 9,
    scale: () => 20,
    seed: (run) => 20_000 + 7 * run,
    checks: [
      "contact-is-read-by-id",
      "page-agrees-with-its-total",
      "page-total-is-stable",
      "users-are-listed",
    ],
    alter: (run) => (run === 2 || run === 3 ? [alterOf("a wrong total")] : []),
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
  const amountIsValue = ofItems(/\/api\/Gift\/(?:list|query)$/i, renamed("amount", "value"));
  const { reports } = await simulateMonth({
    runs: 8,
    scale: () => 15,
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
