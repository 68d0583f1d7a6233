import { type BuiltinInterface, interfaceNames } from "../builtin/interface-name.ts";
import type { ConfiguredInterfaces, InterfaceConfiguration } from "../builtin/configured-interfaces.ts";
import { interfaces } from "../builtin/interfaces.ts";
import type { InterfaceDescription } from "../core/model/contract.ts";
import type { Assumptions } from "./assumptions/assumptions.ts";
import { accountNames, configuredTokens } from "./builtin/seed/credentials.ts";
import { interfaceSeeds } from "./builtin/seed/fill.ts";
import {
  findAccountByUsername,
  findNamedCredential,
  type SignInAccount,
  type Credential,
} from "./store/credentials.ts";
import type { SandboxDatabase } from "./store/database.ts";

/** A complete configuration, as in tripact.config.yaml. */
export interface SandboxConfiguration {
  readonly interfaces: ConfiguredInterfaces;
  readonly safety: typeof wideSafety;
  /** Root address, if the control interface is open: a run may then move the clock and read the logs. */
  readonly sandbox?: { readonly control: string };
}

/**
 * Limits that let every check run often: a sandbox has nothing to protect. `perHour` limits the run; the sandbox's own
 * hourly limit per credential is an assumption (U-27 to U-29).
 */
const wideSafety = { writes: true, maxRequests: 100_000, perSecond: 1000, perHour: 100_000 } as const;

const versionOf = (name: BuiltinInterface): string => {
  const described: InterfaceDescription = interfaces[name];
  return described.versionPrefix ?? "";
};

const ofEach = <Value>(make: (name: BuiltinInterface) => Value): Readonly<Record<BuiltinInterface, Value>> =>
  // The object has every name.
  Object.fromEntries(interfaceNames.map((name) => [name, make(name)])) as Record<BuiltinInterface, Value>;

/**
 * The base addresses below an origin, of which `root` is the origin's own. If paths contain a version, the address ends
 * with it.
 */
export const baseUrlsAt = (origin: string, root?: string): Readonly<Record<BuiltinInterface, string>> =>
  ofEach((name) => `${origin}${name === root ? "" : `/${name}`}${versionOf(name)}`);

/** Everything that a run needs to know of a sandbox at `origin`. */
export const describeSandbox = (
  database: SandboxDatabase,
  assumptions: Assumptions,
  {
    origin,
    control,
    root,
    documents,
  }: {
    readonly origin: string;
    readonly control: boolean;
    readonly root: string | undefined;
    readonly documents: Readonly<Record<string, InterfaceConfiguration>>;
  },
): SandboxConfiguration => {
  const baseUrls = baseUrlsAt(origin, root);
  return {
    interfaces: {
      ...documents,
      ...ofEach((name) => ({
        baseUrl: baseUrls[name],
        credentials: { ...tokens(database, name), ...(name === "crm" ? otherCrmCredentials(database) : {}) },
        ...interfaceSeeds[name].configuration(database, assumptions),
      })),
    },
    safety: wideSafety,
    ...(control ? { sandbox: { control: origin } } : {}),
  };
};

const tokens = (database: SandboxDatabase, name: BuiltinInterface): Record<string, string> =>
  Object.fromEntries(configuredTokens(name).map((key) => [key, credentialNamed(database, name, key).token]));

const otherCrmCredentials = (database: SandboxDatabase): Record<string, unknown> => {
  const password = account(database, accountNames.password);
  const twoFactor = account(database, accountNames.twoFactor);
  const hmac = credentialNamed(database, "crm", "hmac");
  return {
    password: { username: password.username, password: password.password },
    twoFactor: { username: twoFactor.username, password: twoFactor.password, otp: twoFactor.otp },
    hmac: { appKey: hmac.token, secret: hmac.secret },
  };
};

const credentialNamed = (
  database: SandboxDatabase,
  interfaceName: BuiltinInterface,
  name: string,
): Credential => {
  const credential = findNamedCredential(database, interfaceName, name);
  if (credential === undefined) throw new Error(`the ${interfaceName} credential ${name} was not seeded`);
  return credential;
};

const account = (database: SandboxDatabase, username: string): SignInAccount => {
  const found = findAccountByUsername(database, username);
  if (found === undefined) throw new Error(`the account ${username} was not seeded`);
  return found;
};
