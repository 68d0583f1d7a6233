import { toBeRefused } from "./support/refusal.ts";
import { defineTaggedCheck, send, type Judgement } from "../core/model/check.ts";
import type { Exchange } from "../core/model/exchange.ts";
import { notApplicable, statusOf, tagged, wrongStatus } from "./support/judgements.ts";
import {
  hasSpecialCharacters,
  passwordGrant,
  passwordNeeds,
  refreshGrant,
  refreshTokenOf,
} from "./support/token-calls.ts";

const special = "special characters";
const multiparts = ["a password grant as multipart", "a refresh as multipart"] as const;

type Tag = "plain" | typeof special | (typeof multiparts)[number];

/** The fact that a failed login breaks: a refusal of special characters has its own, all else is the endpoint's. */
const brokenBy = (issued: Exchange<Tag>): "CRM-20" | "CRM-34" => {
  const notUnderstood = [400, 401, 403, 422].includes(statusOf(issued));
  return issued.call?.tag === special && notUnderstood ? "CRM-34" : "CRM-20";
};

export const passwordGrantIssuesAToken = defineTaggedCheck<Tag>({
  id: "password-grant-issues-a-token",
  facts: ["CRM-20", "CRM-33", "CRM-34"],
  effect: "read",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A URL-encoded password grant issues a token; a multipart one does not",
  why: "Every OAuth consumer starts here.",
  *plan(context) {
    const issued = yield* send<Tag>(
      hasSpecialCharacters(context)
        ? { ...passwordGrant("password grant, special characters"), tag: special }
        : { ...passwordGrant("password grant"), tag: "plain" },
    );
    yield* send(toBeRefused({ ...passwordGrant(multiparts[0], "multipart"), tag: multiparts[0] }));
    const refreshToken = refreshTokenOf(issued);
    if (refreshToken !== undefined)
      yield* send(
        toBeRefused({ ...refreshGrant(multiparts[1], refreshToken, "multipart"), tag: multiparts[1] }),
      );
  },
  *judge(exchanges): Generator<Judgement> {
    const hadSpecial = tagged(exchanges, special);
    const issued = hadSpecial ?? tagged(exchanges, "plain");
    if (issued === undefined) return;
    const broken = brokenBy(issued);
    const wrong = wrongStatus(issued, [200], "a password grant", broken);
    if (wrong !== undefined) {
      yield wrong;
      for (const fact of ["CRM-20", "CRM-33", "CRM-34"])
        if (fact !== broken) yield notApplicable("no token was issued", fact);
      return;
    }
    if (hadSpecial === undefined)
      yield notApplicable("the configured account has no special characters", "CRM-34");
    for (const label of multiparts) {
      const exchange = tagged(exchanges, label);
      const taken = exchange && wrongStatus(exchange, "failure", label, "CRM-33");
      if (taken !== undefined) yield taken;
    }
  },
});
