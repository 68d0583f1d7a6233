import { defineCheck, type Sample, type Violation } from "../core/model/check.ts";
import { jsonOf, type CallBody, type Exchange } from "../core/model/exchange.ts";
import { isSecret } from "../core/model/secret.ts";
import { property } from "./support/json.ts";
import { statusOf, violation } from "./support/judgements.ts";
import { accessTokenOf, momentsOf, refreshTokenOf, stampedLifetime } from "./support/token-calls.ts";

const day = 86_400;

/** The stated lifetime of an access token. */
const stated = 15 * day;

const isToken = (exchange: Exchange): boolean =>
  exchange.operation === "issueToken" && statusOf(exchange) === 200;

const formOf = ({ call }: Exchange): Extract<CallBody, { kind: "form" }>["fields"] =>
  call?.body?.kind === "form" ? call.body.fields : {};

/** The refresh token of a request. */
const presented = (exchange: Exchange): string | undefined => {
  const token = formOf(exchange)["refresh_token"];
  return isSecret(token) && token.kind === "learnt" ? token.value : undefined;
};

const isRefresh = ({ request }: Exchange): boolean =>
  property(request.body, "grant_type") === "refresh_token";

const another = (
  login: Exchange,
  refresh: Exchange,
  { name, expected, actual }: { readonly name: string; readonly expected: string; readonly actual: string },
): Violation =>
  violation({
    rule: "relation",
    message: `a refresh answers ${name} differently from the login: ${actual}`,
    exchange: refresh,
    also: [login],
    pointer: `/${name}`,
    expected,
    actual,
  });

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= day / 24;

const differences = function* (login: Exchange, refresh: Exchange): Generator<Violation> {
  const [before, after] = [login, refresh].map(jsonOf);
  for (const name of ["userName", "twoFactorEnabled"]) {
    const [one, other] = [before, after].map((body) => property(body, name));
    // A login may return the name as typed: mailbox names ignore letter case.
    if (typeof one === "string" && typeof other === "string" && one.toLowerCase() !== other.toLowerCase())
      yield another(login, refresh, { name, expected: "that of the account", actual: "another value" });
  }
  const [[issued], [later]] = [momentsOf(before), momentsOf(after)];
  if (later < issued - 60_000)
    yield another(login, refresh, {
      name: ".issued",
      expected: "no earlier moment than at the login",
      actual: "an earlier moment",
    });
  const [lifetime, renewed] = [before, after].map(stampedLifetime);
  // Whether .expires holds the lifetime or a shorter window is not stated; it must stay the same.
  if (lifetime !== undefined && renewed !== undefined && isNear(lifetime, stated) && !isNear(renewed, stated))
    yield another(login, refresh, {
      name: ".expires",
      expected: "15 days after .issued, as at the login",
      actual: "another lifetime",
    });
};

/** The access token of a call that presents one unchanged. */
const borne = ({ call }: Exchange): string | undefined => {
  const authorization = call?.authorization;
  if (authorization?.kind !== "secret" || authorization.secret.kind !== "learnt") return undefined;
  const { secret, prefix = "Bearer ", suffix } = authorization;
  const isWhole = prefix === "Bearer " && suffix === undefined && secret.disguise === undefined;
  return isWhole ? secret.value : undefined;
};

/** An operation that takes a token refuses one from a refresh as if it were none. */
const isRefused = ({ interface: name, operation, call }: Exchange): boolean =>
  name === "crm" &&
  operation !== undefined &&
  operation !== "getContactByReference" &&
  call?.expects !== "refusal";

const refusedToken = (refresh: Exchange, exchange: Exchange): Violation =>
  violation({
    rule: "status",
    message: `${exchange.operation ?? ""} answers 401 to the access token of a refresh`,
    exchange,
    also: [refresh],
    expected: "an accepted token",
    actual: "401",
  });

/** The login of every refresh token issued in the run, and the newest access token of each. */
const createChains = (): Sample => {
  const logins = new Map<string, Exchange>();
  const newest = new Map<Exchange, { readonly token: string; readonly refresh: Exchange }>();
  const follow = function* (exchange: Exchange): Generator<Violation> {
    const login = isRefresh(exchange) ? logins.get(presented(exchange) ?? "") : exchange;
    if (login === undefined) return;
    const [access, next] = [accessTokenOf(exchange), refreshTokenOf(exchange)];
    if (next !== undefined) logins.set(next, login);
    if (login === exchange) return;
    if (access !== undefined) newest.set(login, { token: access, refresh: exchange });
    yield* differences(login, exchange);
  };
  /** A server may close the session after the reuse of a replaced token. */
  const close = (exchange: Exchange): void => {
    const login = logins.get(presented(exchange) ?? "");
    if (login !== undefined) newest.delete(login);
  };
  const look = function* (exchange: Exchange): Generator<Violation> {
    const token = borne(exchange);
    const known = [...newest.values()].find((one) => one.token === token);
    if (token === undefined || known === undefined || !isRefused(exchange)) return;
    if (statusOf(exchange) === 401 && isSoon(known.refresh, exchange))
      yield refusedToken(known.refresh, exchange);
  };
  return {
    see(exchange) {
      if (isToken(exchange)) return follow(exchange);
      if (exchange.operation !== "issueToken") return look(exchange);
      close(exchange);
      return undefined;
    },
  };
};

/** After a few minutes the window of a token may be over. */
const isSoon = (one: Exchange, other: Exchange): boolean =>
  Math.abs((one.sentAt ?? 0) - (other.sentAt ?? 0)) < 300_000;

export const refreshesKeepTheAccount = defineCheck({
  id: "refreshes-keep-the-account",
  facts: ["CRM-37"],
  effect: "passive",
  interfaces: ["crm"],
  title: "A refresh issues new tokens of the same account, with full lifetimes",
  why: "Both tokens replace the stored ones: those of another account would act in its name.",
  applies: (exchange) => isToken(exchange) && isRefresh(exchange),
  *judge(exchange) {
    if (refreshTokenOf(exchange) !== undefined) return;
    yield violation({
      rule: "missing",
      message: "a refresh returns no refresh_token",
      exchange,
      pointer: "/refresh_token",
      expected: "a token",
      actual: "missing",
    });
  },
  sample: createChains,
});
