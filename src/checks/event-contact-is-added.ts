import { learntId } from "./support/ids.ts";
import { defineTaggedCheck, send } from "../core/model/check.ts";
import { jsonOf } from "../core/model/exchange.ts";
import { contactIdOf, ofAnotherContact, takenOff } from "./support/event-contact.ts";
import { isObject } from "./support/json.ts";
import { notApplicable, statusOf, tagged, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

export const eventContactIsAdded = defineTaggedCheck<"added" | "contact">({
  id: "event-contact-is-added",
  facts: ["CRM-24"],
  effect: "write",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.scratch.eventId", "crm.scratch.contactIndividualId"],
  title: "Adding an individual to an event returns the event contact",
  why: "Only this answer says who now organizes the event.",
  *plan(context) {
    const authorization = mainBearer("crm");
    const call = sampleCall("addEventContact", context, authorization, "added");
    if (call === undefined) return;
    // The sandbox may have been checked before.
    yield* takenOff(context);
    const contactId = contactIdOf(yield* send({ ...call, tag: "added" }));
    if (contactId !== undefined)
      yield* send({
        operation: "getContact",
        path: { contactId: learntId("crm contact", contactId) },
        authorization,
        label: "contact",
        tag: "contact",
      });
    // The outcome of a second addition is not stated; a conflict shows the body of one.
    yield* send({ ...call, label: "added again" });
  },
  *judge(exchanges) {
    const added = tagged(exchanges, "added");
    if (added === undefined) return;
    if (statusOf(added) === 409) return yield notApplicable("the scratch individual is on the event already");
    const wrong = wrongStatus(added, [200], "adding an individual to an event");
    if (wrong !== undefined) return yield wrong;
    if (isObject(jsonOf(added))) return yield* ofAnotherContact(added, tagged(exchanges, "contact"));
    yield violation({
      rule: "shape",
      message: "the answer is no event contact",
      exchange: added,
      expected: "a JSON object",
      actual: "another body",
    });
  },
});
