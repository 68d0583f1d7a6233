import { defineCheck, send, sendAll, type Judgement } from "../model/check.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer } from "./support/sample-calls.ts";
import { accessTokenOf, hasSpecialCharacters, passwordGrant, passwordNeeds, probe } from "./support/token-calls.ts";

const special = "password grant, special characters";

export const passwordGrantIssuesAToken = defineCheck({
  id: "password-grant-issues-a-token",
  facts: ["CRM-20", "CRM-31", "CRM-33", "CRM-34"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A password grant by urlencoded form issues a token that works like an API key",
  why: "Everything an OAuth consumer does begins here.",
  *plan(context) {
    const issued = yield* send(passwordGrant(hasSpecialCharacters(context) ? special : "password grant"));
    yield* sendAll([passwordGrant("multipart", "multipart")]);
    const token = accessTokenOf(issued);
    if (token !== undefined) yield* send(probe("with the token", token));
    if (context.has("crm.credentials.apiKey"))
      yield* send({ operation: "listContactMethodTypes", authorization: mainBearer("crm"), label: "with the key" });
  },
  *judge(exchanges): Generator<Judgement> {
    const hadSpecial = labelled(exchanges, special);
    const issued = hadSpecial ?? labelled(exchanges, "password grant");
    if (issued === undefined) return;
    const wrong = wrongStatus(issued, [200], "a password grant", hadSpecial === undefined ? "CRM-20" : "CRM-34");
    if (wrong !== undefined) {
      yield wrong;
      for (const fact of ["CRM-20", "CRM-31", "CRM-33", "CRM-34"])
        if (fact !== wrong.fact) yield notApplicable("no token was issued", fact);
      return;
    }
    if (hadSpecial === undefined)
      yield notApplicable("the configured account has no special characters", "CRM-34");
    const multipart = labelled(exchanges, "multipart");
    if (multipart !== undefined && statusOf(multipart) < 400)
      yield violation({
        fact: "CRM-33",
        rule: "status",
        message: "a multipart token request is taken",
        exchange: multipart,
        expected: "a refusal",
        actual: String(statusOf(multipart)),
      });
    const withToken = labelled(exchanges, "with the token");
    if (withToken === undefined) return yield notApplicable("the answer carries no access_token", "CRM-31");
    for (const exchange of [withToken, labelled(exchanges, "with the key")]) {
      const refused = exchange && wrongStatus(exchange, [200], `a read ${exchange.call?.label ?? ""}`, "CRM-31");
      if (refused !== undefined) yield refused;
    }
  },
});
