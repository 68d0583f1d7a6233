import type { OperationId } from "../../../contract/generated/operations.ts";
import type { InterfaceName } from "../../../contract/interface-name.ts";
import type { Fault, Incoming } from "../fault.ts";
import { asBearer, asMain, isMeantFor, mainCredential } from "./credentials.ts";

type Wrap = Fault["wrap"];

type Find = (incoming: Incoming) => string | undefined;

export const inQuery =
  (name: string): Find =>
  ({ url }) =>
    url.searchParams.get(name) ?? undefined;

export const inCookie =
  (name: string): Find =>
  ({ headers }) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];

export const inHeader =
  (name: string): Find =>
  ({ headers }) =>
    headers.get(name)?.replace(/^Bearer /, "") ?? undefined;

/** The user and the password of Basic credentials. */
const basicParts = ({ headers }: Incoming): readonly string[] => {
  const coded = /^Basic (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
  return coded === undefined ? [] : Buffer.from(coded, "base64").toString("utf8").split(":");
};

export const asBasicUser: Find = (incoming) => basicParts(incoming)[0];

export const asBasicPassword: Find = (incoming) => basicParts(incoming)[1];

/** Some operations look for a token in another place than the stated one, too. */
export const alsoFinding =
  (of: readonly OperationId[], find: Find): Wrap =>
  (next) =>
  (incoming) => {
    const token = isMeantFor(incoming, of) ? find(incoming) : undefined;
    return next(token === undefined ? incoming : asBearer(incoming, token));
  };

/** What an Authorization header holds is cut before some operations look at it. */
export const cutting = (of: readonly OperationId[], keep: RegExp): Wrap =>
  alsoFinding(of, ({ headers }) => keep.exec(headers.get("authorization") ?? "")?.[1]);

/** Some operations take whatever a predicate takes for a good token as if it were the main one. */
export const trusting =
  (
    name: InterfaceName,
    of: readonly OperationId[],
    isTrusted: (token: string, main: string) => boolean,
  ): Wrap =>
  (next, surroundings) =>
  (incoming) => {
    const token = /^Bearer (.+)$/.exec(incoming.headers.get("authorization") ?? "")?.[1] ?? "";
    const isMeant = isMeantFor(incoming, of) && isTrusted(token, mainCredential(surroundings, name));
    return next(isMeant ? asMain(incoming, surroundings, name) : incoming);
  };
