import { operations as documented } from "../../../contract/generated/operations.ts";
import { hmacAuthorization } from "../../../contract/hmac.ts";
import { mainCredentialKey } from "../../../contract/interfaces.ts";
import { type InterfaceName, interfaceNames } from "../../../contract/interface-name.ts";
import type { FaultSurroundings, Incoming } from "../fault.ts";
import { property } from "./edit.ts";
import type { Ask } from "./rows.ts";

/** A question about a request: who asks, or for what. */
export type Who = (incoming: Incoming, here: FaultSurroundings) => boolean;

/** A credential of the sandbox's configuration by its path under `credentials`, for example `hmac/appKey`. */
export const credential = (here: FaultSurroundings, of: InterfaceName, path: string): string => {
  const { credentials } = here.config.interfaces[of];
  const value = path.split("/").reduce<unknown>(property, credentials);
  if (typeof value !== "string") throw new Error(`the sandbox has no ${of} credential ${path}`);
  return value;
};

/** A record or scratch value of the sandbox's configuration, for example `records/contactId`. */
export const configured = (here: FaultSurroundings, of: InterfaceName, path: string): unknown =>
  path.split("/").reduce<unknown>(property, here.config.interfaces[of]);

/** The credential that may do everything at an interface. */
export const mainCredential = (here: FaultSurroundings, of: InterfaceName): string =>
  credential(here, of, mainCredentialKey(of));

/** The interface that a request is made to. */
export const interfaceOf = ({ url }: Incoming): InterfaceName | undefined =>
  interfaceNames.find((name) => url.pathname.startsWith(`/${name}/`));

/** What the Authorization header holds; nothing where there is none. */
export const authorization = ({ headers }: Incoming): string => headers.get("authorization") ?? "";

/** The token that a request bears; undefined without a Bearer header. */
export const bornToken = (incoming: Incoming): string | undefined =>
  /^Bearer (.+)$/.exec(authorization(incoming))?.[1];

/** The request with another Authorization header, or without one. */
export const presenting = (incoming: Incoming, authorization: string | undefined): Incoming => {
  const headers = new Headers(incoming.headers);
  if (authorization === undefined) headers.delete("authorization");
  else headers.set("authorization", authorization);
  return { ...incoming, headers };
};

export const asBearer = (incoming: Incoming, token: string): Incoming =>
  presenting(incoming, `Bearer ${token}`);

/** The request as a credential of the interface that it is made to would make it. */
export const as =
  (path: string | ((of: InterfaceName) => string)): Ask =>
  (incoming, here) => {
    const of = interfaceOf(incoming);
    if (of === undefined) return incoming;
    return asBearer(incoming, credential(here, of, typeof path === "string" ? path : path(of)));
  };

export const asMain: Ask = as(mainCredentialKey);

/** The request as the interface's second organization would make it. */
export const asOther: Ask = as((of) => (of === "crm" ? "otherOrganizationApiKey" : "otherOrganizationToken"));

/** The request signed as HMAC-only operations want it (U-18). */
export const asSigned: Ask = (incoming, here) =>
  presenting(
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

/** The request as the operation's main credential would make it, signed where that is wanted. */
export const asAdmitted: Ask = (incoming, here) =>
  incoming.operation !== undefined && documented[incoming.operation].security === "hmac"
    ? asSigned(incoming, here)
    : asMain(incoming, here);

/** Requests to an interface that meet a condition about it. */
const atInterface =
  (is: (of: InterfaceName, incoming: Incoming, here: FaultSurroundings) => boolean): Who =>
  (incoming, here) => {
    const of = interfaceOf(incoming);
    return of !== undefined && is(of, incoming, here);
  };

/** Callers that bear a credential of an interface. */
export const bearing =
  (of: InterfaceName, path: string): Who =>
  (incoming, here) =>
    bornToken(incoming) === credential(here, of, path);

/** Callers that bear a credential of the interface that they call. */
export const bearerOf = (...paths: readonly string[]): Who =>
  atInterface((of, incoming, here) => paths.some((path) => bearing(of, path)(incoming, here)));

/** Callers that bear the main credential of the interface that they call. */
export const isAdmitted: Who = atInterface(
  (of, incoming, here) => bornToken(incoming) === mainCredential(here, of),
);

/** Callers of the interface's second organization. */
export const isOther: Who = (incoming, here) =>
  bornToken(incoming) !== undefined && bornToken(incoming) === bornToken(asOther(incoming, here));

/** Callers without any Authorization header. */
export const anonymous: Who = ({ headers }) => !headers.has("authorization");

/** Callers whose Authorization header looks like something. */
export const presents =
  (form: RegExp): Who =>
  (incoming) =>
    form.test(authorization(incoming));

/** Callers that present the main credential in a form of its own. */
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

/** Callers whose token is taken for a good one. */
export const trusted = (isTrusted: (token: string, main: string) => boolean): Who =>
  atInterface((of, incoming, here) => isTrusted(bornToken(incoming) ?? "", mainCredential(here, of)));

/** Callers with a credential of the interface that they call behind bearer in small letters. */
export const behindSmallLetters = (path: string): Who =>
  atInterface((of, incoming, here) => authorization(incoming) === `bearer ${credential(here, of, path)}`);

/** Callers whose path names a record of the configuration: `records/contactId`. */
export const namesOwn = (parameter: string, path: string): Who =>
  atInterface((of, incoming, here) => incoming.path[parameter] === String(configured(here, of, path)));
