import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "node:zlib";
import { type Contract, describedAs } from "../../core/model/contract.ts";
import { meaningOf } from "../../inputs/meaning.ts";
import { hmacAuthorization } from "../../builtin/hmac.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { messageOf } from "../../core/model/error-code.ts";
import { type FailureOutcome, isTransient, type ResponseOutcome } from "../../core/model/exchange.ts";
import { measureJson } from "../../core/model/json-limits.ts";
import { isObject, parseJson } from "../../core/model/json-object.ts";
import type { Operation } from "../../core/model/operation.ts";
import { refusedCredential } from "../../core/model/secret.ts";
import type { AsSent } from "../../core/model/transport.ts";
import type { Target } from "../../core/run/target.ts";
import { pactLimits, type PactInteraction } from "./pact-file.ts";
import { type PactCaller, type Stage, StageError } from "./stage.ts";

export interface GateOptions {
  readonly contract: Contract;
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

/** What a request asks for: a documented operation, or a path that no document has. */
type Asked = Pick<Operation, "id" | "method" | "effect" | "security">;

const undocumented = (method: Operation["method"]): Asked => ({
  id: "an undocumented operation",
  method,
  effect: method === "GET" ? "read" : "write",
  security: "bearer",
});

/** The configured credential of a request; undefined if it carries none. */
const credentialOf = (name: InterfaceName, { security }: Asked, caller: PactCaller): string | undefined => {
  if (caller === "anonymous" || security === "none" || security === "schemes") return undefined;
  return `${name}.credentials.${security === "bearer" ? caller.credential : "hmac.secret"}`;
};

/** A pact's own credential is an example; the request gets the one that the current state requires. */
const authorizationFor = (
  { target, nonce }: GateOptions,
  operation: Asked,
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

/** What security schemes want in a request, with the configured credentials. */
const schemesFor = ({ contract, target, interface: name }: GateOptions, { security, id }: Asked) => {
  const parts = security === "schemes" ? (describedAs(contract, name).credentialsOf?.(id) ?? []) : [];
  const given = parts.flatMap((part) => {
    const { value, prefix = "", isBase64 } = part;
    const text = typeof value === "string" ? value : target.secret(value.name);
    if (text === undefined) return [];
    const sent = `${prefix}${isBase64 === true ? Buffer.from(text).toString("base64") : text}`;
    return [{ in: part.in, name: part.name, text: sent }];
  });
  const of = (place: "header" | "query" | "cookie") => given.filter((one) => one.in === place);
  const cookies = of("cookie").map((one) => `${one.name}=${one.text}`);
  return {
    headers: {
      ...Object.fromEntries(of("header").map((one) => [one.name.toLowerCase(), one.text])),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
    },
    query: of("query").map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(one.text)}`),
  };
};

/** The same address with more parameters. */
const withQuery = (url: string, query: readonly string[]): string =>
  query.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query.join("&")}`;

const failure = (message: string, reason: FailureOutcome["reason"] = "unreachable"): FailureOutcome => ({
  kind: "failure",
  reason,
  message,
});

/** Codings that the verifier undoes. */
const undone: ReadonlySet<string> = new Set(["gzip", "deflate"]);

const valuesOf = ({ headers }: AsSent, wanted: string): readonly string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));

/** The body that the verifier compares, or why it cannot. */
const comparedBody = (answer: AsSent, { expectedHeaders }: PactInteraction): Uint8Array | FailureOutcome => {
  const coding = valuesOf(answer, "content-encoding").join(", ").trim().toLowerCase();
  if (answer.body.byteLength === 0 || coding === "" || coding === "identity") return answer.body;
  if (!undone.has(coding)) return failure("the answer has a coding that Pact's verifier does not undo");
  if (["content-encoding", "content-length"].some((name) => expectedHeaders.includes(name)))
    return failure("Pact's verifier undoes the coding of the answer and does not see its headers");
  try {
    return unzipSync(answer.body, { maxOutputLength: pactLimits.bytes + 1 });
  } catch (error) {
    return error instanceof RangeError ? tooLarge : failure("the coding of the answer cannot be undone");
  }
};

const notCompared = (is: string): FailureOutcome =>
  failure(`the answer ${is}, more than a pact may compare`, "body-too-large");

const tooLarge = notCompared(`is larger than ${pactLimits.bytes / 1_048_576} MiB`);

/** Why an answer must not reach the verifier, which needs many times its size; undefined if it may. */
const whyNotCompared = (answer: AsSent, interaction: PactInteraction): FailureOutcome | undefined => {
  const body = comparedBody(answer, interaction);
  if ("kind" in body) return body;
  const { bytes, values } = pactLimits;
  if (body.byteLength > bytes) return tooLarge;
  return measureJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()).values > values
    ? notCompared(`holds more than ${values} values`)
    : undefined;
};

/** Statuses of a gateway whose provider is down. */
const outages: ReadonlySet<number> = new Set([502, 503, 504]);

/** Why an answer of a live target gives no verdict on the provider; undefined if it does. */
const whyNoVerdict = (
  { contract, target, interface: name }: GateOptions,
  expected: number,
  { status }: ResponseOutcome,
  credential: string | undefined,
  isOfSchemes: boolean,
): FailureOutcome | undefined => {
  if (target.sandboxOrigin !== undefined || status === expected) return undefined;
  if (outages.has(status)) return failure(`the target is down: it answers ${status}`);
  if (status === 401 && isOfSchemes)
    return failure("the target answers 401: give a credential, by --auth or under credentials");
  // A credential that a state requires may legitimately be refused.
  const isMain =
    credential === describedAs(contract, name).mainCredential || credential?.includes(".hmac.") === true;
  if (status !== 401 || credential === undefined || !isMain) return undefined;
  return failure(refusedCredential(credential, target.secretName(credential)));
};

/** Headers of a pact that belong to a connection, or to the target's own address and credential. */
export const ownHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers that the pact states, and what every request needs; the verifier adds others. */
const headersFor = (
  { rawHeaders }: IncomingMessage,
  { headers: stated, contentType }: PactInteraction,
  hasBody: boolean,
): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]?.toLowerCase() ?? "", rawHeaders[at + 1] ?? ""];
    const isSent = name === "accept" || name === "content-type" || stated.includes(name);
    if (!isSent || ownHeaders.has(name)) continue;
    const former = headers[name];
    headers[name] = former === undefined ? value : `${former}${name === "cookie" ? "; " : ", "}${value}`;
  }
  if (hasBody && contentType !== undefined) headers["content-type"] ??= contentType;
  return headers;
};

/** A body as text, which is how it is judged before it is sent, or else as bytes. */
const bodyOf = (sent: Buffer, malformed: string | undefined) => {
  const bytes = malformed === undefined ? sent : Buffer.from(malformed);
  if (bytes.byteLength === 0) return {};
  const body = bytes.toString();
  return bytes.equals(Buffer.from(body)) ? { body } : { bytes };
};

/** The target's answer to an interaction. */
interface TargetAnswer extends AsSent {
  readonly kind: "answer";
  readonly status: number;
}

const ask = async (
  options: GateOptions,
  interaction: PactInteraction,
  incoming: IncomingMessage,
): Promise<TargetAnswer | FailureOutcome> => {
  const { contract, target, stage, interface: name } = options;
  const { method } = interaction;
  const { url: path = "/" } = incoming;
  const sent = await buffer(incoming);
  const match = meaningOf(contract).matcher.match({
    interface: name,
    method,
    path: path.replace(/\?.*$/s, ""),
  });
  const caller = await stage.enter();
  const asked = match?.operation ?? undocumented(method);
  const credential = credentialOf(name, asked, caller);
  const schemes = schemesFor(options, asked);
  const url = withQuery(`${target.baseUrls[name] ?? ""}${path}`, schemes.query);
  const authorization = authorizationFor(options, asked, url, credential);
  const body = bodyOf(sent, interaction.malformed);
  const answer = await target.transport({
    interface: name,
    operation: asked.id,
    effect: asked.effect,
    method,
    url,
    headers: {
      ...headersFor(incoming, interaction, sent.byteLength > 0),
      ...(authorization === undefined ? {} : { authorization }),
      ...schemes.headers,
    },
    ...body,
    pathParameters: match?.path ?? {},
    // Transient failures are waited out, unless the pact expects one.
    asItComes: isTransient(interaction.status),
    asSent: true,
  });
  if (answer.kind === "failure") return answer;
  const refusal = whyNoVerdict(options, interaction.status, answer, credential, asked.security === "schemes");
  if (refusal !== undefined) return refusal;
  const { status, asSent = { headers: [], body: new Uint8Array() } } = answer;
  return whyNotCompared(asSent, interaction) ?? { kind: "answer", status, ...asSent };
};

/** Headers that node:http would add. */
const addedByNode = ["connection", "content-length", "date", "transfer-encoding"];

/** Answers the verifier with what the target sent, byte by byte. */
const pass = (outgoing: ServerResponse, { status, headers, body }: TargetAnswer): void => {
  for (const name of addedByNode) outgoing.removeHeader(name);
  // Its trailers are not kept.
  const kept = headers.filter(([name]) => name.toLowerCase() !== "trailer");
  outgoing.writeHead(status, kept.flat());
  outgoing.end(body);
};

const say = (outgoing: ServerResponse, status: number, value: unknown): void => {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

const setUp = async ({ stage }: GateOptions, incoming: IncomingMessage, outgoing: ServerResponse) => {
  const wanted = parseJson((await buffer(incoming)).toString());
  const { action, state, params } = isObject(wanted) ? wanted : {};
  // An interaction without a state requests one without a name; the next interaction clears what one leaves behind.
  if (action === "teardown" || state === "") return say(outgoing, 200, {});
  if (typeof state !== "string") return say(outgoing, 400, { message: "state is no text" });
  return say(outgoing, 200, await stage.setUp(state, isObject(params) ? params : {}));
};

/**
 * Passes requests of a Pact verifier on to the target, on a port of this machine: sets up provider states, replaces a
 * pact's example credentials by real ones, and sends everything through the target's own transport, so that guard and
 * budget apply to pacts as to checks. It edits nothing else and never answers in the target's name.
 */
export const openGate = async (options: GateOptions) => {
  const secret = options.nonce();
  const keyOf = ({ index }: PactInteraction): string => `${secret}.${index}`;
  const interactions = new Map(options.interactions.map((one) => [keyOf(one), one]));
  const failures = new Map<PactInteraction, FailureOutcome>();
  const answered = new Set<PactInteraction>();
  const statesPath = `/_tripact/${secret}/provider-states`;
  let underWay = 0;
  let idleSince = performance.now();

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (incoming.url === statesPath) return setUp(options, incoming, outgoing);
    const interaction = interactions.get(String(incoming.headers[interactionHeader]));
    if (interaction === undefined) return say(outgoing, 403, { message: "Only the verifier may ask." });
    try {
      const found = await ask(options, interaction, incoming);
      if (found.kind === "answer") {
        pass(outgoing, found);
        answered.add(interaction);
        return undefined;
      }
      failures.set(interaction, found);
    } catch (error) {
      failures.set(interaction, error instanceof StageError ? error.failure : failure(messageOf(error)));
    }
    return say(outgoing, 502, { message: "The interaction is not judged." });
  };

  const server = createServer((incoming, outgoing) => {
    underWay += 1;
    outgoing.once("close", () => {
      underWay -= 1;
      idleSince = performance.now();
    });
    answer(incoming, outgoing).catch((error: unknown) => say(outgoing, 500, { message: messageOf(error) }));
  });
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
    /** Whether the target answered an interaction, and the verifier got that answer. */
    wasAnswered: (interaction: PactInteraction) => answered.has(interaction),
    /** Why an interaction got no answer that allows a verdict; undefined if it did. */
    failureOf: (interaction: PactInteraction) => failures.get(interaction),
    /** Milliseconds since the last request. */
    idleMs: () => (underWay > 0 ? 0 : performance.now() - idleSince),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
