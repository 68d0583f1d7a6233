import type { JsonObject } from "../../../core/model/json-object.ts";
import type { SandboxDatabase } from "../database.ts";
import { Entity, instantColumn, jsonColumn, organization, textColumn, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";

/** A user. Its fields are not stated (U-03), so they are kept as sent. */
export const users = new Entity(
  "volunteer_user",
  {
    organizationId: organization,
    email: textColumn.folded,
    fields: jsonColumn<JsonObject>().required,
    createdAt: instantColumn.required,
    updatedAt: instantColumn.required,
  },
  {
    indexes: sql`
      create index volunteer_user_by_organization on volunteer_user (organization_id, id);
      create index volunteer_user_by_email on volunteer_user (organization_id, email) where email is not null`,
  },
);

export type User = RecordOf<typeof users>;

export const findUserByEmail = (
  database: SandboxDatabase,
  organizationId: number,
  email: string,
): User | undefined =>
  users.find(database, sql`organization_id = ${organizationId} and email = ${email} order by id`);

/** The given ids that belong to users of the organization. */
export const knownUserIds = (
  database: SandboxDatabase,
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
