import { defineTaggedCheck, send, type Judgement, type PlanContext } from "../core/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../core/model/exchange.ts";
import type { Secret } from "../core/model/secret.ts";
import { notApplicable, statusOf, tagged, violation, wrongStatus } from "./support/judgements.ts";
import {
  accessTokenOf,
  oneTimeCode,
  refreshGrant,
  refreshTokenOf,
  twoFactorGrant,
  twoFactorNeeds,
} from "./support/token-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

/** Six digits other than the account's. */
const wrongCode = (context: PlanContext): string =>
  context.secretMatches("crm.credentials.twoFactor.otp", /^0+$/) ? "111111" : "000000";

const holdsToken = (exchange: Exchange): boolean =>
  [accessTokenOf(exchange), refreshTokenOf(exchange)].some((token) => token !== undefined);

const laterWithout = "without the code, after a login with it";

const withAgain = "with the code, again";

const laterWith = "with the code, after a wrong one";

type Tag =
  | "without the code"
  | "with the code"
  | "its refresh"
  | typeof laterWithout
  | typeof withAgain
  | typeof laterWith;

/** A grant that is known by what it holds. */
const grant = (tag: Tag, code?: Secret): Call<Tag> => ({ ...twoFactorGrant(tag, code), tag });

const early = function* (exchange: Exchange): Generator<Judgement> {
  const label = exchange.call?.label ?? "";
  if (holdsToken(exchange) || (isSuccess(exchange) && statusOf(exchange) !== 202))
    yield violation({
      rule: "extra",
      message: `a token is issued ${label}`,
      exchange,
      pointer: "/access_token",
      expected: "no token",
      actual: holdsToken(exchange) ? "a token" : String(statusOf(exchange)),
    });
};

export const twoFactorAsksForACode = defineTaggedCheck<Tag>({
  id: "two-factor-asks-for-a-code",
  facts: ["CRM-38", "CRM-37"],
  effect: "read",
  interfaces: ["crm"],
  needs: twoFactorNeeds,
  title: "A two-factor login gets 202 without a token; the same request with otp gets the token",
  why: "A first answer with a token makes the second factor pointless.",
  *plan(context) {
    yield* send(grant("without the code"));
    const token = refreshTokenOf(yield* send(grant("with the code", oneTimeCode)));
    const isThorough = context.sample(["more"], 0).length > 0;
    if (token !== undefined && isThorough)
      yield* send({ ...refreshGrant("its refresh", token), tag: "its refresh" });
    // A login with a code does not exempt the next one.
    if (context.allowWrites) yield* send(grant(laterWithout));
    // That a code works more than once is not stated.
    if (context.isEmbedded === true && isThorough) yield* send(grant(withAgain, oneTimeCode));
    // Failed codes count against a real account: they are tried only if a run may change something, and last, since a
    // wrong one may use up the one that was sent.
    if (!context.allowWrites) return;
    yield* send(toBeRefused(twoFactorGrant("with an empty code", "")));
    yield* send(toBeRefused(twoFactorGrant("with a wrong code", wrongCode(context))));
    // A real account may be locked for a while.
    if (context.isEmbedded === true) yield* send(grant(laterWith, oneTimeCode));
  },
  *judge(exchanges): Generator<Judgement> {
    const first = tagged(exchanges, "without the code");
    const second = tagged(exchanges, "with the code");
    for (const exchange of [first, tagged(exchanges, laterWithout)]) {
      const unasked =
        exchange && wrongStatus(exchange, [202], `a two-factor grant ${exchange.call?.label ?? ""}`);
      if (unasked !== undefined) yield unasked;
    }
    const [renewed, again, later] = [
      tagged(exchanges, "its refresh"),
      tagged(exchanges, withAgain),
      tagged(exchanges, laterWith),
    ];
    for (const exchange of exchanges)
      if (![second, renewed, again, later].includes(exchange)) yield* early(exchange);
    const worksAgain = again !== undefined && statusOf(again) === 200;
    const lost = worksAgain && later && wrongStatus(later, [200], `a two-factor grant ${laterWith}`);
    if (lost) yield lost;
    const asked = renewed && wrongStatus(renewed, [200], "a refresh of a two-factor login", "CRM-37");
    if (asked !== undefined) yield asked;
    if (renewed === undefined) yield notApplicable("no refresh token was issued", "CRM-37");
    const late = second && wrongStatus(second, [200], "a two-factor grant with the code");
    if (late !== undefined) yield late;
    else if (second !== undefined && accessTokenOf(second) === undefined)
      yield violation({
        rule: "missing",
        message: "no token is issued after the second factor",
        exchange: second,
        pointer: "/access_token",
        expected: "a token",
        actual: "missing",
      });
  },
});
