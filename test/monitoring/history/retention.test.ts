import { describe, expect, test } from "vitest";
import { documentation } from "../../../src/builtin/documents.ts";
import { createRunRepository } from "../../../src/monitoring/history/create-repository.ts";
import { engines } from "../fleet/engines.ts";
import { dayOf, runOn } from "../fleet/fleet-runs.ts";

describe.each(engines)("the retention of a fleet on $name", ({ open }) => {
  test("removes shapes and operations of old runs; what they add up to stays, and goes on", async () => {
    const database = await open();
    const repository = createRunRepository(database, documentation);
    for (const [day, name] of [
      [1, "x"],
      [2, 1],
      [3, 1],
      [4, 1],
    ] as const)
      await runOn(repository, "north", day, { name });
    await database.rows(
      "INSERT INTO budget_grant (requests, valid_until, ended) VALUES (5, $1, 1), (6, $2, 0)",
      [Date.now() - 2 * 86_400_000, Date.now()],
    );
    const before = await repository.changes();
    // Before the first year that a database has a day of.
    await repository.prune(dayOf(4), { shapes: 999_999, operations: 999_999 });
    await repository.prune(dayOf(4), { shapes: 1, operations: 2 });

    const daysIn = async (table: string) =>
      (await database.rows(`SELECT DISTINCT day FROM ${table} ORDER BY day`)).map(({ day }) => day);
    expect(await daysIn("target_shapes")).toEqual([3, 4].map(dayOf));
    expect(await daysIn("operation_run")).toEqual([2, 3, 4].map(dayOf));
    for (const table of ["run", "target_run", "operation_day"])
      expect([table, await daysIn(table)]).toEqual([table, [1, 2, 3, 4].map(dayOf)]);
    expect(await database.rows("SELECT requests FROM budget_grant")).toMatchObject([{ requests: 6 }]);
    expect(await repository.changes()).toEqual(before);
    const { targets } = await runOn(repository, "north", 5, { name: 1 });
    expect(targets[0]?.verdict?.counts).toMatchObject({ new: 0, standing: 1 });
  });
});
