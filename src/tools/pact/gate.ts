import { interfaces } from "../../contract/interfaces.ts";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { measureJson } from "../../harness/model/json-limits.ts";
import {
  isTransient,
  type Body,
  type FailureOutcome,
  type ResponseOutcome,
} from "../../harness/model/exchange.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Operation } from "../../harness/model/operation.ts";
import type { Target } from "../../harness/runner/target.ts";
import { hmacAuthorization } from "../../contract/hmac.ts";
import { operationMatcher } from "../../contract/documents.ts";
import { pactLimits, type PactInteraction } from "./pact-file.ts";
import { type Caller, type Stage, StageError } from "./stage.ts";
import { refusedCredential } from "../../harness/model/secret.ts";
import { messageOf } from "../../harness/model/error-code.ts";

export interface GateOptions {
  readonly target: Target;
  readonly interface: InterfaceName;
  readonly stage: Stage;
  readonly interactions: readonly PactInteraction[];
  /** A unique text for signatures, and for secrets shared only with the verifier. */
  readonly nonce: () => string;
}

/** The server that a verifier considers the provider. */
export type Gate = Awaited<ReturnType<typeof openGate>>;

/** Known only to the verifier: the gate holds the target's credentials and must answer no one else. */
const interactionHeader = "x-tripact-interaction";

const isText = (value: unknown): value is string => typeof value === "string";

/** The configured credential of a request; undefined if it carries none. */
const credentialOf = (name: InterfaceName, operation: Operation, caller: Caller): string | undefined => {
  if (caller === "anonymous" || operation.security === "none") return undefined;
  return `${name}.credentials.${operation.security === "bearer" ? caller.credential : "hmac.secret"}`;
};

/** A pact's own credential is an example; the request gets the one that the current state requires. */
const authorizationFor = (
  { target, nonce }: GateOptions,
  operation: Operation,
  url: string,
  credential: string | undefined,
): string | undefined => {
  if (credential === undefined) return undefined;
  const secret = target.secret(credential) ?? "";
  if (operation.security === "bearer") return `Bearer ${secret}`;
  const appKey = target.secret("crm.credentials.hmac.appKey") ?? "";
  const timestamp = Math.floor(target.now() / 1000);
  return hmacAuthorization({ appKey, secret, method: operation.method, url, nonce: nonce(), timestamp });
};

const textOf = (body: Body): string | null => {
  if (body.kind === "json") return JSON.stringify(body.value);
  return body.kind === "text" ? body.text : null;
};

/** Why an answer must not reach the verifier, which needs many times its size; undefined if it may. */
const whyNotCompared = (text: string): FailureOutcome | undefined => {
  const { bytes, values } = pactLimits;
  const is =
    Buffer.byteLength(text) > bytes
      ? `is larger than ${bytes / 1_048_576} MiB`
      : measureJson(text).values > values
        ? `holds more than ${values} values`
        : undefined;
  return is === undefined
    ? undefined
    : {
        kind: "failure",
        reason: "body-too-large",
        message: `the answer ${is}, more than a pact may compare`,
      };
};

/** Headers that describe the connection to the target instead of its answer. */
const ownHeaders = new Set(["content-length", "transfer-encoding", "connection", "keep-alive", "date"]);

/** Statuses of a gateway whose provider is down. */
const outages: ReadonlySet<number> = new Set([502, 503, 504]);

const failure = (message: string): FailureOutcome => ({ kind: "failure", reason: "unreachable", message });

/** Why an answer of a live target gives no verdict on the provider; undefined if it does. */
const whyNoVerdict = (
  { target, interface: name }: GateOptions,
  expected: number,
  { status }: ResponseOutcome,
  credential: string | undefined,
): FailureOutcome | undefined => {
  if (target.sandboxOrigin !== undefined || status === expected) return undefined;
  if (outages.has(status)) return failure(`the target is down: it answers ${status}`);
  // A credential that a state requires may legitimately be refused.
  const isMain = credential === interfaces[name].mainCredential || credential?.includes(".hmac.") === true;
  if (status !== 401 || credential === undefined || !isMain) return undefined;
  return failure(refusedCredential(credential, target.secretName(credential)));
};

const ask = async (
  options: GateOptions,
  interaction: PactInteraction,
  context: Context,
): Promise<Response | FailureOutcome> => {
  const { target, stage } = options;
  const base = target.baseUrls[options.interface] ?? "";
  const { pathname, search } = new URL(context.req.url);
  const url = `${base}${pathname}${search}`;
  const { method } = context.req;
  const match = operationMatcher.match({ interface: options.interface, method, path: pathname });
  const caller = await stage.enter();
  if (match === undefined) return context.json({ message: "No documented operation is at this path." }, 404);
  const { operation } = match;
  const credential = credentialOf(options.interface, operation, caller);
  const authorization = authorizationFor(options, operation, url, credential);
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
    // Transient failures are waited out, unless the pact expects one.
    asItComes: isTransient(interaction.status),
  });
  if (answer.kind === "failure") return answer;
  const refusal = whyNoVerdict(options, interaction.status, answer, credential);
  if (refusal !== undefined) return refusal;
  const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.has(name));
  const text = textOf(answer.body);
  return whyNotCompared(text ?? "") ?? new Response(text, { status: answer.status, headers });
};

interface StateRequest {
  readonly action?: unknown;
  readonly state?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

const setUp = async ({ stage }: GateOptions, context: Context): Promise<Response> => {
  const { action, state, params = {} }: StateRequest = await context.req.json();
  // An interaction without a state requests one without a name; the next interaction clears what one leaves behind.
  if (action === "teardown" || state === "") return context.json({});
  if (!isText(state)) return context.json({ message: "state is no text" }, 400);
  return context.json(await stage.setUp(state, params));
};

/**
 * A proxy between a Pact verifier and the target, on a port of this machine: sets up provider states, replaces a pact's
 * example credentials by real ones, and sends everything through the target's own transport, so that guard and budget
 * apply to pacts as to checks.
 */
export const openGate = async (options: GateOptions) => {
  const secret = options.nonce();
  const keyOf = ({ index }: PactInteraction): string => `${secret}.${index}`;
  const interactions = new Map(options.interactions.map((one) => [keyOf(one), one]));
  const failures = new Map<PactInteraction, FailureOutcome>();
  const statesPath = `/_tripact/${secret}/provider-states`;
  let underWay = 0;
  let idleSince = performance.now();
  const app = new Hono();
  app.use(async (_, next) => {
    underWay += 1;
    await next();
    underWay -= 1;
    idleSince = performance.now();
  });
  app.post(statesPath, (context) => setUp(options, context));
  app.all("*", async (context) => {
    const interaction = interactions.get(context.req.header(interactionHeader) ?? "");
    if (interaction === undefined) return context.json({ message: "Only the verifier may ask." }, 403);
    const answer = await ask(options, interaction, context).catch((error: unknown) =>
      error instanceof StageError ? error.failure : failure(messageOf(error)),
    );
    if (answer instanceof Response) return answer;
    failures.set(interaction, answer);
    return context.json({ message: answer.message }, 502);
  });
  app.onError((error, context) => context.json({ message: error.message }, 500));
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening server has such an address.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    /** Address that replaces the provider's base address. */
    origin,
    /** Address for provider states. */
    states: `${origin}${statesPath}`,
    /** The headers that identify the request of an interaction. */
    headersOf: (interaction: PactInteraction): Readonly<Record<string, string>> => ({
      [interactionHeader]: keyOf(interaction),
    }),
    /** Why an interaction got no answer that allows a verdict; undefined if it did. */
    failureOf: (interaction: PactInteraction) => failures.get(interaction),
    /** Milliseconds since the last request. */
    idleMs: () => (underWay > 0 ? 0 : performance.now() - idleSince),
    close: async () => {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
    },
  };
};
