import { interfaceNames, type BuiltinInterface } from "../../builtin/interface-name.ts";
import type { Permission } from "../permissions.ts";
import type { SandboxDatabase } from "./database.ts";
import {
  Entity,
  instantColumn,
  integerColumn,
  jsonColumn,
  organization,
  textColumn,
  type RecordOf,
} from "./entity.ts";
import { sql } from "./sql.ts";

/**
 * A CRM user who may exchange a password for tokens. The username is an e-mail address; `otp` is the code sent by SMS,
 * or null if two-factor login is off.
 */
export const accounts = new Entity("account", {
  organizationId: organization,
  username: textColumn.required.folded.unique,
  password: textColumn.required,
  displayName: textColumn.required,
  phone: textColumn.required,
  otp: textColumn,
  permissions: jsonColumn<readonly Permission[]>().required,
});

export type SignInAccount = RecordOf<typeof accounts>;

export const findAccount = (database: SandboxDatabase, id: number): SignInAccount | undefined =>
  accounts.find(database, sql`id = ${id}`);

export const findAccountByUsername = (
  database: SandboxDatabase,
  username: string,
): SignInAccount | undefined => accounts.find(database, sql`username = ${username}`);

/**
 * States of a credential. All but `active` and `exhausted` are answered with 401; `exhausted` is accepted, but its
 * hourly limit is used up until the clock is moved past the hour.
 */
const credentialStates = ["active", "exhausted", "revoked", "suspended", "access-disabled"] as const;

export type CredentialState = (typeof credentialStates)[number];

const credentialKinds = ["api-key", "access-token", "refresh-token", "token", "hmac"] as const;

/**
 * A credential of a request. The name is its key in the configuration, such as `apiKey`; issued tokens have none. The
 * token is a bearer token, a refresh token or an HMAC application key; only the latter has a secret, in Base64. An
 * issued token has its account. The credential is refused from `expiresAt` on; null never expires.
 */
export const credentials = new Entity(
  "credential",
  {
    interface: textColumn.required.oneOf(interfaceNames),
    kind: textColumn.required.oneOf(credentialKinds),
    name: textColumn,
    token: textColumn.required,
    secret: textColumn,
    organizationId: organization,
    accountId: integerColumn.to(sql`account`),
    permissions: jsonColumn<readonly Permission[]>().required,
    state: textColumn.required.oneOf(credentialStates),
    issuedAt: instantColumn.required,
    expiresAt: instantColumn,
  },
  {
    constraint: sql`unique (interface, token)`,
    indexes: sql`create unique index credential_by_name on credential (interface, name) where name is not null`,
  },
);

export type Credential = RecordOf<typeof credentials>;

/** The credential of this interface with the token; tokens of other interfaces do not match (GEN-04). */
export const findCredential = (
  database: SandboxDatabase,
  interfaceName: BuiltinInterface,
  token: string,
): Credential | undefined =>
  credentials.find(database, sql`interface = ${interfaceName} and token = ${token}`);

/** The credential with this key in the configuration. */
export const findNamedCredential = (
  database: SandboxDatabase,
  interfaceName: BuiltinInterface,
  name: string,
): Credential | undefined => credentials.find(database, sql`interface = ${interfaceName} and name = ${name}`);

/** Whether the credential is accepted at the instant. */
export const acceptsCredential = (credential: Credential, now: number): boolean =>
  (credential.state === "active" || credential.state === "exhausted") &&
  (credential.expiresAt === null || now < credential.expiresAt);

/** Number of credentials ever created. None is deleted, so it can name the next one. */
export const countCredentials = (database: SandboxDatabase): number =>
  database.get<{ total: number }>(sql`select count(*) as total from credential`)?.total ?? 0;
