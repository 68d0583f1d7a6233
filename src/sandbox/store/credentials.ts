import type { InterfaceName } from "../../contract/interface-name.ts";
import { madeOnce } from "../../harness/model/made-once.ts";
import type { Permission } from "../permissions.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * What became of a credential: everything but `active` and `exhausted` is answered with 401; `exhausted` is
 * good, but its hour is used up whenever it is asked.
 */
export const credentialStates = ["active", "exhausted", "revoked", "suspended", "access-disabled"] as const;

export type CredentialState = (typeof credentialStates)[number];

export const credentialKinds = ["api-key", "access-token", "refresh-token", "token", "hmac"] as const;

export type CredentialKind = (typeof credentialKinds)[number];

/** Something that a request proves itself with. Bound to one interface and one organization. */
export interface Credential {
  readonly id: number;
  readonly interface: InterfaceName;
  readonly kind: CredentialKind;
  /** What it is called in the configuration, for example `apiKey`; undefined for issued tokens. */
  readonly name: string | undefined;
  /** The bearer token, refresh token or HMAC application key. */
  readonly token: string;
  /** Base64; HMAC credentials only. */
  readonly secret: string | undefined;
  readonly organizationId: number;
  /** The account behind an issued token. */
  readonly accountId: number | undefined;
  readonly permissions: ReadonlySet<Permission>;
  readonly state: CredentialState;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** From this instant on it is refused; undefined never expires. */
  readonly expiresAt: number | undefined;
}

export const credentialSchema = sql`
  create table credential (
    id integer primary key,
    interface text not null,
    kind text not null,
    name text,
    token text not null,
    secret text,
    organization_id integer not null references organization (id),
    account_id integer references account (id),
    permissions text not null,
    state text not null,
    issued_at integer not null,
    expires_at integer,
    unique (interface, token)
  ) strict;
  create unique index credential_by_name on credential (interface, name) where name is not null;
`;

interface CredentialRow {
  readonly id: number;
  readonly interface: InterfaceName;
  readonly kind: CredentialKind;
  readonly name: string | null;
  readonly token: string;
  readonly secret: string | null;
  readonly organization_id: number;
  readonly account_id: number | null;
  readonly permissions: string;
  readonly state: CredentialState;
  readonly issued_at: number;
  readonly expires_at: number | null;
}

const made = madeOnce((row: CredentialRow): Credential => ({
  id: row.id,
  interface: row.interface,
  kind: row.kind,
  name: row.name ?? undefined,
  token: row.token,
  secret: row.secret ?? undefined,
  organizationId: row.organization_id,
  accountId: row.account_id ?? undefined,
  // Only this file writes them.
  permissions: new Set(JSON.parse(row.permissions) as Permission[]),
  state: row.state,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at ?? undefined,
}));

const credentialOf = (row: CredentialRow | undefined): Credential | undefined => row && made(row);

/**
 * A new credential; `state` is active and `name`, `secret`, `accountId` and `expiresAt` undefined unless
 * given.
 */
export type NewCredential = Omit<
  Credential,
  "id" | "state" | "name" | "secret" | "accountId" | "expiresAt" | "permissions"
> &
  Partial<Pick<Credential, "state" | "name" | "secret" | "accountId" | "expiresAt">> & {
    readonly permissions: Iterable<Permission>;
  };

/** Stores a credential and returns its id. */
export const addCredential = (database: Database, credential: NewCredential): number =>
  database.run(sql`
    insert into credential (interface, kind, name, token, secret, organization_id, account_id, permissions,
      state, issued_at, expires_at)
    values (${credential.interface}, ${credential.kind}, ${credential.name ?? null}, ${credential.token},
      ${credential.secret ?? null}, ${credential.organizationId}, ${credential.accountId ?? null},
      ${JSON.stringify([...credential.permissions])}, ${credential.state ?? "active"}, ${credential.issuedAt},
      ${credential.expiresAt ?? null})`).lastId;

/**
 * The credential of an interface with that token; another interface's token is none of its credentials
 * (GEN-04).
 */
export const findCredential = (
  database: Database,
  interfaceName: InterfaceName,
  token: string,
): Credential | undefined =>
  credentialOf(
    database.get<CredentialRow>(
      sql`select * from credential where interface = ${interfaceName} and token = ${token}`,
    ),
  );

/** The credential that the configuration calls `name`. */
export const findNamedCredential = (
  database: Database,
  interfaceName: InterfaceName,
  name: string,
): Credential | undefined =>
  credentialOf(
    database.get<CredentialRow>(
      sql`select * from credential where interface = ${interfaceName} and name = ${name}`,
    ),
  );

export const setCredentialState = (database: Database, id: number, state: CredentialState): void => {
  database.run(sql`update credential set state = ${state} where id = ${id}`);
};

/** Whether the credential is accepted at an instant. */
export const isAccepted = (credential: Credential, now: number): boolean =>
  (credential.state === "active" || credential.state === "exhausted") &&
  (credential.expiresAt === undefined || now < credential.expiresAt);

/** Credentials that were ever made: none is deleted, so the number names the next one. */
export const countCredentials = (database: Database): number =>
  database.get<{ total: number }>(sql`select count(*) as total from credential`)?.total ?? 0;
