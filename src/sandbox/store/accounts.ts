import type { Permission } from "../permissions.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** A user of the CRM who may trade a password for tokens. */
export interface Account {
  readonly id: number;
  readonly organizationId: number;
  /** E-mail address; compared without regard to case. */
  readonly username: string;
  readonly password: string;
  readonly displayName: string;
  readonly phone: string;
  /** The code that the account's SMS holds, or undefined when two-factor login is off. */
  readonly otp: string | undefined;
  readonly permissions: readonly Permission[];
}

export const accountSchema = sql`
  create table account (
    id integer primary key,
    organization_id integer not null references organization (id),
    username text not null unique collate nocase,
    password text not null,
    display_name text not null,
    phone text not null,
    otp text,
    permissions text not null
  ) strict;
`;

interface AccountRow {
  readonly id: number;
  readonly organization_id: number;
  readonly username: string;
  readonly password: string;
  readonly display_name: string;
  readonly phone: string;
  readonly otp: string | null;
  readonly permissions: string;
}

const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  organizationId: row.organization_id,
  username: row.username,
  password: row.password,
  displayName: row.display_name,
  phone: row.phone,
  otp: row.otp ?? undefined,
  // Only addAccount writes it.
  permissions: JSON.parse(row.permissions) as Permission[],
});

/** Stores an account and returns its id. */
export const addAccount = (database: Database, account: Omit<Account, "id">): number =>
  database.run(sql`
    insert into account (organization_id, username, password, display_name, phone, otp, permissions)
    values (${account.organizationId}, ${account.username}, ${account.password}, ${account.displayName},
      ${account.phone}, ${account.otp ?? null}, ${JSON.stringify(account.permissions)})`).lastId;

export const findAccount = (database: Database, id: number): Account | undefined => {
  const row = database.get<AccountRow>(sql`select * from account where id = ${id}`);
  return row === undefined ? undefined : accountOf(row);
};

export const findAccountByUsername = (database: Database, username: string): Account | undefined => {
  const row = database.get<AccountRow>(sql`select * from account where username = ${username}`);
  return row === undefined ? undefined : accountOf(row);
};
