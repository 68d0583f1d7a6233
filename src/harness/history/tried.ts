import { pack, unpack } from "../drift/packed.ts";
import type { TriedStep } from "../model/tried-step.ts";
import type { Sql } from "../store/database.ts";
import { bytes, insertAll } from "../store/rows.ts";

export const readTried = async (sql: Sql, organization: number): Promise<readonly TriedStep[]> => {
  const [row] = await sql.rows("SELECT steps FROM organization_tried WHERE organization = $1", [
    organization,
  ]);
  const packed = row && bytes(row, "steps");
  // Packed below.
  return packed === undefined ? [] : (unpack(packed) as readonly TriedStep[]);
};

export const writeTried = (sql: Sql, organization: number, tried: readonly TriedStep[]): Promise<void> =>
  insertAll(
    sql,
    "organization_tried",
    [{ organization, steps: pack(tried) }],
    "(organization) DO UPDATE SET steps = excluded.steps",
  );
