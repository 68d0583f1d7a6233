import type { Database } from "../../../../core/store/database.ts";
import { storedDay, integerColumnOf, textColumnOf } from "../../../../core/store/rows.ts";
import { dayStatus } from "../../../history/reading.ts";
import { mostRows } from "./limits.ts";

/** Progress of a day, running and paused organizations, and the valid grants with their unsent requests. */
export const workData = async (database: Database, day: string, now: number) => {
  const running = await database.rows(
    `SELECT name, day, attempt, started_at FROM run JOIN organization ON organization.id = run.organization
     WHERE state = 'running' ORDER BY started_at LIMIT $1`,
    [mostRows],
  );
  const paused = await database.rows(
    "SELECT name, paused_at, pause_reason FROM organization WHERE paused_at IS NOT NULL ORDER BY name LIMIT $1",
    [mostRows],
  );
  const [grants] = await database.rows(
    "SELECT count(*) AS grants, coalesce(sum(requests), 0) AS granted FROM budget_grant WHERE valid_until > $1 AND ended = 0",
    [now],
  );
  return {
    status: await dayStatus(database, day),
    running: running.map((row) => ({
      organization: textColumnOf(row, "name"),
      day: storedDay(row, "day"),
      attempt: integerColumnOf(row, "attempt"),
      startedAt: textColumnOf(row, "started_at"),
    })),
    paused: paused.map((row) => ({
      organization: textColumnOf(row, "name"),
      at: textColumnOf(row, "paused_at"),
      reason: String(row["pause_reason"] ?? ""),
    })),
    grants: grants === undefined ? 0 : integerColumnOf(grants, "grants"),
    granted: grants === undefined ? 0 : integerColumnOf(grants, "granted"),
  };
};

export type WorkData = Awaited<ReturnType<typeof workData>>;
