import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { JsonObject } from "../../../harness/model/json-object.ts";

/** What a group is made of when it is sent. */
export interface GroupInput {
  readonly name: string;
  readonly description: string | undefined;
  readonly parentId: number | undefined;
  /** Fields that nobody knows, kept as they were sent. */
  readonly fields: JsonObject;
}

/** A group of users. */
export interface Group extends GroupInput {
  readonly id: number;
  readonly hasSubgroups: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const groupSchema = sql`
  create table volunteer_group (
    id integer primary key,
    organization_id integer not null references organization (id),
    name text not null,
    description text,
    parent_id integer references volunteer_group (id),
    fields text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict;
  create index volunteer_group_by_organization on volunteer_group (organization_id, id);
  create index volunteer_group_by_parent on volunteer_group (parent_id) where parent_id is not null;
  create table volunteer_group_member (
    group_id integer not null references volunteer_group (id),
    user_id integer not null references volunteer_user (id),
    primary key (group_id, user_id)
  ) strict, without rowid;
`;

interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly parent_id: number | null;
  readonly fields: string;
  readonly has_subgroups: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const groupOf = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description ?? undefined,
  parentId: row.parent_id ?? undefined,
  // Only this file writes it.
  fields: JSON.parse(row.fields) as JsonObject,
  hasSubgroups: row.has_subgroups === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const columns = sql`volunteer_group.*,
  exists (select 1 from volunteer_group as child
    where child.parent_id = volunteer_group.id) as has_subgroups`;

export const addGroup = (
  database: Database,
  organizationId: number,
  group: GroupInput,
  now: number,
): number =>
  database.run(sql`
    insert into volunteer_group (organization_id, name, description, parent_id, fields, created_at,
      updated_at)
    values (${organizationId}, ${group.name}, ${group.description ?? null}, ${group.parentId ?? null},
      ${JSON.stringify(group.fields)}, ${now}, ${now})`).lastId;

export const saveGroup = (database: Database, id: number, group: GroupInput, now: number): void => {
  database.run(sql`
    update volunteer_group set name = ${group.name}, description = ${group.description ?? null},
      parent_id = ${group.parentId ?? null}, fields = ${JSON.stringify(group.fields)}, updated_at = ${now}
    where id = ${id}`);
};

export const findGroup = (database: Database, organizationId: number, id: number): Group | undefined => {
  const row = database.get<GroupRow>(
    sql`select ${columns} from volunteer_group where organization_id = ${organizationId} and id = ${id}`,
  );
  return row === undefined ? undefined : groupOf(row);
};

/** Whether `candidate` is the group itself or one above it; then the group cannot become its parent. */
export const isAbove = (database: Database, candidate: number, groupId: number): boolean =>
  database.get(sql`
    with recursive above (id) as (
      select ${groupId}
      union
      select parent_id from volunteer_group join above using (id) where parent_id is not null
    )
    select 1 from above where id = ${candidate}`) !== undefined;

/** Makes these users the only members. */
export const setMembers = (database: Database, groupId: number, userIds: readonly number[]): void => {
  database.run(sql`delete from volunteer_group_member where group_id = ${groupId}`);
  database.run(sql`
    insert into volunteer_group_member (group_id, user_id)
    select distinct ${groupId}, value from json_each(${JSON.stringify(userIds)})`);
};

/** Ids of the members in order. */
export const membersOf = (database: Database, groupId: number): number[] =>
  database
    .all<{ user_id: number }>(
      sql`select user_id from volunteer_group_member where group_id = ${groupId} order by user_id`,
    )
    .map(({ user_id }) => user_id);
