import type { Permission } from "../permissions.ts";
import type { Database } from "./database.ts";
import { Entity, json, organization, text, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/**
 * A CRM user who may exchange a password for tokens. The username is an e-mail address; `otp` is the code sent by SMS,
 * or null if two-factor login is off.
 */
export const accounts = new Entity("account", {
  organizationId: organization,
  username: text.required.folded.unique,
  password: text.required,
  displayName: text.required,
  phone: text.required,
  otp: text,
  permissions: json<readonly Permission[]>().required,
});

export type Account = RecordOf<typeof accounts>;

export const findAccount = (database: Database, id: number): Account | undefined =>
  accounts.find(database, sql`id = ${id}`);

export const findAccountByUsername = (database: Database, username: string): Account | undefined =>
  accounts.find(database, sql`username = ${username}`);
