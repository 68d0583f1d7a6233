import type { JsonObject } from "../../../core/model/json-object.ts";
import type { SandboxDatabase } from "../database.ts";
import {
  Entity,
  instantColumn,
  integerColumn,
  jsonColumn,
  organization,
  textColumn,
  type InputOf,
  type RecordOf,
} from "../entity.ts";
import { sql, type SqlText } from "../sql.ts";

/** A group of users. Unknown fields are kept as sent. */
export const groups = new Entity(
  "volunteer_group",
  {
    organizationId: organization,
    name: textColumn.required,
    description: textColumn,
    parentId: integerColumn.to(sql`volunteer_group`),
    fields: jsonColumn<JsonObject>().required,
    createdAt: instantColumn.required,
    updatedAt: instantColumn.required,
  },
  {
    indexes: sql`
      create index volunteer_group_by_organization on volunteer_group (organization_id, id);
      create index volunteer_group_by_parent on volunteer_group (parent_id) where parent_id is not null`,
  },
);

/** The columns of a group that a client sends. */
export type GroupInput = InputOf<typeof groups, "createdAt" | "updatedAt">;

export type VolunteerGroup = RecordOf<typeof groups>;

export const memberSchema: SqlText = sql`
  create table volunteer_group_member (
    group_id integer not null references volunteer_group (id),
    user_id integer not null references volunteer_user (id),
    primary key (group_id, user_id)
  ) strict, without rowid;
`;

export const hasSubgroups = (database: SandboxDatabase, { id }: VolunteerGroup): boolean =>
  database.get(sql`select 1 from volunteer_group where parent_id = ${id}`) !== undefined;

/** Whether `candidate` is the group itself or one of its ancestors, and so cannot become its parent. */
export const isAbove = (database: SandboxDatabase, candidate: number, groupId: number): boolean =>
  database.get(sql`
    with recursive above (id) as (
      select ${groupId}
      union
      select parent_id from volunteer_group join above using (id) where parent_id is not null
    )
    select 1 from above where id = ${candidate}`) !== undefined;

/** Makes these users the only members. */
export const replaceMembers = (
  database: SandboxDatabase,
  groupId: number,
  userIds: readonly number[],
): void => {
  database.run(sql`delete from volunteer_group_member where group_id = ${groupId}`);
  database.run(sql`
    insert into volunteer_group_member (group_id, user_id)
    select distinct ${groupId}, value from json_each(${JSON.stringify(userIds)})`);
};

export const membersOf = (database: SandboxDatabase, groupId: number): number[] =>
  database
    .all<{ user_id: number }>(
      sql`select user_id from volunteer_group_member where group_id = ${groupId} order by user_id`,
    )
    .map(({ user_id }) => user_id);
