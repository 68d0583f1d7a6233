import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { JsonObject } from "../../../harness/model/json-object.ts";

/** A user. Its fields are not stated (U-03), so whatever was sent is kept as it was. */
export interface User {
  readonly id: number;
  readonly email: string | undefined;
  readonly fields: JsonObject;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const userSchema = sql`
  create table volunteer_user (
    id integer primary key,
    organization_id integer not null references organization (id),
    email text collate nocase,
    fields text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict;
  create index volunteer_user_by_organization on volunteer_user (organization_id, id);
  create index volunteer_user_by_email on volunteer_user (organization_id, email) where email is not null;
`;

interface UserRow {
  readonly id: number;
  readonly email: string | null;
  readonly fields: string;
  readonly created_at: number;
  readonly updated_at: number;
}

const userOf = (row: UserRow): User => ({
  id: row.id,
  email: row.email ?? undefined,
  // Only this file writes it.
  fields: JSON.parse(row.fields) as JsonObject,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const addUser = (
  database: Database,
  organizationId: number,
  user: { readonly email: string | undefined; readonly fields: JsonObject; readonly now: number },
): number =>
  database.run(sql`
    insert into volunteer_user (organization_id, email, fields, created_at, updated_at)
    values (${organizationId}, ${user.email ?? null}, ${JSON.stringify(user.fields)},
      ${user.now}, ${user.now})`).lastId;

export const saveUserFields = (database: Database, id: number, fields: JsonObject, now: number): void => {
  database.run(
    sql`update volunteer_user set fields = ${JSON.stringify(fields)}, updated_at = ${now} where id = ${id}`,
  );
};

export const findUser = (database: Database, organizationId: number, id: number): User | undefined => {
  const row = database.get<UserRow>(
    sql`select * from volunteer_user where organization_id = ${organizationId} and id = ${id}`,
  );
  return row === undefined ? undefined : userOf(row);
};

export const findUserByEmail = (
  database: Database,
  organizationId: number,
  email: string,
): User | undefined => {
  const row = database.get<UserRow>(
    sql`select * from volunteer_user
      where organization_id = ${organizationId} and email = ${email} order by id`,
  );
  return row === undefined ? undefined : userOf(row);
};

export const countUsers = (database: Database, organizationId: number): number =>
  database.get<{ total: number }>(
    sql`select count(*) as total from volunteer_user where organization_id = ${organizationId}`,
  )?.total ?? 0;

/** Users by id. */
export const pageOfUsers = (database: Database, organizationId: number, skip: number, take: number): User[] =>
  database
    .all<UserRow>(
      sql`select * from volunteer_user where organization_id = ${organizationId}
        order by id limit ${take} offset ${skip}`,
    )
    .map(userOf);

/** Those of the ids that are users of the organization. */
export const knownUserIds = (
  database: Database,
  organizationId: number,
  ids: readonly number[],
): Set<number> =>
  new Set(
    database
      .all<{ id: number }>(
        sql`select id from volunteer_user where organization_id = ${organizationId}
          and id in (select value from json_each(${JSON.stringify(ids)}))`,
      )
      .map(({ id }) => id),
  );
