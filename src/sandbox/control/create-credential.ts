import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { SandboxState } from "../environment.ts";
import { permissionsOf, type Permission } from "../permissions.ts";
import { createRandom } from "../../serving/random.ts";
import { apiKeyLifetime, tokenText } from "../builtin/seed/credentials.ts";
import { countCredentials, credentials } from "../store/credentials.ts";
import { findOrganization, mainOrganization } from "../store/organizations.ts";
import { wrong, type ControlModels, type Reply } from "./control-document.ts";

/** Creates a bearer token; by default of the main organization, with every permission and its kind's lifetime. */
export const createCredential = (
  environment: SandboxState,
  body: ControlModels["NewCredential"],
): Reply<"createCredential"> => {
  const { database, clock } = environment;
  const { interface: name, kind = "token", organizationId = mainOrganization, state = "active" } = body;
  if (kind === "hmac" && name !== "crm") return wrong("kind is token, or hmac for the CRM");
  if (findOrganization(database, organizationId) === undefined)
    return wrong("organizationId is no organization");
  const permissions = readPermissions(name, body.permissions);
  if (permissions === undefined) return wrong(`permissions are a list of ${permissionsOf[name].join(", ")}`);
  const texts = newTexts(environment, name, kind === "hmac", organizationId);
  const issuedAt = clock.now();
  const lifetime = body.lifetimeMs ?? defaultLifetime(name, kind);
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

/** An API key is valid for 15 years (CRM-35); other lifetimes are not stated. */
const defaultLifetime = (name: BuiltinInterface, kind: string): number | undefined =>
  name === "crm" && kind === "token" ? apiKeyLifetime : undefined;

/** Permissions of the interface, all of them if none are named; undefined for anything else. */
const readPermissions = (
  name: BuiltinInterface,
  named: readonly string[] | undefined,
): readonly Permission[] | undefined => {
  const known: readonly Permission[] = permissionsOf[name];
  if (named === undefined) return known;
  const permissions = known.filter((permission) => named.includes(permission));
  return permissions.length === named.length ? permissions : undefined;
};

/** A new token or key; its name contains the number of credentials so far. */
const newTexts = (
  { database, seed }: SandboxState,
  name: BuiltinInterface,
  isHmac: boolean,
  organizationId: number,
): { readonly token: string; readonly secret?: string } => {
  const unique = `control ${countCredentials(database)}`;
  if (!isHmac) return { token: tokenText(seed, name, unique, organizationId) };
  const random = createRandom(seed, unique);
  return { token: `app-${random.token(12)}`, secret: Buffer.from(random.token(32)).toString("base64") };
};
