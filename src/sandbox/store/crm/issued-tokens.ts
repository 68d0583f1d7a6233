import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** A number that no credential has had yet: they are never deleted, so the next id is one. */
export const nextTokenNumber = (database: Database): number =>
  database.get<{ number: number }>(sql`select coalesce(max(id), 0) + 1 as number from credential`)?.number ??
  1;
