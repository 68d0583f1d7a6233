import { interfaces } from "../builtin/interfaces.ts";
import { configured, learnt } from "../core/model/secret.ts";
import { defineTaggedCheck, send, sendAll, type Judgement, type PlanContext } from "../core/model/check.ts";
import type { Call } from "../core/model/exchange.ts";
import { notApplicable, statusOf, tagged, wrongStatus } from "./support/judgements.ts";
import {
  accessTokenOf,
  alteredGrant,
  passwordGrant,
  passwordNeeds,
  refreshGrant,
  refreshGrantWith,
} from "./support/token-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const wrongPassword = alteredGrant("a token request with a wrong password", {
  password: "not-the-password-7f3a",
});

const password = "crm.credentials.password.password";

/** Passwords that a careless comparison accepts, or a second decoding; of a short one a part might be a word. */
const almostPasswords = ({ isEmbedded, secretMatches }: PlanContext): readonly Call[] => {
  const disguises = [
    ["without its end", "truncated"],
    ["in the other letter case", "other-case"],
    ["percent-encoded twice", "percent-encoded"],
  ] as const;
  return isEmbedded === true && secretMatches(password, /^.{16,}$/)
    ? disguises.map(([words, disguise]) =>
        alteredGrant(`a token request with the password ${words}`, {
          password: configured(password, disguise),
        }),
      )
    : [];
};

/** Failed logins count against a real account: one is tried, and only if a run may change something. */
const wrongPasswordsIn = (context: PlanContext): readonly Call[] =>
  context.allowWrites ? [wrongPassword, ...almostPasswords(context)] : [];

export const tokenRequestIsValidated = defineTaggedCheck<"accepted" | "later">({
  id: "token-request-is-validated",
  facts: ["CRM-20"],
  effect: "read",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A token request with a wrong grant or secret is refused",
  why: "A token endpoint that falls back to a default issues tokens that nobody asked for, or issues them to anyone.",
  *plan(context) {
    const wrong = [
      alteredGrant("a token request without a grant type", { grant_type: undefined }),
      alteredGrant("a token request of another grant type", { grant_type: "no_such_grant" }),
      alteredGrant("a token request without a password", { password: undefined }),
      ...wrongPasswordsIn(context),
      refreshGrant("a token request with a refresh token that was never issued", "not-a-refresh-token-7f3a"),
    ];
    const token = accessTokenOf(yield* send({ ...passwordGrant("accepted"), tag: "accepted" }));
    const others = [
      ...(token === undefined
        ? []
        : [refreshGrantWith("a refresh with an access token", learnt("crm access token", token))]),
      ...(context.has(interfaces.crm.mainCredential)
        ? [refreshGrantWith("a refresh with an API key", configured(interfaces.crm.mainCredential))]
        : []),
    ];
    yield* sendAll(context.sample([...wrong, ...others], 2).map((call) => toBeRefused(call)));
    // Real accounts may be locked for a while.
    if (context.isEmbedded === true && context.allowWrites)
      yield* send({ ...passwordGrant("a token request after those that were refused"), tag: "later" });
  },
  *judge(exchanges): Generator<Judgement> {
    const accepted = tagged(exchanges, "accepted");
    if (accepted === undefined || statusOf(accepted) !== 200)
      return yield notApplicable("no password grant succeeds, so a refusal shows nothing");
    for (const exchange of exchanges) {
      if (exchange === accepted) continue;
      const { label = "", tag } = exchange.call ?? {};
      const wrong = wrongStatus(exchange, tag === "later" ? [200] : "refusal", label);
      if (wrong !== undefined) yield wrong;
    }
  },
});
