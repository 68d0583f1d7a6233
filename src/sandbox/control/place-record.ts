import type { SandboxState } from "../environment.ts";
import { contacts, individuals } from "../store/crm/contacts.ts";
import { events } from "../store/crm/events.ts";
import { notes } from "../store/crm/notes.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { campaigns, projects, segments } from "../store/donation/kinds.ts";
import type { Entity } from "../store/entity.ts";
import { firstOf, mainOrganization, otherOrganization } from "../store/organizations.ts";
import { sql, sqlName, type SqlText } from "../store/sql.ts";
import { groups } from "../store/volunteer/groups.ts";
import { volunteerProjects } from "../store/volunteer/records-as-sent.ts";
import { users } from "../store/volunteer/users.ts";
import { webhooks } from "../store/webhooks.ts";
import { wrong, type ControlModels, type Reply } from "./control-document.ts";

/** A stored kind, with the condition for its records in a shared table. */
type PlaceableKind = readonly [entity: Pick<Entity, "table">, where?: SqlText];

const isCrm = sql`interface = 'crm'`;

const kinds: Readonly<Record<string, PlaceableKind>> = {
  "crm/contact": [contacts, sql`is_private = 0`],
  "crm/private-contact": [contacts, sql`is_private = 1`],
  "crm/individual": [individuals],
  "crm/note": [notes],
  "crm/event": [events],
  "crm/webhook": [webhooks, sql`${isCrm} and active = 1`],
  "crm/inactive-webhook": [webhooks, sql`${isCrm} and active = 0`],
  "donation/campaign": [campaigns],
  "donation/project": [projects],
  "donation/segment": [segments],
  "volunteer/user": [users],
  "volunteer/group": [groups],
  "volunteer/project": [volunteerProjects],
};

/** The names of the kinds, as `interface/kind`. */
export const placeableKinds = Object.keys(kinds);

const largestId = ({ database }: SandboxState, [{ table }]: PlaceableKind): number =>
  database.get<{ id: number }>(sql`select max(id) as id from ${table}`)?.id ?? 0;

/** Gives the record with this id another one. */
const vacate = (environment: SandboxState, kind: PlaceableKind, id: number): void =>
  renumber(environment.database, kind[0], id, Math.max(largestId(environment, kind), id) + 1);

/**
 * Ensures that a record of a kind has the id: a stored record gets it, and its previous owner gets another. `{}` means
 * a record of the main organization, `{organization: "other"}` one that the main organization must not see, `{absent:
 * true}` none. Without an id any record is chosen. Answers with the id.
 */
export const placeRecord = (
  environment: SandboxState,
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
  const [entity, where = sql`1`] = kind;
  const { database } = environment;
  const known = wanted === undefined ? undefined : sql`id = ${wanted} and ${where}`;
  const there = known === undefined ? undefined : firstOf(database, entity, organization, { where: known });
  const found = there ?? firstOf(database, entity, organization, { where });
  if (found === undefined) return { status: 404, body: { message: "There is no record of that kind." } };
  if (wanted !== undefined && there === undefined) {
    vacate(environment, kind, wanted);
    renumber(database, entity, found, wanted);
  }
  return { status: 200, body: { data: { id: wanted ?? found } } };
};

interface Reference {
  readonly table: string;
  readonly column: string;
}

/** Columns of all tables that hold ids of this one. */
const referencesTo = (database: SandboxDatabase, target: string): readonly Reference[] =>
  database.all<Reference>(sql`
    select t.name as "table", k."from" as "column"
    from pragma_table_list t, pragma_foreign_key_list(t.name) k
    where t.schema = 'main' and t.type = 'table' and k."table" = ${target}`);

/** Changes a record's id and all references to it. The new id must be free. */
const renumber = (
  database: SandboxDatabase,
  { table: target }: Pick<Entity, "table">,
  from: number,
  to: number,
): void => {
  const references = referencesTo(database, target.text);
  database.transaction(() => {
    database.script(sql`pragma defer_foreign_keys = on`);
    database.run(sql`update ${target} set id = ${to} where id = ${from}`);
    for (const { table, column } of references)
      database.run(
        sql`update ${sqlName(table)} set ${sqlName(column)} = ${to} where ${sqlName(column)} = ${from}`,
      );
  });
};
