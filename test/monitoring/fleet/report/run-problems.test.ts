import { expect, test } from "vitest";
import { createDayProblems } from "../../../../src/monitoring/fleet/report/run-problems.ts";

test("a wait is said once, however often and for however many organizations it recurs", () => {
  const said: string[] = [];
  const problems = createDayProblems((text) => said.push(String(text)));
  for (const ms of [5000, 5000, 4200])
    for (const organization of ["north", "south", "east"])
      problems.onWait({ organization, ms, cause: "budget", reason: "another run holds its account" });
  problems.end();
  expect(said).toEqual([
    "tripact: north waits 5 s: another run holds its account\n",
    "tripact: 2 others waited for the same reason: another run holds its account\n",
  ]);
});
