import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { labelled, notApplicable, statusOf, violation } from "./support/judgements.ts";
import { formMediaType, passwordGrant, passwordNeeds, writtenGrant } from "./support/token-calls.ts";

const writings = ["with a charset", "in capitals", "with its fields in another order"] as const;

export const tokenFormIsTakenAsFormsAre = defineCheck({
  id: "token-form-is-taken-as-forms-are",
  facts: ["CRM-20"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: passwordNeeds,
  title: "A token request is a form, whatever the order of its fields and the parameters of its media type",
  why: "HTTP libraries add a charset and order the fields as they like; a login must not depend on either.",
  turns: 1,
  *plan() {
    yield* send(passwordGrant("as usual"));
    yield* send(writtenGrant("with a charset", { mediaType: `${formMediaType}; charset=utf-8` }));
    yield* send(
      writtenGrant("in capitals", { mediaType: "Application/X-WWW-Form-Urlencoded;charset=UTF-8" }),
    );
    yield* send(writtenGrant("with its fields in another order", { turned: true }));
  },
  *judge(exchanges): Generator<Judgement> {
    const usual = labelled(exchanges, "as usual");
    if (usual === undefined || statusOf(usual) !== 200)
      return yield notApplicable("no password grant succeeds, so a refusal shows nothing");
    for (const label of writings) {
      const exchange = labelled(exchanges, label);
      if (exchange === undefined || statusOf(exchange) === 200) continue;
      yield violation({
        rule: "status",
        message: `the form of a token request ${label}: ${statusOf(exchange)} where 200 is stated`,
        exchange,
        also: [usual],
        expected: "200, as for the same form",
        actual: String(statusOf(exchange)),
      });
    }
  },
});
