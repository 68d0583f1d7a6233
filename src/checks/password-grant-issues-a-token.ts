import { toBeRefused } from "./support/refusal.ts";
import { defineCheck, send, type Judgement } from "../core/model/check.ts";
import type { Exchange } from "../core/model/exchange.ts";
import { labelled, notApplicable, statusOf, wrongStatus } from "./support/judgements.ts";
import {
  hasSpecialCharacters,
  passwordGrant,
  passwordNeeds,
  refreshGrant,
  refreshTokenOf,
} from "./support/token-calls.ts";

const special = "password grant, special characters";
const multiparts = ["a password grant as multipart", "a refresh as multipart"] as const;

/** The fact that a failed login breaks: a refusal of special characters has its own, all else is the endpoint's. */
const brokenBy = (issued: Exchange): "CRM-20" | "CRM-34" => {
  const notUnderstood = [400, 401, 403, 422].includes(statusOf(issued));
  return issued.call?.label === special && notUnderstood ? "CRM-34" : "CRM-20";
};

export const passwordGrantIssuesAToken = defineCheck({
  id: "password-grant-issues-a-token",
  facts: ["CRM-20", "CRM-33", "CRM-34"],
  effect: "read",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A URL-encoded password grant issues a token; a multipart one does not",
  why: "Every OAuth consumer starts here.",
  *plan(context) {
    const issued = yield* send(passwordGrant(hasSpecialCharacters(context) ? special : "password grant"));
    yield* send(toBeRefused(passwordGrant(multiparts[0], "multipart")));
    const refreshToken = refreshTokenOf(issued);
    if (refreshToken !== undefined)
      yield* send(toBeRefused(refreshGrant(multiparts[1], refreshToken, "multipart")));
  },
  *judge(exchanges): Generator<Judgement> {
    const hadSpecial = labelled(exchanges, special);
    const issued = hadSpecial ?? labelled(exchanges, "password grant");
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
      const exchange = labelled(exchanges, label);
      const taken = exchange && wrongStatus(exchange, "failure", label, "CRM-33");
      if (taken !== undefined) yield taken;
    }
  },
});
