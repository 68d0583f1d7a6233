import type { Documentation } from "../drift/documentation.ts";
import type { Database } from "../store/database.ts";
import { acceptancesIn } from "./acceptances.ts";
import { organizationsIn } from "./organizations.ts";
import { ownRunsIn } from "./own-runs.ts";
import { readingIn } from "./reading.ts";
import type { RunRepository } from "./run-repository.ts";
import { retentionIn } from "./retention.ts";
import { runsIn } from "./runs.ts";

/**
 * The runs of a fleet's database or of a store.
 * @param isFleet whether organizations share knowledge, and each has one set of addresses
 */
export const createRunRepository = (
  database: Database,
  documentation: Documentation,
  isFleet = true,
): RunRepository => ({
  ...organizationsIn(database),
  ...runsIn(database, documentation, isFleet),
  ...ownRunsIn(database, documentation),
  ...acceptancesIn(database, documentation),
  ...readingIn(database, documentation),
  ...retentionIn(database),
});
