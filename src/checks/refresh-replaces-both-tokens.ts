import { defineCheck, send, type Judgement } from "../core/model/check.ts";
import {
  labelled,
  notApplicable,
  observation,
  statusOf,
  violation,
  wrongStatus,
} from "./support/judgements.ts";
import {
  accessTokenOf,
  passwordGrant,
  passwordNeeds,
  probe,
  refreshGrant,
  missingTokens,
  refreshTokenOf,
} from "./support/token-calls.ts";

export const refreshReplacesBothTokens = defineCheck({
  id: "refresh-replaces-both-tokens",
  facts: ["CRM-37"],
  effect: "read",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A refresh returns two new tokens, and both work",
  why: "A consumer that stores both must not be locked out at its next refresh.",
  *plan() {
    const first = refreshTokenOf(yield* send(passwordGrant("login")));
    if (first === undefined) return;
    const refreshed = yield* send(refreshGrant("refresh", first));
    const access = accessTokenOf(refreshed);
    if (access !== undefined) yield* send(probe("with the new token", access));
    const next = refreshTokenOf(refreshed);
    if (next === undefined) return;
    const again = yield* send(refreshGrant("refresh again", next));
    const later = accessTokenOf(again);
    if (later !== undefined) yield* send(probe("with the newest token", later));
    // Last, since a server may treat the reuse of a rotated token as theft and close the session.
    yield* send({ ...refreshGrant("refresh with the first", first), asItComes: true });
  },
  *judge(exchanges): Generator<Judgement> {
    const refreshed = labelled(exchanges, "refresh");
    if (refreshed === undefined) return yield notApplicable("no refresh token was issued");
    for (const label of ["refresh", "refresh again"]) {
      const exchange = labelled(exchanges, label);
      if (exchange === undefined) continue;
      const wrong = wrongStatus(exchange, [200], label);
      if (wrong !== undefined) return yield wrong;
      yield* missingTokens(exchange);
    }
    for (const label of ["with the new token", "with the newest token"]) {
      const exchange = labelled(exchanges, label);
      // Permissions do not matter here: a 403 has accepted the token.
      if (exchange === undefined || statusOf(exchange) !== 401) continue;
      yield violation({
        rule: "status",
        message: `a read ${label} is answered 401`,
        exchange,
        expected: "an accepted token",
        actual: "401",
      });
    }
    const first = refreshTokenOf(labelled(exchanges, "login"));
    const rotated = refreshTokenOf(refreshed) !== first;
    yield observation(
      "U-36",
      rotated ? "a refresh rotates the refresh token" : "a refresh keeps the refresh token",
      refreshed,
      { "U-36": rotated ? "rotate" : "keep" },
    );
    const reused = labelled(exchanges, "refresh with the first");
    if (rotated && reused !== undefined)
      yield observation(
        "U-36",
        `the rotated-out token is answered ${statusOf(reused)}`,
        reused,
        statusOf(reused) === 200 ? { "U-36": "keep-old-working" } : {},
      );
  },
});
