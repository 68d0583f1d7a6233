import { createHmac } from "node:crypto";
import type { BuiltinInterface } from "../../../builtin/interface-name.ts";
import { permissionsOf, type Permission } from "../../permissions.ts";
import { createRandom } from "../../../serving/random.ts";
import { accounts, credentials, type CredentialState } from "../../store/credentials.ts";
import { mainOrganization, organizations, otherOrganization } from "../../store/organizations.ts";
import type { SeedContext } from "./interface-seed.ts";

const day = 86_400_000;
/** API keys are valid for 15 years (CRM-35). */
export const apiKeyLifetime = 15 * 365.25 * day;

interface Seeded {
  readonly interface: BuiltinInterface;
  /** Key under `credentials` of the configuration. */
  readonly name: string;
  readonly organization?: number;
  readonly permissions?: readonly Permission[];
  readonly state?: CredentialState;
  /** Whether the configuration omits it: for tests of isolation. */
  readonly isHidden?: boolean;
}

const seeded: readonly Seeded[] = [
  { interface: "crm", name: "apiKey" },
  { interface: "crm", name: "limitedApiKey", permissions: [] },
  {
    interface: "crm",
    name: "noPrivateApiKey",
    permissions: permissionsOf.crm.filter((permission) => permission !== "privateContact.read"),
  },
  { interface: "crm", name: "revokedApiKey", state: "revoked" },
  { interface: "crm", name: "exhaustedApiKey", state: "exhausted" },
  { interface: "crm", name: "otherOrganizationApiKey", organization: otherOrganization },
  { interface: "donation", name: "token" },
  { interface: "donation", name: "limitedToken", permissions: [] },
  { interface: "donation", name: "revokedToken", state: "revoked" },
  { interface: "donation", name: "otherOrganizationToken", organization: otherOrganization, isHidden: true },
  { interface: "volunteer", name: "token" },
  { interface: "volunteer", name: "limitedToken", permissions: [] },
  { interface: "volunteer", name: "revokedToken", state: "revoked" },
  { interface: "volunteer", name: "suspendedToken", state: "suspended" },
  { interface: "volunteer", name: "accessDisabledToken", state: "access-disabled" },
  { interface: "volunteer", name: "otherOrganizationToken", organization: otherOrganization },
];

/** The names of an interface's tokens in a configuration. */
export const configuredTokens = (name: BuiltinInterface): readonly string[] =>
  seeded.filter((one) => one.interface === name && one.isHidden !== true).map((one) => one.name);

/** Adds two organizations and one credential of every sort. */
export const seedCredentials = (context: SeedContext): void => {
  const { database } = context;
  organizations.add(database, { id: mainOrganization, name: "Riverbend Community Trust" });
  organizations.add(database, { id: otherOrganization, name: "Northfield Relief Society" });
  for (const credential of seeded) addSeeded(context, credential);
  addHmac(context, "hmac", mainOrganization);
  addHmac(context, "otherOrganizationHmac", otherOrganization);
  addAccounts(context);
};

const addSeeded = ({ database, seed, now }: SeedContext, credential: Seeded): void => {
  const organizationId = credential.organization ?? mainOrganization;
  credentials.add(database, {
    interface: credential.interface,
    kind: credential.interface === "crm" ? "api-key" : "token",
    name: credential.name,
    token: tokenText(seed, credential.interface, credential.name, organizationId),
    organizationId,
    permissions: credential.permissions ?? permissionsOf[credential.interface],
    state: credential.state ?? "active",
    issuedAt: now - day,
    ...(credential.interface === "crm" ? { expiresAt: now - day + apiKeyLifetime } : {}),
  });
};

/** One part of a JSON Web Token. */
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * A bearer token in its interface's form: a JSON Web Token for volunteers, else a recognizable name followed by letters
 * and digits. The same seed and name give the same token.
 */
export const tokenText = (
  seed: number,
  interfaceName: BuiltinInterface,
  name: string,
  organizationId: number,
): string => {
  const random = createRandom(seed, `token ${interfaceName} ${name}`);
  if (interfaceName !== "volunteer") return `sandbox_${interfaceName}_${random.token(32)}`;
  const claims = { sub: `organization-${organizationId}`, jti: random.token(20) };
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", `sandbox ${seed}`).update(text).digest("base64url")}`;
};

const addHmac = ({ database, seed, now }: SeedContext, name: string, organizationId: number): void => {
  const random = createRandom(seed, `hmac ${name}`);
  credentials.add(database, {
    interface: "crm",
    kind: "hmac",
    name,
    token: `app-${random.token(12)}`,
    secret: Buffer.from(random.token(32)).toString("base64"),
    organizationId,
    permissions: permissionsOf.crm,
    state: "active",
    issuedAt: now - day,
  });
};

/** Usernames that the configuration uses to find the accounts. */
export const accountNames = {
  password: "robin+crm@riverbend.example",
  twoFactor: "sam+2fa&co@riverbend.example",
  otherOrganization: "kim@northfield.example",
} as const;

/** Passwords contain every character that a form must encode (CRM-34). */
const addAccounts = ({ database, seed }: SeedContext): void => {
  const random = createRandom(seed, "accounts");
  const permissions = permissionsOf.crm;
  const password = (): string => `p+a&s=s%w rd é€ ${random.token(8)}`;
  accounts.add(database, {
    organizationId: mainOrganization,
    username: accountNames.password,
    password: password(),
    displayName: "Robin Example",
    phone: "+15550100",
    permissions,
  });
  accounts.add(database, {
    organizationId: mainOrganization,
    username: accountNames.twoFactor,
    password: password(),
    displayName: "Sam Example",
    phone: "+15550101",
    otp: `00${String(random.integer(0, 9999)).padStart(4, "0")}`,
    permissions,
  });
  accounts.add(database, {
    organizationId: otherOrganization,
    username: accountNames.otherOrganization,
    password: password(),
    displayName: "Kim Example",
    phone: "+15550200",
    permissions,
  });
};
