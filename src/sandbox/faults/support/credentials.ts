import { createHmac } from "node:crypto";
import { operations as documented, type OperationId } from "../../../contract/generated/operations.ts";
import { mainCredentialKey } from "../../../contract/interfaces.ts";
import type { InterfaceName } from "../../../contract/interface-name.ts";
import type { Fault, FaultSurroundings, Incoming } from "../fault.ts";
import { property } from "./edit.ts";
import { presenting } from "./wrappers.ts";

type Wrap = Fault["wrap"];

/** A credential of the sandbox's configuration by its path under `credentials`, for example `hmac/appKey`. */
export const credential = (surroundings: FaultSurroundings, of: InterfaceName, path: string): string => {
  const { credentials } = surroundings.config.interfaces[of];
  const value = path.split("/").reduce<unknown>(property, credentials);
  if (typeof value !== "string") throw new Error(`the sandbox has no ${of} credential ${path}`);
  return value;
};

/** A record or scratch value of the sandbox's configuration, for example `records/contactId`. */
export const configured = (surroundings: FaultSurroundings, of: InterfaceName, path: string): unknown =>
  path.split("/").reduce<unknown>(property, surroundings.config.interfaces[of]);

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
  path: string,
): boolean => bornToken(incoming) === credential(surroundings, of, path);

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

/** Which callers are meant. */
export type Who = (incoming: Incoming, surroundings: FaultSurroundings) => boolean;

/** The request as the main credential of the operation's interface would make it, signed where that is wanted. */
const admitted = (incoming: Incoming, of: OperationId, surroundings: FaultSurroundings): Incoming =>
  documented[of].security === "hmac"
    ? asSigned(incoming, surroundings)
    : asMain(incoming, surroundings, documented[of].interface);

/** Lets requests of some operations by certain callers pass as made with the main credential. */
export const admitting =
  (operations: readonly OperationId[], who: Who): Wrap =>
  (next, surroundings) =>
  (incoming) => {
    const { operation } = incoming;
    const isLetIn = operation !== undefined && operations.includes(operation) && who(incoming, surroundings);
    return next(isLetIn ? admitted(incoming, operation, surroundings) : incoming);
  };

/** Callers that bear a configured credential of the interface that they call. */
export const bearerOf =
  (path: string): Who =>
  (incoming, surroundings) =>
    incoming.operation !== undefined &&
    bears(incoming, surroundings, documented[incoming.operation].interface, path);

/** Callers without any Authorization header. */
export const anonymous: Who = ({ headers }) => !headers.has("authorization");

/** What the Authorization header holds; nothing where there is none. */
export const header = ({ headers }: Incoming): string => headers.get("authorization") ?? "";

/** Whether a request bears its interface's main credential in a form of its own. */
const presentingMain =
  (form: (sent: string, main: string) => boolean): Who =>
  (incoming, surroundings) => {
    const { operation } = incoming;
    return (
      operation !== undefined &&
      form(header(incoming), mainCredential(surroundings, documented[operation].interface))
    );
  };

/** Callers that present the main credential without a scheme before it. */
export const withoutScheme: Who = presentingMain((sent, main) => sent === main);

/** Callers that present the main credential behind another scheme than Bearer. */
export const behindOtherSchemes: Who = presentingMain(
  (sent, main) => !sent.startsWith("Bearer ") && sent.endsWith(` ${main}`),
);

/** Callers that present the beginning of the main credential. */
export const withoutItsEnd: Who = presentingMain(
  (sent, main) =>
    sent.length > "Bearer ".length && sent !== `Bearer ${main}` && `Bearer ${main}`.startsWith(sent),
);

/** Callers that present the main credential with some letters in the other case. */
export const inAnotherCase: Who = presentingMain(
  (sent, main) =>
    sent.startsWith("Bearer ") &&
    sent !== `Bearer ${main}` &&
    sent.toLowerCase() === `Bearer ${main}`.toLowerCase(),
);

/** Callers with any bearer token. */
export const withAnyToken: Who = (incoming) => /^Bearer ./.test(header(incoming));

/** Takes whoever comes to some operations without a credential for the one who came to some others before. */
export const rememberingTheCaller =
  (operations: readonly OperationId[], learntFrom: readonly OperationId[] = operations): Wrap =>
  (next) => {
    let last: string | undefined;
    return async (incoming) => {
      const isNobody = isMeantFor(incoming, operations) && !incoming.headers.has("authorization");
      const outgoing = await next(isNobody && last !== undefined ? presenting(incoming, last) : incoming);
      if (isMeantFor(incoming, learntFrom) && outgoing.status < 300)
        last = incoming.headers.get("authorization") ?? last;
      return outgoing;
    };
  };

/** Callers with a configured credential of the interface that they call behind bearer in small letters. */
export const behindSmallLetters =
  (path: string): Who =>
  (incoming, surroundings) =>
    incoming.operation !== undefined &&
    header(incoming) === `bearer ${credential(surroundings, documented[incoming.operation].interface, path)}`;
