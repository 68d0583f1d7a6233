import type { Assumptions } from "../../assumptions/assumptions.ts";
import { madeOnce } from "../../../core/model/made-once.ts";
import type { SandboxDatabase } from "../database.ts";
import { objectJson, sql, type SqlText } from "../sql.ts";
import { fieldJson, type RecordKindEntity } from "./kind.ts";

/** Which properties records show. */
export interface Showing {
  /** Names of fields and parts; undefined for whole records. */
  readonly chosen: readonly string[] | undefined;
  readonly withDetails: boolean;
  readonly assumptions: Assumptions;
}

/** The records with these ids, in order, each as JSON text. */
export const recordsOf = (
  database: SandboxDatabase,
  kind: RecordKindEntity,
  organizationId: number,
  ids: readonly number[],
  showing: Showing,
): string[] =>
  database
    .all<{ shown: string }>(
      sql`
      select ${composed(kind, showing)} as shown
      from json_each(${JSON.stringify(ids)}) as wanted cross join ${kind.table} as record on record.id = wanted.value
      where record.organization_id = ${organizationId} order by wanted.key`,
    )
    .map(({ shown }) => shown);

/** By kind and details, because composing the SQL of whole records takes as long as finding some. */
const wholeRecords = madeOnce((_assumptions: Assumptions) => new Map<string, SqlText>());

const composed = (kind: RecordKindEntity, showing: Showing): SqlText => {
  const { chosen, withDetails, assumptions } = showing;
  if (chosen !== undefined) return recordJson(kind, showing);
  const key = `${kind.name} ${withDetails}`;
  const known = wholeRecords(assumptions).get(key) ?? recordJson(kind, showing);
  wholeRecords(assumptions).set(key, known);
  return known;
};

const recordJson = (kind: RecordKindEntity, { chosen, withDetails, assumptions }: Showing): SqlText => {
  const isChosen = (name: string, isUsual: boolean): boolean => chosen?.includes(name) ?? isUsual;
  const fields = kind.fields
    .filter(({ name, details }) => isChosen(name, details.isHidden === undefined))
    .map((field) => [field.name, fieldJson(field, sql`record`)]);
  const parts = kind.parts
    .map((part) => ({ part, name: part.name(assumptions) }))
    .filter(({ part, name }) => isChosen(name, withDetails || part.comes === "always"))
    .map(({ part, name }) => [name, part.json(chosen ?? [])]);
  return objectJson(Object.fromEntries([...fields, ...parts]));
};
