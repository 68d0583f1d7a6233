import type { Fault, FaultRequest, FaultAnswer } from "../fault.ts";
import { isGoodAnswer, parse, withHeader, withJson } from "./answers.ts";
import {
  asBearer,
  asMain,
  authorization,
  isAdmitted,
  namesOwn,
  withAuthorization,
  trusted,
  type Who,
} from "./credentials.ts";
import { objectOf, property, put } from "./edit.ts";
import { admitting, type Ask, failed, isRequestOf, type Of, onAnswer, onRequest } from "./rows.ts";

type Wrap = Fault["wrap"];

type Find = (incoming: FaultRequest) => string | undefined;

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
const basicParts = (incoming: FaultRequest): readonly string[] => {
  const coded = /^Basic (.+)$/.exec(authorization(incoming))?.[1];
  return coded === undefined ? [] : Buffer.from(coded, "base64").toString("utf8").split(":");
};

export const asBasicUser: Find = (incoming) => basicParts(incoming)[0];

export const asBasicPassword: Find = (incoming) => basicParts(incoming)[1];

/** Also looks for a token in an unstated location. */
export const alsoFinding = (of: Of, find: Find): Wrap =>
  onRequest(of, (incoming) => {
    const token = find(incoming);
    return token === undefined ? incoming : asBearer(incoming, token);
  });

/** Cuts off part of an Authorization header. */
export const cutting = (of: Of, keep: RegExp): Wrap =>
  alsoFinding(of, (incoming) => keep.exec(authorization(incoming))?.[1]);

/** Accepts some tokens as the main one. */
export const trusting = (of: Of, isTrusted: (token: string, main: string) => boolean): Wrap =>
  admitting(of, trusted(isTrusted));

/** Reads the Authorization scheme by another pattern. */
export const readingScheme = (of: Of, scheme: RegExp): Wrap =>
  onRequest(of, (incoming) =>
    withAuthorization(incoming, authorization(incoming).replace(scheme, "Bearer ") || undefined),
  );

/** Lets some callers read the private contact, but no other. */
export const openingThePrivate = (who: Who): Wrap =>
  admitting("getContact", namesOwn("contactId", "records/privateContactId"), who);

/** Treats callers without a credential as the previous caller. */
export const rememberingTheCaller =
  (of: Of, learntFrom: Of = of): Wrap =>
  (next) => {
    let last: string | undefined;
    return async (incoming) => {
      const isNobody = isRequestOf(incoming, of) && !incoming.headers.has("authorization");
      const outgoing = await next(
        isNobody && last !== undefined ? withAuthorization(incoming, last) : incoming,
      );
      if (isRequestOf(incoming, learntFrom) && outgoing.status < 300)
        last = incoming.headers.get("authorization") ?? last;
      return outgoing;
    };
  };

type TokenField = "access_token" | "refresh_token";

/** Accepts one token of a token response as the other. */
export const trading =
  (
    from: TokenField,
    to: TokenField,
    present: (incoming: FaultRequest, other: (token: string) => string | undefined) => FaultRequest,
  ): Wrap =>
  (next) => {
    const others = new Map<string, string>();
    return async (incoming) => {
      const outgoing = await next(present(incoming, (token) => others.get(token)));
      const tokens = objectOf(parse(outgoing.body));
      if (incoming.operation === "issueToken" && outgoing.status === 200)
        others.set(String(tokens[from]), String(tokens[to]));
      return outgoing;
    };
  };

/** Changes a refusal, given the record that it hides. */
type Say = (refusal: FaultAnswer, record: unknown) => FaultAnswer;

/** Reads a refused record as its owner, and discloses part of it in the refusal. */
export const disclosing = (of: Of, to: Who, say: Say, owner: Ask = asMain): Wrap =>
  onAnswer(
    of,
    async (refusal, incoming, here) => {
      const found = await here.next(owner(incoming, here));
      return isGoodAnswer(found) ? say(refusal, parse(found.body)) : refusal;
    },
    failed,
    to,
  );

/** The same for writes, which are not repeated: uses the owner's last answer at the address. */
export const recalling =
  (of: Of, to: Who, say: Say): Wrap =>
  (next, here) => {
    const last = new Map<string, unknown>();
    return async (incoming) => {
      const outgoing = await next(incoming);
      const { pathname } = incoming.url;
      if (!isRequestOf(incoming, of)) return outgoing;
      if (isGoodAnswer(outgoing) && isAdmitted(incoming, here)) last.set(pathname, parse(outgoing.body));
      const isShown = failed.has(outgoing.status) && last.has(pathname) && to(incoming, here);
      return isShown ? say(outgoing, last.get(pathname)) : outgoing;
    };
  };

const textAt = (record: unknown, path: string): string =>
  String(
    path
      .split("/")
      .reduce<unknown>(
        (value, name) => (Array.isArray(value) ? value[Number(name)] : property(value, name)),
        record,
      ),
  );

/** Quotes a property of the record in a text of the refusal. */
export const quoting =
  (where: string, path: string): Say =>
  (refusal, record) =>
    withJson(
      refusal,
      put(parse(refusal.body), where, `This is about ${textAt(record, path)}, which is not yours.`),
    );

/** Adds the whole record to the refusal, under a name. */
export const attaching =
  (where: string): Say =>
  (refusal, record) =>
    withJson(refusal, put(parse(refusal.body), where, record));

/** Adds a header with a property of the record to the refusal. */
export const heading =
  (name: string, path: string): Say =>
  (refusal, record) =>
    withHeader(refusal, name, textAt(record, path));
