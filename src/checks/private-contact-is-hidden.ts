import { defineCheck, sendAll } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { property } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { bearer, idAt, mainBearer } from "./support/sample-calls.ts";

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
    yield* sendAll([
      { operation: "getContact", path, authorization: mainBearer("crm"), label: "permitted" },
      { operation: "getContact", path, authorization: limited, label: "not permitted" },
    ]);
    if (context.has("crm.records.contactId"))
      yield* sendAll([
        {
          operation: "getContact",
          path: { contactId: idAt(context, "crm.records.contactId") ?? "" },
          authorization: limited,
          label: "ordinary",
        },
      ]);
  },
  *judge(exchanges) {
    const permitted = labelled(exchanges, "permitted");
    const hidden = labelled(exchanges, "not permitted");
    if (permitted === undefined || hidden === undefined) return;
    const wrong = wrongStatus(permitted, [200], "a private contact with a permitted credential");
    if (wrong !== undefined) return yield wrong;
    if (property(jsonOf(permitted), "isPrivate") === false)
      return yield notApplicable("crm.records.privateContactId is not a private contact");
    const ordinary = labelled(exchanges, "ordinary");
    if (ordinary !== undefined && statusOf(ordinary) !== 200)
      return yield notApplicable("crm.credentials.noPrivateApiKey cannot read an ordinary contact either");
    if (statusOf(hidden) < 300)
      yield violation({
        rule: "status",
        message: "a private contact is shown to a credential that may not see private ones",
        exchange: hidden,
        also: [permitted],
        expected: "a refusal",
        actual: String(statusOf(hidden)),
      });
  },
});
