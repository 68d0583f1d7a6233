import { defineCheck, send, type Judgement, type Violation } from "../model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../model/exchange.ts";
import { property } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { bearer, idAt, mainBearer } from "./support/sample-calls.ts";

const isPrivate = (exchange: Exchange): unknown => property(jsonOf(exchange), "isPrivate");

const shown = (exchange: Exchange, permitted: Exchange): Violation =>
  violation({
    rule: "status",
    message: "a private contact is shown to a credential that may not see private ones",
    exchange,
    also: [permitted],
    expected: "a refusal",
    actual: String(statusOf(exchange)),
  });

export const privateContactIsHidden = defineCheck({
  id: "private-contact-is-hidden",
  facts: ["CRM-02"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.credentials.noPrivateApiKey", "crm.records.privateContactId"],
  title: "A private contact is visible only to a permitted credential",
  why: "Private records are those of people who asked for it.",
  *plan(context) {
    const path = { contactId: idAt(context, "crm.records.privateContactId") ?? "" };
    const limited = bearer("crm.credentials.noPrivateApiKey");
    // One after the other: what a permitted caller was given must not be handed on.
    yield* send({ operation: "getContact", path, authorization: mainBearer("crm"), label: "permitted" });
    yield* send({ operation: "getContact", path, authorization: limited, label: "not permitted" });
    const contactId = idAt(context, "crm.records.contactId");
    if (contactId !== undefined)
      yield* send({ operation: "getContact", path: { contactId }, authorization: limited, label: "ordinary" });
  },
  *judge(exchanges): Generator<Judgement> {
    const permitted = labelled(exchanges, "permitted");
    const hidden = labelled(exchanges, "not permitted");
    if (permitted === undefined || hidden === undefined) return;
    const wrong = wrongStatus(permitted, [200], "a private contact with a permitted credential");
    if (wrong !== undefined) return yield wrong;
    const ordinary = labelled(exchanges, "ordinary");
    if (ordinary !== undefined && isSuccess(ordinary) && isPrivate(ordinary) === true)
      yield shown(ordinary, permitted);
    if (isSuccess(hidden)) {
      yield isPrivate(permitted) === false
        ? notApplicable("crm.records.privateContactId is not a private contact")
        : shown(hidden, permitted);
      return;
    }
    if (ordinary !== undefined && statusOf(ordinary) !== 200)
      return yield notApplicable("crm.credentials.noPrivateApiKey cannot read an ordinary contact either");
    if (isPrivate(permitted) === false)
      yield violation({
        rule: "relation",
        message: "a contact that is kept from a credential as a private one is said not to be private",
        exchange: permitted,
        also: [hidden],
        pointer: "/isPrivate",
        expected: "true",
        actual: "false",
      });
  },
});
