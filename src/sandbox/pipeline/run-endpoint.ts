import type { Environment } from "../environment.ts";
import { refusalResponse } from "../errors/error-family.ts";
import { isRefusal, refuse, type Refusal } from "../refusal.ts";
import type { Credential } from "../store/credentials.ts";
import { recordEvent } from "../store/events.ts";
import { withExtraFields } from "./extra-fields.ts";
import { authenticate } from "./authenticate.ts";
import type { Answer, Caller, Context, Endpoint, ParsedRequest } from "./endpoint.ts";
import { parseBody } from "./parse-body.ts";
import { parseParameters } from "./parse-parameters.ts";
import { secondsUntil, type Allowance } from "./rate-limiter.ts";
import { validate } from "./validate-request.ts";

/** A request at an endpoint, with the texts of its path parameters. */
export interface Arrival {
  readonly request: Request;
  readonly endpoint: Endpoint;
  readonly pathTexts: Readonly<Record<string, string>>;
}

/**
 * The way of every request: credential, rate, permission, parameters, body, validation, handler. Each step
 * may turn it down; the error family of the interface makes the body then. Never throws.
 */
export const runEndpoint = async (arrival: Arrival, environment: Environment): Promise<Response> => {
  const { endpoint } = arrival;
  const rateHeaders: Record<string, string> = {};
  let outcome: Answer | Refusal;
  let bug: { readonly thrown: unknown } | undefined;
  try {
    outcome = await process(arrival, environment, rateHeaders);
  } catch (thrown) {
    bug = { thrown };
    outcome = refuse(500, "Something went wrong on our side.");
  }
  const response = isRefusal(outcome)
    ? refusalResponse(endpoint.interface, outcome, endpoint.id, environment.assumptions)
    : answerResponse(outcome);
  for (const [name, value] of Object.entries(rateHeaders)) response.headers.set(name, value);
  if (bug !== undefined) environment.onBug(bug.thrown);
  return response;
};

const process = async (
  arrival: Arrival,
  environment: Environment,
  rateHeaders: Record<string, string>,
): Promise<Answer | Refusal> => {
  const { request, endpoint, pathTexts } = arrival;
  const caller = admit(request, endpoint, environment, rateHeaders);
  if (isRefusal(caller)) return caller;
  const url = new URL(request.url);
  const parameters = parseParameters(endpoint.parameters, pathTexts, url.searchParams);
  if (isRefusal(parameters)) return parameters;
  const body = await parseBody(request, endpoint);
  if (isRefusal(body)) return body;
  const parsed: ParsedRequest = { ...parameters, ...body };
  const invalid = validate(endpoint, parsed);
  if (invalid !== undefined) return invalid;
  const baseUrl = `${url.origin}/${endpoint.interface}`;
  return respond(endpoint, parsed, caller, environment, baseUrl);
};

/** The caller of an endpoint that asks for a credential; undefined where none is asked for. */
const admit = (
  request: Request,
  endpoint: Endpoint,
  environment: Environment,
  rateHeaders: Record<string, string>,
): Caller | undefined | Refusal => {
  if (endpoint.security === "none") return undefined;
  const credential = authenticate(request, endpoint, environment);
  if (isRefusal(credential)) return credential;
  const overrun = countRequest(credential, environment, rateHeaders);
  if (overrun !== undefined) return overrun;
  const permissions = new Set(credential.permissions);
  if (endpoint.permission !== undefined && !permissions.has(endpoint.permission)) {
    return refuse(403, "The permission group does not allow this.");
  }
  const { id: credentialId, organizationId, accountId } = credential;
  return { credentialId, organizationId, accountId, permissions };
};

/** Counts the request against the credential's hour, whatever becomes of it (CRM-48, DON-24). */
const countRequest = (
  credential: Credential,
  { limiter, assumptions, clock }: Environment,
  rateHeaders: Record<string, string>,
): Refusal<429> | undefined => {
  const limit = { crm: assumptions["U-27"], donation: assumptions["U-28"], volunteer: assumptions["U-29"] }[
    credential.interface
  ];
  const allowance = limiter.take(credential.id, limit);
  const exhausted = credential.state === "exhausted" || !allowance.allowed;
  Object.assign(rateHeaders, allowanceHeaders(allowance, exhausted));
  if (!exhausted) return undefined;
  return refuse(429, "Too many requests within the hour.", {
    headers: { "retry-after": String(secondsUntil(allowance.resetAt, clock)) },
  });
};

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
  environment: Environment,
  baseUrl: string,
): Answer | Refusal => {
  const { database, clock, assumptions, seed } = environment;
  const context: Context = {
    database,
    clock,
    assumptions,
    seed,
    baseUrl,
    // Only the token endpoint has none, and the type of its handler's context hides both of these.
    caller: caller as Caller,
    emit: (kind, data) => {
      if (caller === undefined) throw new Error("an endpoint without a caller emits no events");
      const { organizationId, accountId } = caller;
      const occurredAt = clock.now();
      recordEvent(database, {
        interface: endpoint.interface,
        organizationId,
        accountId,
        kind,
        data,
        occurredAt,
      });
    },
  };
  const handle = (): Answer | Refusal => endpoint.respond(parsed, context);
  const outcome =
    endpoint.effect === "read" ? handle() : database.attempt(handle, (result) => !isRefusal(result));
  if (isRefusal(outcome)) return outcome;
  if (endpoint.effect !== "read") environment.wakeDeliveries();
  return assumptions.extraFields === "some" ? withExtraFields(endpoint, parsed, outcome) : outcome;
};

const answerResponse = (answer: Answer): Response => {
  const headers = new Headers(answer.headers);
  if (answer.body === undefined) return new Response(null, { status: answer.status, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
};
