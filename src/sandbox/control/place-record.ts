import type { Environment } from "../environment.ts";
import { renumber } from "../store/renumber.ts";
import { mainOrganization, otherOrganization } from "../store/organizations.ts";
import { type Sql, sql, sqlName } from "../store/sql.ts";
import { wrong, type ControlModels, type Reply } from "./control-document.ts";

interface PlaceableKind {
  readonly table: string;
  /** The condition for records of this kind in a shared table. */
  readonly where?: Sql;
}

const isCrm = sql`interface = 'crm'`;

const kinds: Readonly<Record<string, PlaceableKind>> = {
  "crm/contact": { table: "crm_contact", where: sql`is_private = 0` },
  "crm/private-contact": { table: "crm_contact", where: sql`is_private = 1` },
  "crm/individual": { table: "crm_individual" },
  "crm/note": { table: "crm_note" },
  "crm/event": { table: "crm_event" },
  "crm/webhook": { table: "webhook", where: sql`${isCrm} and active = 1` },
  "crm/inactive-webhook": { table: "webhook", where: sql`${isCrm} and active = 0` },
  "donation/campaign": { table: "donation_campaign" },
  "donation/project": { table: "donation_project" },
  "donation/segment": { table: "donation_segment" },
  "volunteer/user": { table: "volunteer_user" },
  "volunteer/group": { table: "volunteer_group" },
  "volunteer/project": { table: "volunteer_project" },
};

/** The names of the kinds, as `interface/kind`. */
export const placeableKinds = Object.keys(kinds);

const firstOf = ({ database }: Environment, { table, where }: PlaceableKind, organization: number) =>
  database.get<{ id: number }>(
    sql`select id from ${sqlName(table)} where organization_id = ${organization}
      ${where === undefined ? sql`` : sql`and ${where}`} order by id limit 1`,
  )?.id;

const isThere = (
  { database }: Environment,
  { table, where }: PlaceableKind,
  id: number,
  organization: number,
) =>
  database.get(
    sql`select id from ${sqlName(table)} where id = ${id} and organization_id = ${organization}
      ${where === undefined ? sql`` : sql`and ${where}`}`,
  ) !== undefined;

const largestId = ({ database }: Environment, { table }: PlaceableKind): number =>
  database.get<{ id: number }>(sql`select max(id) as id from ${sqlName(table)}`)?.id ?? 0;

/** Gives the record with this id another one. */
const vacate = (environment: Environment, kind: PlaceableKind, id: number): void =>
  renumber(environment.database, kind.table, id, Math.max(largestId(environment, kind), id) + 1);

/**
 * Ensures that a record of a kind has the id: a stored record gets it, and its previous owner gets another. `{}` means
 * a record of the main organization, `{organization: "other"}` one that the main organization must not see, `{absent:
 * true}` none. Without an id any record is chosen. Answers with the id.
 */
export const placeRecord = (
  environment: Environment,
  name: string,
  wanted: number | undefined,
  body: ControlModels["RecordWish"],
): Reply<"placeRecord"> => {
  const kind = kinds[name];
  if (kind === undefined) return wrong(`known kinds are ${placeableKinds.join(", ")}`);
  if (wanted !== undefined && !(Number.isSafeInteger(wanted) && wanted > 0))
    return wrong("the id is a positive whole number");
  if (body.absent === true) {
    const id = wanted ?? largestId(environment, kind) + 1;
    vacate(environment, kind, id);
    return { status: 200, body: { data: { id } } };
  }
  const organization = body.organization === "other" ? otherOrganization : mainOrganization;
  if (wanted !== undefined && isThere(environment, kind, wanted, organization))
    return { status: 200, body: { data: { id: wanted } } };
  const found = firstOf(environment, kind, organization);
  if (found === undefined) return { status: 404, body: { message: "There is no record of that kind." } };
  if (wanted === undefined) return { status: 200, body: { data: { id: found } } };
  vacate(environment, kind, wanted);
  renumber(environment.database, kind.table, found, wanted);
  return { status: 200, body: { data: { id: wanted } } };
};
