import type { IncomingMessage, ServerResponse } from "node:http";
import { climbs, pathOfTarget } from "../../core/model/climbs.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { BodyCopies } from "./body-copy.ts";
import type { ProxyConnection, ProxyTarget } from "./connection.ts";
import type { Disturbance } from "./disturbances.ts";
import { forward, type Passed } from "./forward.ts";
import type { Guard } from "./guard.ts";
import { firstHeaderValue } from "./headers.ts";
import { answerOwn, type OwnAnswer, type OwnReason } from "./own-answer.ts";

/** A request with its parsed address. */
export interface Addressed {
  readonly target: ProxyTarget;
  /** Path and query after the interface's base address, byte for byte. */
  readonly path: string;
}

export interface HandlerParts {
  readonly targets: ReadonlyMap<InterfaceName, ProxyTarget>;
  /** The interface that also answers to paths without its name. */
  readonly root?: InterfaceName | undefined;
  readonly guard: Guard;
  readonly copies: BodyCopies;
  readonly disturb: () => Disturbance;
  /** Why a request must not be forwarded. */
  readonly refuse: (request: IncomingMessage, addressed: Addressed) => OwnAnswer | undefined;
  /** The credential to add to a request that has none. */
  readonly authorize: (request: IncomingMessage, addressed: Addressed) => string | undefined;
  /** The proxy's own page. */
  readonly page: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly onOwn: (reason: OwnReason) => void;
  readonly onPassed: (request: IncomingMessage, addressed: Addressed, passed: Passed) => void;
}

/** Answers a request on a connection; `only` is the interface on whose own port it arrived. */
export type ProxyHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  connection: ProxyConnection,
  only?: InterfaceName,
) => void;

const pagePath = /^\/__tripact(?=[/?]|$)/;

const prefix = /^\/([a-z][a-z0-9-]*)(?=[/?]|$)/;

const malformed = (message: string): OwnAnswer => ({ status: 400, reason: "malformed-request", message });

/** Why a request is ambiguous; undefined if it is not. */
const unreadableFor = ({ httpVersion, rawHeaders }: IncomingMessage): OwnAnswer | undefined => {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return { ...malformed("The proxy reads HTTP/1.1 and HTTP/1.0."), status: 505 };
  return httpVersion === "1.0" && firstHeaderValue(rawHeaders, "transfer-encoding") !== undefined
    ? malformed("A request of HTTP/1.0 with Transfer-Encoding has no certain end.")
    : undefined;
};

interface Request {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly connection: ProxyConnection;
}

const retryAfter: ReadonlySet<number> = new Set([429, 503]);

const disturbed = (status: number): OwnAnswer => ({
  status,
  reason: "disturbed",
  message: `The proxy answers ${status} on purpose (--status). The target has not seen the request.`,
  ...(retryAfter.has(status) ? { headers: ["Retry-After", "1"] } : {}),
});

/** Finds the target of a URL of the proxy. */
const addressing = (
  targets: HandlerParts["targets"],
  root: InterfaceName | undefined,
): ((url: string, only: InterfaceName | undefined) => Addressed | OwnAnswer) => {
  const known = [...targets.keys()].map((one) => `/${one}`).join(", ");

  return (url, only) => {
    if (!url.startsWith("/") && !url.startsWith("?"))
      return malformed(`This is a reverse proxy: ask for a path below ${known}.`);
    const named = prefix.exec(url)?.[1] ?? "";
    const isBelow = only === undefined && targets.has(named);
    const target = targets.get(only ?? (isBelow ? named : (root ?? "")));
    if (target === undefined)
      return { status: 404, reason: "not-found", message: `The proxy serves ${known} and /__tripact.` };
    const path = isBelow ? url.slice(named.length + 1) : url;
    return climbs(pathOfTarget(path))
      ? malformed("The path holds dot segments, which lead out of the interface.")
      : { target, path };
  };
};

export const createHandler = (parts: HandlerParts): ProxyHandler => {
  const { targets, root, guard, page, refuse, authorize, disturb, copies, onOwn, onPassed } = parts;
  const addressOf = addressing(targets, root);

  const own = (outgoing: ServerResponse, answer: OwnAnswer): void => {
    onOwn(answer.reason);
    answerOwn(outgoing, answer);
  };

  const pass = (request: Request, addressed: Addressed, isCut: boolean): void => {
    const { incoming, outgoing, connection } = request;
    const agent = connection.agentOf(addressed.target);
    const authorization = authorize(incoming, addressed);
    forward({ ...addressed, incoming, outgoing, agent, authorization, isCut, copies }, (passed) =>
      onPassed(incoming, addressed, passed),
    );
  };

  const proceed = (request: Request, addressed: Addressed, { breaks, status }: Disturbance): void => {
    const { incoming, outgoing } = request;
    if (outgoing.destroyed) return;
    if (breaks === "refused") {
      onOwn("disturbed");
      incoming.socket.destroySoon();
    } else if (status !== undefined) own(outgoing, disturbed(status));
    else pass(request, addressed, breaks === "cut");
  };

  const handle = (request: Request, only: InterfaceName | undefined): void => {
    const { incoming, outgoing } = request;
    const unreadable = unreadableFor(incoming);
    if (unreadable !== undefined) {
      outgoing.shouldKeepAlive = false;
      return own(outgoing, unreadable);
    }
    const { url = "" } = incoming;
    const addressed = addressOf(url, only);
    const isPage = only === undefined && pagePath.test(url);
    const foreign = guard(incoming, !isPage && "target" in addressed);
    if (foreign !== undefined) return own(outgoing, foreign);
    if (isPage) return page(incoming, outgoing);
    if (!("target" in addressed)) return own(outgoing, addressed);
    const refusal = refuse(incoming, addressed);
    if (refusal !== undefined) return own(outgoing, refusal);
    const disturbance = disturb();
    if (disturbance.delayMs === 0) return proceed(request, addressed, disturbance);
    setTimeout(() => proceed(request, addressed, disturbance), disturbance.delayMs);
    return undefined;
  };

  return (incoming, outgoing, connection, only) =>
    connection.take(outgoing, () => handle({ incoming, outgoing, connection }, only));
};
