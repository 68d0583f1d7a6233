import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Body } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";
import type { Target } from "../runner/target.ts";
import { hmacAuthorization } from "../transports/hmac.ts";
import { matchOperation } from "../validation/match-operation.ts";
import type { Caller, Stage } from "./stage.ts";

export interface GateOptions {
  readonly target: Target;
  readonly interface: InterfaceName;
  readonly stage: Stage;
  /** A fresh text for signatures. */
  readonly nonce: () => string;
}

/** What a verifier takes for the provider. */
export interface Gate {
  /** Address that stands for the provider's base address. */
  readonly origin: string;
  /** Address for provider states. */
  readonly states: string;
  close(): Promise<void>;
}

const statesPath = "/_tripact/provider-states";

const isText = (value: unknown): value is string => typeof value === "string";

/** A pact's own credential is an example; what is sent is the one that the state at hand asks for. */
const authorizationFor = (
  { target, interface: name, nonce }: GateOptions,
  operation: Operation,
  url: string,
  caller: Caller,
): string | undefined => {
  if (caller === "anonymous" || operation.security === "none") return undefined;
  if (operation.security === "bearer")
    return `Bearer ${target.secret(`${name}.credentials.${caller.credential}`) ?? ""}`;
  const appKey = target.secret("crm.credentials.hmac.appKey") ?? "";
  const secret = target.secret("crm.credentials.hmac.secret") ?? "";
  const timestamp = Math.floor(target.now() / 1000);
  return hmacAuthorization({ appKey, secret, method: operation.method, url, nonce: nonce(), timestamp });
};

const textOf = (body: Body): string | null => {
  if (body.kind === "json") return JSON.stringify(body.value);
  return body.kind === "text" ? body.text : null;
};

/** Headers that describe the connection to the target rather than its answer. */
const ownHeaders = new Set(["content-length", "transfer-encoding", "connection", "keep-alive", "date"]);

const forward = async (options: GateOptions, context: Context): Promise<Response> => {
  const { target, stage } = options;
  const base = target.baseUrls[options.interface] ?? "";
  const { pathname, search } = new URL(context.req.url);
  const url = `${base}${pathname}${search}`;
  const { method } = context.req;
  const match = matchOperation({ interface: options.interface, method, path: pathname });
  const caller = await stage.enter();
  if (match === undefined) return context.json({ message: "No documented operation is at this path." }, 404);
  const { operation } = match;
  const authorization = authorizationFor(options, operation, url, caller);
  const body = await context.req.text();
  const type = context.req.header("content-type");
  const answer = await target.transport({
    interface: options.interface,
    operation: operation.id,
    effect: operation.effect,
    method: operation.method,
    url,
    headers: {
      accept: context.req.header("accept") ?? "application/json",
      ...(type === undefined ? {} : { "content-type": type }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(body === "" ? {} : { body }),
    pathParameters: match.path,
    asItComes: true,
  });
  if (answer.kind === "failure") return context.json({ message: answer.message }, 502);
  const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.has(name));
  return new Response(textOf(answer.body), { status: answer.status, headers });
};

interface StateRequest {
  readonly action?: unknown;
  readonly state?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

const setUp = async ({ stage }: GateOptions, context: Context): Promise<Response> => {
  const { action, state, params = {} }: StateRequest = await context.req.json();
  // An interaction without a state asks for one without a name; what one leaves behind the next one clears.
  if (action === "teardown" || state === "") return context.json({});
  if (!isText(state)) return context.json({ message: "state is no text" }, 400);
  return context.json(await stage.setUp(state, params));
};

/**
 * Stands between a Pact verifier and the target on a port of this machine: sets up provider states, puts real
 * credentials in place of a pact's examples and sends everything through the target's own transport, so that
 * guard and budget hold for pacts as for checks.
 */
export const openGate = async (options: GateOptions): Promise<Gate> => {
  const app = new Hono();
  app.post(statesPath, (context) => setUp(options, context));
  app.all("*", (context) => forward(options, context));
  app.onError((error, context) => context.json({ message: error.message }, 500));
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    states: `${origin}${statesPath}`,
    close: async () => {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
    },
  };
};
