import { operations as documented } from "../../generated/operations.ts";
import { hmacAuthorization } from "../../hmac.ts";
import { mainCredentialKey } from "../../interfaces.ts";
import { type BuiltinInterface, interfaceNames } from "../../interface-name.ts";
import type { FaultEnvironment, FaultRequest } from "../fault.ts";
import { property } from "./edit.ts";
import type { Ask } from "./rows.ts";

/** A condition on a request and its caller. */
export type Who = (incoming: FaultRequest, here: FaultEnvironment) => boolean;

/** A credential in the sandbox's configuration by its path under `credentials`, such as `hmac/appKey`. */
export const credential = (here: FaultEnvironment, of: BuiltinInterface, path: string): string => {
  const { credentials } = here.config.interfaces[of];
  const value = path.split("/").reduce<unknown>(property, credentials);
  if (typeof value !== "string") throw new Error(`the sandbox has no ${of} credential ${path}`);
  return value;
};

/** A record or scratch value in the sandbox's configuration, such as `records/contactId`. */
export const configuredValue = (here: FaultEnvironment, of: BuiltinInterface, path: string): unknown =>
  path.split("/").reduce<unknown>(property, here.config.interfaces[of]);

/** The interface's credential with all permissions. */
export const mainCredential = (here: FaultEnvironment, of: BuiltinInterface): string =>
  credential(here, of, mainCredentialKey(of));

export const calledInterface = ({ url }: FaultRequest): BuiltinInterface | undefined =>
  interfaceNames.find((name) => url.pathname.startsWith(`/${name}/`));

/** Value of the Authorization header; empty if there is none. */
export const authorization = ({ headers }: FaultRequest): string => headers.get("authorization") ?? "";

/** The Bearer token of a request; undefined without one. */
export const bornToken = (incoming: FaultRequest): string | undefined =>
  /^Bearer (.+)$/.exec(authorization(incoming))?.[1];

/** The request with another Authorization header, or without one. */
export const withAuthorization = (
  incoming: FaultRequest,
  authorization: string | undefined,
): FaultRequest => {
  const headers = new Headers(incoming.headers);
  if (authorization === undefined) headers.delete("authorization");
  else headers.set("authorization", authorization);
  return { ...incoming, headers };
};

export const asBearer = (incoming: FaultRequest, token: string): FaultRequest =>
  withAuthorization(incoming, `Bearer ${token}`);

/** The request with a credential of its interface. */
export const as =
  (path: string | ((of: BuiltinInterface) => string)): Ask =>
  (incoming, here) => {
    const of = calledInterface(incoming);
    if (of === undefined) return incoming;
    return asBearer(incoming, credential(here, of, typeof path === "string" ? path : path(of)));
  };

export const asMain: Ask = as(mainCredentialKey);

/** The request by the interface's second organization. */
export const asOther: Ask = as((of) => (of === "crm" ? "otherOrganizationApiKey" : "otherOrganizationToken"));

/** The request signed as HMAC-only operations require (U-18). */
export const asSigned: Ask = (incoming, here) =>
  withAuthorization(
    incoming,
    hmacAuthorization({
      appKey: credential(here, "crm", "hmac/appKey"),
      secret: credential(here, "crm", "hmac/secret"),
      method: incoming.method,
      url: incoming.url.href,
      nonce: "nonce",
      timestamp: Math.floor(here.now() / 1000),
    }),
  );

/** The request with the operation's main credential, signed if required. */
export const asAdmitted: Ask = (incoming, here) =>
  incoming.operation !== undefined && documented[incoming.operation].security === "hmac"
    ? asSigned(incoming, here)
    : asMain(incoming, here);

/** Requests that meet a condition on their interface. */
const atInterface =
  (is: (of: BuiltinInterface, incoming: FaultRequest, here: FaultEnvironment) => boolean): Who =>
  (incoming, here) => {
    const of = calledInterface(incoming);
    return of !== undefined && is(of, incoming, here);
  };

/** Callers with a credential of an interface. */
export const bearing =
  (of: BuiltinInterface, path: string): Who =>
  (incoming, here) =>
    bornToken(incoming) === credential(here, of, path);

/** Callers with a credential of the interface that they call. */
export const bearerOf = (...paths: readonly string[]): Who =>
  atInterface((of, incoming, here) => paths.some((path) => bearing(of, path)(incoming, here)));

/** Callers with the main credential of the interface that they call. */
export const isAdmitted: Who = atInterface(
  (of, incoming, here) => bornToken(incoming) === mainCredential(here, of),
);

/** Callers of the interface's second organization. */
export const isOther: Who = (incoming, here) =>
  bornToken(incoming) !== undefined && bornToken(incoming) === bornToken(asOther(incoming, here));

export const anonymous: Who = ({ headers }) => !headers.has("authorization");

/** Callers whose Authorization header matches a pattern. */
export const presentsHeader =
  (form: RegExp): Who =>
  (incoming) =>
    form.test(authorization(incoming));

/** Callers that present the main credential in a different form. */
const presentingMain = (form: (sent: string, main: string) => boolean): Who =>
  atInterface((of, incoming, here) => form(authorization(incoming), mainCredential(here, of)));

export const withoutScheme: Who = presentingMain((sent, main) => sent === main);

export const behindOtherSchemes: Who = presentingMain(
  (sent, main) => !sent.startsWith("Bearer ") && sent.endsWith(` ${main}`),
);

export const behindATab: Who = presentingMain((sent, main) => sent === `Bearer\t${main}`);

export const withoutItsEnd: Who = presentingMain(
  (sent, main) =>
    sent.length > "Bearer ".length && sent !== `Bearer ${main}` && `Bearer ${main}`.startsWith(sent),
);

export const inAnotherCase: Who = presentingMain(
  (sent, main) =>
    sent.startsWith("Bearer ") &&
    sent !== `Bearer ${main}` &&
    sent.toLowerCase() === `Bearer ${main}`.toLowerCase(),
);

/** Callers with a trusted token. */
export const trusted = (isTrusted: (token: string, main: string) => boolean): Who =>
  atInterface((of, incoming, here) => isTrusted(bornToken(incoming) ?? "", mainCredential(here, of)));

/** Callers with a credential of the interface that they call, after `bearer` in lower case. */
export const behindSmallLetters = (path: string): Who =>
  atInterface((of, incoming, here) => authorization(incoming) === `bearer ${credential(here, of, path)}`);

/** Callers whose path contains a record of the configuration: `records/contactId`. */
export const namesOwn = (parameter: string, path: string): Who =>
  atInterface((of, incoming, here) => incoming.path[parameter] === String(configuredValue(here, of, path)));
