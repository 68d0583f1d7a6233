import { defineTaggedCheck, send, sendAll, type Judgement } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { at } from "./support/json.ts";
import { notApplicable, statusOf, tagged, violation } from "./support/judgements.ts";
import { advance, days, putClockBack, readClock, sandboxCall } from "./support/sandbox-calls.ts";
import {
  accessTokenOf,
  learntBearer,
  oneTimeCode,
  passwordGrant,
  passwordNeeds,
  refreshGrant,
  refreshTokenOf,
  twoFactorGrant,
  twoFactorNeeds,
} from "./support/token-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const fifteenYears = 15 * 365;
/** Leap days make 15 years up to four days longer, however they are counted. */
const leapDays = 5;
/** In days. */
const hour = 1 / 24;

/** A grant that is known by its name, without a retry. */
const grant = (name: string, token: string | undefined): Call<string> => ({
  ...refreshGrant(name, token ?? ""),
  tag: name,
  asItComes: true,
});

const read = (name: string, token: string | undefined): Call<string> => ({
  operation: "listContactMethodTypes",
  authorization: token === undefined ? { kind: "none" } : learntBearer(token),
  label: name,
  tag: name,
  fresh: true,
  asItComes: true,
});

const ofRefresh = "refresh of a refresh after 362 days";
const atOnce = "refresh of a refresh at once";

interface Moment {
  /** Of the request. */
  readonly name: string;
  readonly works: boolean;
  readonly what: string;
}

/** Names of tokens that were not issued by a password alone. */
const others = {
  refreshed: "refreshed access token",
  twoFactor: "access token of a two-factor login",
} as const;

const moments: readonly Moment[] = [
  { name: "access token after 14 days", works: true, what: "an access token within its 15 days" },
  ...Object.values(others).map((name) => ({
    name: `${name} after 14 days`,
    works: true,
    what: `${name === others.refreshed ? "a" : "an"} ${name} within its 15 days`,
  })),
  { name: "access token after 15 days and an hour", works: false, what: "an access token past its 15 days" },
  {
    name: `${others.refreshed} after 15 days and an hour`,
    works: false,
    what: "an access token of a refresh past its 15 days",
  },
  { name: "refresh after 362 days", works: true, what: "a refresh token within its 365 days" },
  { name: "refresh after 366 days", works: false, what: "a refresh token past its 365 days" },
  {
    name: ofRefresh,
    works: true,
    what: "a refresh token of a refresh within its 365 days",
  },
  { name: "key within 15 years", works: true, what: "an API key within its 15 years" },
  { name: "key after 15 years", works: false, what: "an API key past its 15 years" },
];

const judgeMoment = function* ({ what, works }: Moment, exchange: Exchange): Generator<Judgement> {
  const status = statusOf(exchange);
  const isGrant = exchange.operation === "issueToken";
  const fits = works ? status === 200 : isGrant ? status >= 400 && status < 500 : status === 401;
  if (fits) return;
  yield violation({
    rule: "status",
    message: `${what} is ${works ? "refused" : "taken"}`,
    exchange,
    expected: works ? "200" : isGrant ? "a refused grant" : "401",
    actual: String(status),
  });
};

export const lifetimesAreKept = defineTaggedCheck<string>({
  id: "lifetimes-are-kept",
  facts: ["CRM-35"],
  effect: "sandbox",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "Access tokens last 15 days, refresh tokens 365 days, API keys 15 years",
  why: "Consumers must be able to test every expiry before they meet it in production.",
  *plan(context) {
    const before = yield* send(readClock);
    // A refreshed access token lasts from its refresh; a refresh token may last from the login, two days earlier.
    const third = yield* send(passwordGrant("third login"));
    yield* send(advance(days(2), "2 days on"));
    const made = yield* send(
      sandboxCall("crm", "POST", "/control/credentials", "new key", { body: { interface: "crm" } }),
    );
    const key = at(jsonOf(made), "/data/token");
    const first = yield* send({ ...passwordGrant("first login"), tag: "first login" });
    const second = yield* send(passwordGrant("second login"));
    const access = accessTokenOf(first);
    const refreshed = yield* send(refreshGrant("refresh of the third login", refreshTokenOf(third) ?? ""));
    // Another fact states whether the refresh token of a refresh works.
    const again = yield* send(grant(atOnce, refreshTokenOf(refreshed)));
    // A second refresh may invalidate what it replaces, and one may keep the token of the login with the age that it has.
    const renewed = [again, refreshed].map(accessTokenOf).find((token) => token !== undefined);
    const isRenewed = renewed !== accessTokenOf(third);
    const withCode = twoFactorNeeds.every((path) => context.has(path))
      ? accessTokenOf(yield* send(twoFactorGrant("two-factor login", oneTimeCode)))
      : undefined;
    const young: Call<string>[] = [];
    for (const [name, token] of [
      [others.refreshed, isRenewed ? renewed : undefined],
      [others.twoFactor, withCode],
    ] as const)
      // Another fact states whether such a token works.
      if (token !== undefined && isSuccess(yield* send(read(`${name} at once`, token))))
        young.push(read(`${name} after 14 days`, token));
    yield* send(advance(days(14), "14 days on"));
    yield* sendAll([read("access token after 14 days", access), ...young]);
    yield* send(advance(days(1 + hour), "15 days and an hour on"));
    yield* send(toBeRefused(read("access token after 15 days and an hour", access)));
    const newest = refreshTokenOf(again) ?? refreshTokenOf(refreshed);
    if (renewed !== undefined)
      yield* send(toBeRefused(read(`${others.refreshed} after 15 days and an hour`, renewed)));
    yield* send(advance(days(347 - hour), "362 days on"));
    yield* send(grant("refresh after 362 days", refreshTokenOf(first)));
    if (newest !== undefined) yield* send(grant(ofRefresh, newest));
    yield* send(advance(days(4), "366 days on"));
    yield* send(toBeRefused(grant("refresh after 366 days", refreshTokenOf(second))));
    yield* send(advance(days(fifteenYears - 366 - 1), "almost 15 years on"));
    if (typeof key === "string") yield* send(read("key within 15 years", key));
    yield* send(advance(days(1 + leapDays), "more than 15 years on"));
    if (typeof key === "string") yield* send(toBeRefused(read("key after 15 years", key)));
    yield* send(putClockBack(before));
  },
  *judge(exchanges) {
    if (accessTokenOf(tagged(exchanges, "first login")) === undefined)
      return yield notApplicable("no token was issued");
    const control = tagged(exchanges, atOnce);
    const chains = control !== undefined && statusOf(control) === 200;
    for (const moment of moments) {
      if (moment.name === ofRefresh && !chains) continue;
      const exchange = tagged(exchanges, moment.name);
      if (exchange !== undefined) yield* judgeMoment(moment, exchange);
    }
  },
});
