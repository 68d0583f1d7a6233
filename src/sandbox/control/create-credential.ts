import { isInterfaceName, type InterfaceName } from "../../contract/interface-name.ts";
import type { Environment } from "../environment.ts";
import type { JsonObject } from "../../harness/model/json-object.ts";
import { permissionsOf, type Permission } from "../permissions.ts";
import { createRandom } from "../random.ts";
import { apiKeyLifetime, tokenText } from "../seed/credentials.ts";
import {
  countCredentials,
  credentials,
  credentialStates,
  type CredentialState,
} from "../store/credentials.ts";
import { findOrganization, mainOrganization } from "../store/organizations.ts";
import { wrong, type Reply } from "./reply.ts";

export const isCredentialState = (value: unknown): value is CredentialState =>
  (credentialStates as readonly unknown[]).includes(value);

/**
 * Makes a credential: `{interface, kind?: "token"|"hmac", organizationId?, permissions?, state?, lifetimeMs?}`; by
 * default a bearer token of the main organization with every permission, good for as long as one of its kind is.
 */
export const createCredential = (environment: Environment, body: JsonObject): Reply => {
  const { database, clock } = environment;
  const { kind = "token", organizationId = mainOrganization, state = "active", lifetimeMs } = body;
  const name = body["interface"];
  if (typeof name !== "string" || !isInterfaceName(name)) return wrong("interface is none of the three");
  if (kind !== "token" && !(kind === "hmac" && name === "crm"))
    return wrong("kind is token, or hmac for the CRM");
  if (typeof organizationId !== "number" || findOrganization(database, organizationId) === undefined) {
    return wrong("organizationId is no organization");
  }
  if (!isCredentialState(state)) return wrong("state is none of a credential's states");
  if (lifetimeMs !== undefined && !Number.isSafeInteger(lifetimeMs))
    return wrong("lifetimeMs is no whole number");
  const permissions = readPermissions(name, body["permissions"]);
  if (permissions === undefined) return wrong(`permissions are a list of ${permissionsOf[name].join(", ")}`);
  const texts = newTexts(environment, name, kind === "hmac", organizationId);
  const issuedAt = clock.now();
  const lifetime = typeof lifetimeMs === "number" ? lifetimeMs : defaultLifetime(name, kind);
  const id = credentials.add(database, {
    interface: name,
    kind: kind === "hmac" ? "hmac" : name === "crm" ? "api-key" : "token",
    ...texts,
    organizationId,
    permissions,
    state,
    issuedAt,
    ...(lifetime === undefined ? {} : { expiresAt: issuedAt + lifetime }),
  });
  return { status: 201, body: { data: { id, ...texts } } };
};

/** An API key lives for 15 years (CRM-35); how long other credentials live is not stated. */
const defaultLifetime = (name: InterfaceName, kind: string): number | undefined =>
  name === "crm" && kind === "token" ? apiKeyLifetime : undefined;

/** Permissions that the interface knows, all of them when none are named; undefined for anything else. */
const readPermissions = (name: InterfaceName, value: unknown): readonly Permission[] | undefined => {
  const known: readonly Permission[] = permissionsOf[name];
  if (value === undefined) return known;
  if (!Array.isArray(value)) return undefined;
  const permissions = known.filter((permission) => value.includes(permission));
  return permissions.length === value.length ? permissions : undefined;
};

/** A token or key that was never given out: its name counts the credentials so far. */
const newTexts = (
  { database, seed }: Environment,
  name: InterfaceName,
  isHmac: boolean,
  organizationId: number,
): { readonly token: string; readonly secret?: string } => {
  const unique = `control ${countCredentials(database)}`;
  if (!isHmac) return { token: tokenText(seed, name, unique, organizationId) };
  const random = createRandom(seed, unique);
  return { token: `app-${random.token(12)}`, secret: Buffer.from(random.token(32)).toString("base64") };
};
