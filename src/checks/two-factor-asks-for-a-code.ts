import { defineCheck, send, type Judgement } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { has } from "./support/json.ts";
import { labelled, violation, wrongStatus } from "./support/judgements.ts";
import { accessTokenOf, twoFactorGrant, twoFactorNeeds } from "./support/token-calls.ts";

export const twoFactorAsksForACode = defineCheck({
  id: "two-factor-asks-for-a-code",
  facts: ["CRM-38"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: twoFactorNeeds,
  title: "Two-factor: 202 without a token first, then the token for the same request with otp",
  why: "A first answer that carries a token makes the second factor worthless.",
  *plan() {
    yield* send(twoFactorGrant("without the code", false));
    yield* send(twoFactorGrant("with the code", true));
  },
  *judge(exchanges): Generator<Judgement> {
    const first = labelled(exchanges, "without the code");
    const second = labelled(exchanges, "with the code");
    const early = first && wrongStatus(first, [202], "a two-factor grant without the code");
    if (early !== undefined) yield early;
    if (first !== undefined && ["access_token", "refresh_token"].some((name) => has(jsonOf(first), name)))
      yield violation({
        rule: "extra",
        message: "a token is handed out before the second factor",
        exchange: first,
        pointer: "/access_token",
        expected: "no token",
        actual: "a token",
      });
    const late = second && wrongStatus(second, [200], "a two-factor grant with the code");
    if (late !== undefined) yield late;
    else if (second !== undefined && accessTokenOf(second) === undefined)
      yield violation({
        rule: "missing",
        message: "no token comes after the second factor",
        exchange: second,
        pointer: "/access_token",
        expected: "a token",
        actual: "missing",
      });
  },
});
