import { createHmac } from "node:crypto";
import type { OperationId } from "../../../contract/generated/operations.ts";
import { mainCredentialKey } from "../../../contract/interfaces.ts";
import type { InterfaceName } from "../../../contract/interface-name.ts";
import type { Fault, FaultSurroundings, Incoming } from "../fault.ts";
import { property } from "./edit.ts";
import { presenting } from "./wrappers.ts";

type Wrap = Fault["wrap"];

/** A credential of the sandbox's configuration by its place under `credentials`, for example `hmac/appKey`. */
export const credential = (surroundings: FaultSurroundings, of: InterfaceName, place: string): string => {
  const { credentials } = surroundings.config.interfaces[of];
  const value = place.split("/").reduce<unknown>(property, credentials);
  if (typeof value !== "string") throw new Error(`the sandbox has no ${of} credential ${place}`);
  return value;
};

/** A record or scratch value of the sandbox's configuration, for example `records/contactId`. */
export const configured = (surroundings: FaultSurroundings, of: InterfaceName, place: string): unknown =>
  place.split("/").reduce<unknown>(property, surroundings.config.interfaces[of]);

/** The credential that may do everything at an interface. */
export const mainCredential = (surroundings: FaultSurroundings, of: InterfaceName): string =>
  credential(surroundings, of, mainCredentialKey(of));

/** The token that a request bears; undefined without a Bearer header. */
export const bornToken = ({ headers }: Incoming): string | undefined =>
  /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];

/** Whether a request bears one of the configured credentials. */
export const bears = (
  incoming: Incoming,
  surroundings: FaultSurroundings,
  of: InterfaceName,
  place: string,
): boolean => bornToken(incoming) === credential(surroundings, of, place);

export const asBearer = (incoming: Incoming, token: string): Incoming =>
  presenting(incoming, `Bearer ${token}`);

/** The request as its interface's main credential would make it. */
export const asMain = (incoming: Incoming, surroundings: FaultSurroundings, of: InterfaceName): Incoming =>
  asBearer(incoming, mainCredential(surroundings, of));

/** The request signed as HMAC-only operations want it (U-18). */
export const asSigned = (incoming: Incoming, surroundings: FaultSurroundings): Incoming => {
  const appKey = credential(surroundings, "crm", "hmac/appKey");
  const secret = credential(surroundings, "crm", "hmac/secret");
  const time = Math.floor(surroundings.now() / 1000);
  const address = encodeURIComponent(incoming.url.href.toLowerCase());
  const text = `${appKey}${address}${incoming.method}nonce${time}`.toLowerCase();
  const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest("base64");
  return presenting(incoming, `Hmac ${appKey}:${signature}:nonce:${time}`);
};

/** Whether a request is meant for one of some operations. */
export const isMeantFor = (incoming: Incoming, operations: readonly OperationId[]): boolean =>
  incoming.operation !== undefined && operations.includes(incoming.operation);

type Who = (incoming: Incoming, surroundings: FaultSurroundings) => boolean;

/** Lets requests of some operations by certain callers pass as the CRM's main key, signed where that is wanted. */
export const admitting =
  (operations: readonly OperationId[], who: Who): Wrap =>
  (next, surroundings) =>
  (incoming) => {
    if (!isMeantFor(incoming, operations) || !who(incoming, surroundings)) return next(incoming);
    const isSigned = incoming.operation === "getContactByReference";
    return next(isSigned ? asSigned(incoming, surroundings) : asMain(incoming, surroundings, "crm"));
  };

/** Callers that bear a configured CRM credential. */
export const bearerOf =
  (place: string): Who =>
  (incoming, surroundings) =>
    bears(incoming, surroundings, "crm", place);

/** Callers without any Authorization header. */
export const anonymous: Who = ({ headers }) => !headers.has("authorization");
