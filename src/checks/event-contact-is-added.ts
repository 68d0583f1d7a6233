import { learntId, sameId } from "./support/ids.ts";
import { defineTaggedCheck, send } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { contactIdOf, ofAnotherContact, shownIndividuals, takenOff } from "./support/event-contact.ts";
import { isObject, property } from "./support/json.ts";
import { notApplicable, statusOf, tagged, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

/** Another individual of the contact, which is added like the first. */
const anotherIndividual = (contact: Exchange | undefined, { body }: Call): number | undefined => {
  const first = body?.kind === "json" ? property(body.value, "contactIndividualId") : undefined;
  const ids = (shownIndividuals(contact) ?? []).map((one) => property(one, "id"));
  return ids.find((id): id is number => typeof id === "number" && !sameId(id, String(first)));
};

export const eventContactIsAdded = defineTaggedCheck<"added" | "contact" | "another added">({
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
    const contact =
      contactId === undefined
        ? undefined
        : yield* send({
            operation: "getContact",
            path: { contactId: learntId("crm contact", contactId) },
            authorization,
            label: "contact",
            tag: "contact",
          });
    const another = context.isEmbedded === true ? anotherIndividual(contact, call) : undefined;
    // Nobody has declared it as scratch: only the sandbox in this process is asked to add it.
    if (another !== undefined)
      yield* send({
        ...call,
        body: { kind: "json", value: { contactIndividualId: another } },
        label: "another added",
        tag: "another added",
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
    const contact = tagged(exchanges, "contact");
    if (isObject(jsonOf(added))) {
      yield* ofAnotherContact(added, contact);
      const another = tagged(exchanges, "another added");
      if (another === undefined || !isSuccess(another)) return;
      // A repeated answer is the first individual's, whatever else is sent.
      return yield* ofAnotherContact(another, contact);
    }
    yield violation({
      rule: "shape",
      message: "the answer is not an event contact",
      exchange: added,
      expected: "a JSON object",
      actual: "another body",
    });
  },
});
