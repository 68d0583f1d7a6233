import { documentation } from "../../../../src/builtin/documents.ts";
import type { Database } from "../../../../src/core/store/database.ts";
import { createRunRepository } from "../../../../src/monitoring/history/create-repository.ts";
import type { AtEnd, Engine } from "../engines.ts";
import { beginRun, endRun, orderOf, runOn } from "../fleet-runs.ts";

/** A name that would hurt whoever took it for markup. */
export const hostile = `<img src=x onerror=alert(1)>"'&\u202e`;

/** Four organizations, a release that two of them show, a change of one, a failed and a running run, a pause. */
export const filled = async (engine: Engine, atEnd?: AtEnd): Promise<Database> => {
  const database = await engine.open(atEnd);
  const repository = createRunRepository(database, documentation);
  const names = ["alpha", "beta", "gamma", "delta", hostile];
  await repository.list(names.map((name) => ({ name, labels: { region: "north" } })));
  for (const day of [1, 2, 3])
    for (const name of ["alpha", "beta", "gamma"]) {
      const isNew = day === 3 && name !== "gamma";
      await runOn(repository, name, day, { name: "a", ...(isNew ? { nickname: "b" } : { city: "c" }) });
    }
  await endRun(repository, await beginRun(repository, orderOf("delta", 3)), undefined, {
    cause: "credential",
    reason: "donation.credentials.token was refused (401)",
  });
  await beginRun(repository, orderOf(hostile, 3));
  await repository.pause("gamma", "asked to", "2025-01-03T09:00:00.000Z");
  return database;
};
