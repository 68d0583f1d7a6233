import { interfaceNames, type InterfaceName } from "../../contract/interface-name.ts";
import type { Permission } from "../permissions.ts";
import type { Database } from "./database.ts";
import { Entity, instant, integer, json, organization, text, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/**
 * What became of a credential: everything but `active` and `exhausted` is answered with 401; `exhausted` is
 * good, but its hour is used up whenever it is asked.
 */
const credentialStates = ["active", "exhausted", "revoked", "suspended", "access-disabled"] as const;

export type CredentialState = (typeof credentialStates)[number];

const credentialKinds = ["api-key", "access-token", "refresh-token", "token", "hmac"] as const;

/**
 * Something that a request proves itself with. The name is what the configuration calls it, for example `apiKey`: issued
 * tokens have none. The token is a bearer token, a refresh token or an HMAC application key, which alone has a secret,
 * Base64. The account is that behind an issued token. From `expiresAt` on it is refused; null never expires.
 */
export const credentials = new Entity(
  "credential",
  {
    interface: text.required.oneOf(interfaceNames),
    kind: text.required.oneOf(credentialKinds),
    name: text,
    token: text.required,
    secret: text,
    organizationId: organization,
    accountId: integer.to(sql`account`),
    permissions: json<readonly Permission[]>().required,
    state: text.required.oneOf(credentialStates),
    issuedAt: instant.required,
    expiresAt: instant,
  },
  {
    constraint: sql`unique (interface, token)`,
    indexes: sql`create unique index credential_by_name on credential (interface, name) where name is not null`,
  },
);

export type Credential = RecordOf<typeof credentials>;

/**
 * The credential of an interface with that token; another interface's token is none of its credentials
 * (GEN-04).
 */
export const findCredential = (
  database: Database,
  interfaceName: InterfaceName,
  token: string,
): Credential | undefined =>
  credentials.find(database, sql`interface = ${interfaceName} and token = ${token}`);

/** The credential that the configuration calls `name`. */
export const findNamedCredential = (
  database: Database,
  interfaceName: InterfaceName,
  name: string,
): Credential | undefined => credentials.find(database, sql`interface = ${interfaceName} and name = ${name}`);

/** Whether the credential is accepted at an instant. */
export const isAccepted = (credential: Credential, now: number): boolean =>
  (credential.state === "active" || credential.state === "exhausted") &&
  (credential.expiresAt === null || now < credential.expiresAt);

/** Credentials that were ever made: none is deleted, so the number names the next one. */
export const countCredentials = (database: Database): number =>
  database.get<{ total: number }>(sql`select count(*) as total from credential`)?.total ?? 0;
