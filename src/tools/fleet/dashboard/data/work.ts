import type { Database } from "../../../../harness/store/database.ts";
import { integer, text } from "../../../../harness/store/rows.ts";
import { mostRows } from "./limits.ts";

export interface WorkData {
  readonly waiting: number;
  readonly running: readonly {
    readonly organization: string;
    readonly day: string;
    readonly attempt: number;
    readonly startedAt: string;
  }[];
  readonly paused: readonly { readonly organization: string; readonly at: string; readonly reason: string }[];
  /** Grants that hold now. */
  readonly grants: number;
  /** Requests that they may still send. */
  readonly granted: number;
}

export const workData = async (
  database: Database,
  day: string | undefined,
  now: number,
): Promise<WorkData> => {
  const running = await database.rows(
    `SELECT name, day, attempt, started_at FROM run JOIN organization ON organization.id = run.organization
     WHERE state = 'running' ORDER BY started_at LIMIT $1`,
    [mostRows],
  );
  const paused = await database.rows(
    "SELECT name, paused_at, pause_reason FROM organization WHERE paused_at IS NOT NULL ORDER BY name LIMIT $1",
    [mostRows],
  );
  const [waiting] = await database.rows(
    `SELECT count(*) AS waiting FROM organization WHERE listed = 1 AND paused_at IS NULL AND NOT EXISTS
       (SELECT 1 FROM run WHERE run.organization = organization.id AND day = $1)`,
    [day ?? "0001-01-01"],
  );
  const [grants] = await database.rows(
    "SELECT count(*) AS grants, coalesce(sum(requests), 0) AS granted FROM budget_grant WHERE valid_until > $1 AND ended = 0",
    [now],
  );
  return {
    waiting: waiting === undefined ? 0 : integer(waiting, "waiting"),
    running: running.map((row) => ({
      organization: text(row, "name"),
      day: text(row, "day"),
      attempt: integer(row, "attempt"),
      startedAt: text(row, "started_at"),
    })),
    paused: paused.map((row) => ({
      organization: text(row, "name"),
      at: text(row, "paused_at"),
      reason: String(row["pause_reason"] ?? ""),
    })),
    grants: grants === undefined ? 0 : integer(grants, "grants"),
    granted: grants === undefined ? 0 : integer(grants, "granted"),
  };
};
