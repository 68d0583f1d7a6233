import type { Assumptions } from "../../assumptions/assumptions.ts";
import { sql, type SqlText } from "../sql.ts";
import { donors, gifts } from "./kinds.ts";
import { mark, type RecordKindEntity } from "./kind.ts";

type Mode = Assumptions["U-10"];

export interface Search {
  readonly kind: RecordKindEntity;
  readonly organizationId: number;
  readonly filter: string;
  readonly mode: Mode;
}

/**
 * The meaning of Filter for a kind of record (U-10), ignoring case: donors by name, organization, e-mail, telephone,
 * city and key; gifts by their donor; campaigns by name, description and key. Undefined if the filter is blank and
 * finds everything.
 */
export const searchFor = ({ kind, organizationId, filter, mode }: Search): SqlText | undefined => {
  if (filter.trim() === "") return undefined;
  const found = searched(filter, mode);
  if (kind.searched.length > 0) return found;
  if (kind.name !== gifts.name) throw new Error(`${kind.name} records have no filter`);
  return sql`donor_id in (select id from ${donors.table} where organization_id = ${organizationId} and ${found})`;
};

const searched = (filter: string, mode: Mode): SqlText => {
  const text = filter.toLowerCase().replaceAll(/\s+/g, " ");
  // No stored text contains these; the mark separates texts.
  if (text.includes(mark) || text.includes("\0")) return sql`0`;
  switch (mode) {
    case "contains":
      return sql`instr(search, ${text}) > 0`;
    case "prefix":
      return sql`instr(search, ${mark + text}) > 0`;
    case "words":
      return sql`not exists (
        select 1 from json_each(${JSON.stringify(text.trim().split(" "))})
        where instr(search, ${mark} || value) = 0 and instr(search, ' ' || value) = 0)`;
  }
};
