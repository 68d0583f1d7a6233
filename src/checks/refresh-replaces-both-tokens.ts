import { defineTaggedCheck, send, type Judgement } from "../core/model/check.ts";
import {
  notApplicable,
  observation,
  statusOf,
  tagged,
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

const refreshes = ["refresh", "refresh again"] as const;

const reads = ["with the new token", "with the newest token"] as const;

type Tag = "login" | (typeof refreshes)[number] | (typeof reads)[number] | "refresh with the first";

export const refreshReplacesBothTokens = defineTaggedCheck<Tag>({
  id: "refresh-replaces-both-tokens",
  facts: ["CRM-37"],
  effect: "read",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A refresh returns two new tokens, and both work",
  why: "A consumer that stores both must not be locked out at its next refresh.",
  *plan(context) {
    const first = refreshTokenOf(yield* send({ ...passwordGrant("login"), tag: "login" }));
    if (first === undefined) return;
    const refreshed = yield* send({ ...refreshGrant("a refresh", first), tag: "refresh" });
    const access = accessTokenOf(refreshed);
    if (access !== undefined)
      yield* send({ ...probe("with the new token", access), tag: "with the new token" });
    const next = refreshTokenOf(refreshed);
    if (next === undefined || context.sample(["once more"], 0).length === 0) return;
    const again = yield* send({ ...refreshGrant("a second refresh", next), tag: "refresh again" });
    const later = accessTokenOf(again);
    if (later !== undefined)
      yield* send({ ...probe("with the newest token", later), tag: "with the newest token" });
    // Last, since a server may treat the reuse of a rotated token as theft and close the session.
    yield* send({
      ...refreshGrant("a refresh with the first token", first),
      asItComes: true,
      tag: "refresh with the first",
    });
  },
  *judge(exchanges): Generator<Judgement> {
    const refreshed = tagged(exchanges, "refresh");
    if (refreshed === undefined) return yield notApplicable("no refresh token was issued");
    for (const label of refreshes) {
      const exchange = tagged(exchanges, label);
      if (exchange === undefined) continue;
      const wrong = wrongStatus(exchange, [200], label);
      if (wrong !== undefined) return yield wrong;
      yield* missingTokens(exchange);
    }
    for (const label of reads) {
      const exchange = tagged(exchanges, label);
      // Permissions do not matter here: a 403 has accepted the token.
      if (exchange === undefined || statusOf(exchange) !== 401) continue;
      yield violation({
        rule: "status",
        message: `a read ${label} is answered with 401`,
        exchange,
        expected: "an accepted token",
        actual: "401",
      });
    }
    const first = refreshTokenOf(tagged(exchanges, "login"));
    const rotated = refreshTokenOf(refreshed) !== first;
    yield observation(
      "U-36",
      rotated ? "a refresh rotates the refresh token" : "a refresh keeps the refresh token",
      refreshed,
      { "U-36": rotated ? "rotate" : "keep" },
    );
    const reused = tagged(exchanges, "refresh with the first");
    if (rotated && reused !== undefined)
      yield observation(
        "U-36",
        `the rotated-out token is answered ${statusOf(reused)}`,
        reused,
        statusOf(reused) === 200 ? { "U-36": "keep-old-working" } : {},
      );
  },
});
