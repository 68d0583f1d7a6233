import type { Assumptions } from "../../assumptions/assumptions.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { Row } from "../entity.ts";
import { presentAll, type DonationRecord, type Kind } from "./kind.ts";

/** What records are to show. */
export interface Showing {
  /** Names of fields and parts; undefined for whole records. */
  readonly chosen: readonly string[] | undefined;
  readonly withDetails: boolean;
  readonly assumptions: Assumptions;
}

/** The records with these ids, in their order. */
export const recordsOf = (
  database: Database,
  kind: Kind,
  organizationId: number,
  ids: readonly number[],
  { chosen, withDetails, assumptions }: Showing,
): DonationRecord[] => {
  const found = new Map(rowsOf(database, kind, organizationId, ids).map((row) => [row["id"], row]));
  const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  const isChosen = (name: string, isUsual: boolean): boolean => chosen?.includes(name) ?? isUsual;
  const fields = kind.fields.filter(({ name, isShown }) => isChosen(name, isShown));
  const parts = kind.parts
    .map((part) => ({ part, name: part.name(assumptions) }))
    .filter(({ part, name }) => isChosen(name, withDetails || part.comes === "always"))
    .map(({ part, name }) => ({
      name,
      of: part.load({ database, organizationId, rows, assumptions, chosen }),
    }));
  return rows.map((row) => {
    const record = presentAll(fields, row);
    for (const { name, of } of parts) record[name] = of(row);
    return record;
  });
};

const rowsOf = (database: Database, kind: Kind, organizationId: number, ids: readonly number[]): Row[] =>
  ids.length === 0
    ? []
    : database.all<Row>(sql`
        select * from ${kind.table}
        where organization_id = ${organizationId} and id in (select value from json_each(${JSON.stringify(ids)}))`);
