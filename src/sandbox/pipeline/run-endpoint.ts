import { madeOnce } from "../../core/model/made-once.ts";
import type { MovableClock } from "../clock.ts";
import type { SandboxState } from "../environment.ts";
import { refusalAnswer } from "../errors/errors.ts";
import { isRefusal, refuse, refusedBy, type SandboxRefusal } from "../refusal.ts";
import type { Credential } from "../store/credentials.ts";
import type { SandboxEvent } from "../store/events.ts";
import { authenticate } from "./authenticate.ts";
import {
  JsonText,
  type Answer,
  type Caller,
  type EndpointContext,
  type Endpoint,
  type ParsedRequest,
} from "./endpoint.ts";
import type { Incoming, Outgoing } from "./message.ts";
import { largestBody, parseRequestBody } from "./parse-body.ts";
import { parseParameters } from "./parse-parameters.ts";
import { hourOf, secondsUntil, type Allowance } from "./rate-limiter.ts";
import { refusalFor } from "./validate-request.ts";
import { refusedToPage } from "./web-page.ts";

/** A request to an endpoint, with the texts of its path parameters. */
export interface Arrival {
  readonly request: Incoming;
  readonly endpoint: Endpoint;
  /** Where the interface begins: `/crm`, or nothing at the root. */
  readonly basePath: string;
  readonly pathTexts: Readonly<Record<string, string>>;
}

/** What is known of a request before its body is read. */
interface Begun {
  readonly caller: Caller | undefined;
  readonly parameters: Omit<ParsedRequest, "body">;
}

/**
 * Runs every request: credential, rate, permission, parameters, body, validation, handler. Each step may refuse it; the
 * interface's error family then creates the body. Never throws and answers once, synchronously if there is nothing to
 * load and no body to read.
 */
export const runEndpoint = (
  arrival: Arrival,
  environment: SandboxState,
  answer: (outgoing: Outgoing) => void,
): void => {
  const { endpoint, request } = arrival;
  const rateHeaders: Record<string, string> = {};
  const attempt = <Result>(step: () => Result): Result | SandboxRefusal => {
    try {
      return step();
    } catch (thrown) {
      environment.onBug(thrown);
      return refusedBy("bug", refuse(500, "Something went wrong on our side."));
    }
  };
  const send = (outcome: Outgoing | SandboxRefusal): void => {
    const { headers, ...rest } = isRefusal(outcome)
      ? refusalAnswer(endpoint.interface, outcome, endpoint.id, environment.assumptions)
      : outcome;
    answer({ ...rest, headers: { ...headers, ...rateHeaders } });
  };
  const begun = attempt(() => begin(arrival, environment, rateHeaders));
  if (isRefusal(begun)) return send(begun);
  const respond = (body: () => unknown): void => {
    const done = (): void =>
      send(
        attempt(() => {
          const parsed = body();
          return isRefusal(parsed) ? parsed : finish(arrival, environment, begun, parsed);
        }),
      );
    const preparing = endpoint.prepare?.();
    if (preparing === undefined) done();
    else void afterwards(preparing, done, (thrown) => send(attempt(() => rethrown(thrown))));
  };
  if (endpoint.mediaType === undefined) return respond(() => undefined);
  request.readBody(largestBody, (bytes) =>
    respond(() => {
      const parsed = refusedBy("body", parseRequestBody(request, endpoint, bytes()));
      return isRefusal(parsed) ? parsed : parsed.body;
    }),
  );
};

const rethrown = (thrown: unknown): never => {
  throw thrown;
};

const afterwards = async (
  preparing: Promise<void>,
  done: () => void,
  failed: (thrown: unknown) => void,
): Promise<void> => {
  try {
    await preparing;
  } catch (thrown) {
    failed(thrown);
    return;
  }
  done();
};

const begin = (
  { request, endpoint, pathTexts }: Arrival,
  environment: SandboxState,
  rateHeaders: Record<string, string>,
): Begun | SandboxRefusal => {
  const caller = admit(request, endpoint, environment, rateHeaders);
  if (isRefusal(caller)) return caller;
  const parameters = refusedBy("parameters", parseParameters(endpoint.parameters, pathTexts, request.search));
  return isRefusal(parameters) ? parameters : { caller, parameters };
};

const finish = (
  { request, endpoint, basePath }: Arrival,
  environment: SandboxState,
  { caller, parameters }: Begun,
  sent: unknown,
): Outgoing | SandboxRefusal => {
  const body =
    endpoint.rewriteBody === undefined ? sent : endpoint.rewriteBody(sent, environment.assumptions);
  const parsed: ParsedRequest = { ...parameters, body };
  const baseUrl = `${request.origin}${basePath}`;
  const outcome =
    refusedBy("schema", refusalFor(endpoint, parsed)) ??
    (environment.corsWebhooks ? undefined : refusedBy("origin", refusedToPage(request, body))) ??
    refusedBy("handler", respond(endpoint, parsed, caller, environment, baseUrl));
  return isRefusal(outcome) ? outcome : outgoingOf(outcome);
};

/** The caller of an endpoint that needs a credential; undefined if it needs none. */
const admit = (
  request: Incoming,
  endpoint: Endpoint,
  environment: SandboxState,
  rateHeaders: Record<string, string>,
): Caller | undefined | SandboxRefusal => {
  if (endpoint.security === "none") return undefined;
  const credential = refusedBy("credential", authenticate(request, endpoint, environment));
  if (isRefusal(credential)) return credential;
  const overrun = refusedBy("hourly limit", countRequest(credential, environment, rateHeaders));
  if (overrun !== undefined) return overrun;
  const caller = callerOf(credential);
  return endpoint.permission === undefined || caller.permissions.has(endpoint.permission)
    ? caller
    : refusedBy("permission", refuse(403, "The permission group does not allow this."));
};

const callerOf = madeOnce(({ id, organizationId, accountId, permissions }: Credential): Caller => ({
  credentialId: id,
  organizationId,
  accountId: accountId ?? undefined,
  permissions: new Set(permissions),
}));

/** Counts the request against the credential's hour, whatever its outcome (CRM-48, DON-24). */
const countRequest = (
  credential: Credential,
  { limiter, assumptions, clock }: SandboxState,
  rateHeaders: Record<string, string>,
): SandboxRefusal<429> | undefined => {
  const limit = { crm: assumptions["U-27"], donation: assumptions["U-28"], volunteer: assumptions["U-29"] }[
    credential.interface
  ];
  const allowance = limiter.take(credential.id, limit);
  const exhausted = isUsedUp(credential, clock) || !allowance.allowed;
  Object.assign(rateHeaders, allowanceHeaders(allowance, exhausted));
  if (!exhausted) return undefined;
  return refuse(429, "Too many requests within the hour.", {
    headers: { "retry-after": String(secondsUntil(allowance.resetAt, clock)) },
  });
};

/** Only moving the clock frees an exhausted key: real time passes without anybody asking for it. */
const isUsedUp = ({ state }: Credential, clock: MovableClock): boolean =>
  state === "exhausted" && hourOf(clock.now()) === hourOf(clock.now() - clock.movedBy());

const allowanceHeaders = (allowance: Allowance, exhausted: boolean): Record<string, string> =>
  allowance.limit === 0
    ? {}
    : {
        "x-ratelimit-limit": String(allowance.limit),
        "x-ratelimit-remaining": String(exhausted ? 0 : allowance.remaining),
        "x-ratelimit-reset": String(Math.floor(allowance.resetAt / 1000)),
      };

const respond = (
  endpoint: Endpoint,
  parsed: ParsedRequest,
  caller: Caller | undefined,
  environment: SandboxState,
  baseUrl: string,
): Answer | SandboxRefusal => {
  const { database, clock, assumptions, seed } = environment;
  const events: SandboxEvent[] = [];
  const context: EndpointContext = {
    database,
    clock,
    assumptions,
    seed,
    baseUrl,
    // Only the token endpoint has no caller, and the type of its handler's context hides both.
    caller: caller as Caller,
    emit: (kind, data) => {
      if (caller === undefined) throw new Error("an endpoint without a caller emits no events");
      const { organizationId, accountId } = caller;
      const occurredAt = clock.now();
      events.push({ interface: endpoint.interface, organizationId, accountId, kind, data, occurredAt });
    },
  };
  const handle = (): Answer | SandboxRefusal => {
    const outcome = endpoint.respond(parsed, context);
    if (!isRefusal(outcome)) environment.announce(events);
    return outcome;
  };
  const outcome =
    endpoint.effect === "read" ? handle() : database.attempt(handle, (result) => !isRefusal(result));
  if (isRefusal(outcome)) return outcome;
  if (endpoint.effect !== "read") environment.wakeDeliveries();
  return assumptions.extraFields === "some" ? withExtraFields(endpoint, parsed, outcome) : outcome;
};

const outgoingOf = ({ status, headers = {}, body }: Answer): Outgoing =>
  body === undefined
    ? { status, headers }
    : {
        status,
        headers: { ...headers, "content-type": "application/json; charset=utf-8" },
        text: body instanceof JsonText ? body.text : JSON.stringify(body),
      };

/** A field that no document names. */
const extra = { undocumentedField: "assumption extraFields" };

/**
 * Adds an unknown field to the objects of an answer: real services do so without notice, and clients must tolerate it.
 * A record limited to chosen columns stays unchanged (DON-14).
 */
const withExtraFields = (endpoint: Endpoint, request: ParsedRequest, answer: Answer): Answer => {
  const { body } = answer;
  if (body === undefined) return answer;
  const keepsItems = endpoint.interface === "donation" && choosesColumns(request.body);
  return {
    ...answer,
    body: extend(body instanceof JsonText ? body.read() : body, keepsItems ? "items" : undefined),
  };
};

const choosesColumns = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  "selectedColumns" in body &&
  Array.isArray(body.selectedColumns);

const extend = (value: unknown, untouched: string | undefined): unknown => {
  if (Array.isArray(value)) return value.map((item) => extend(item, untouched));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === untouched ? inner : extend(inner, untouched),
  ]);
  return { ...Object.fromEntries(entries), ...extra };
};
