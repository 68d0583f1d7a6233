import { fitsPath, learntId } from "./support/asked-id.ts";
import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { has, isObject, property } from "./support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";
import { sandboxCall } from "./support/sandbox-calls.ts";

const contactIdOf = (exchange: Exchange): string | number | undefined => {
  const id = property(jsonOf(exchange), "contactId");
  return (typeof id === "string" || typeof id === "number") && fitsPath(id) ? id : undefined;
};

/** The individuals that the contact of an answer has; undefined where they or their ids cannot be read. */
const individualsOf = (contact: Exchange | undefined): readonly unknown[] | undefined => {
  if (contact === undefined || statusOf(contact) !== 200) return undefined;
  const individuals = property(jsonOf(contact), "contactIndividuals");
  if (!Array.isArray(individuals) || individuals.length === 0) return undefined;
  return individuals.every((one) => has(one, "id")) ? individuals : undefined;
};

/** Compares the answer with the contact it names: that one has the individual, who is called so. */
const ofAnother = function* (added: Exchange, contact: Exchange | undefined): Generator<Judgement> {
  const individuals = individualsOf(contact);
  if (contact === undefined || individuals === undefined) return;
  const asked = property(added.request.body, "contactIndividualId");
  const individual = individuals.find((one) => String(property(one, "id")) === String(asked));
  if (individual === undefined)
    return yield violation({
      rule: "relation",
      message: "the individual does not belong to the contact",
      exchange: added,
      also: [contact],
      pointer: "/contactId",
      expected: "the contact of the individual that was added",
      actual: "another contact",
    });
  const [answered, known] = [jsonOf(added), individual].map((one) => property(one, "firstName"));
  if (typeof answered === "string" && typeof known === "string" && answered !== known)
    yield violation({
      rule: "relation",
      message: "the first name is not that of the added individual",
      exchange: added,
      also: [contact],
      pointer: "/firstName",
      expected: "the individual's first name",
      actual: "another name",
    });
};

export const eventContactIsAdded = defineCheck({
  id: "event-contact-is-added",
  facts: ["CRM-24"],
  effect: "write",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.scratch.eventId", "crm.scratch.contactIndividualId"],
  title: "Adding an individual to an event returns the event contact",
  why: "Only this answer says who now organizes the event.",
  *plan(context) {
    const authorization = mainBearer("crm");
    const call = sampleCall("addEventContact", context, authorization, "added");
    if (call === undefined) return;
    const scratch = ["eventId", "contactIndividualId"].map((key) => context.setting(`crm.scratch.${key}`));
    // A sandbox may have been checked before; elsewhere nothing is stated that takes an individual off an event.
    if (context.controlsSandbox === true)
      yield* send(
        sandboxCall(
          "crm",
          "DELETE",
          `/control/event-contacts/${scratch.map(String).join("/")}`,
          "taken off",
          {
            body: {},
          },
        ),
      );
    const contactId = contactIdOf(yield* send(call));
    if (contactId !== undefined)
      yield* send({
        operation: "getContact",
        path: { contactId: learntId("crm contact", contactId) },
        authorization,
        label: "contact",
      });
    // What becomes of a second time is not stated; a conflict shows the body of one.
    yield* send({ ...call, label: "added again" });
  },
  *judge(exchanges) {
    const added = labelled(exchanges, "added");
    if (added === undefined) return;
    if (statusOf(added) === 409) return yield notApplicable("the scratch individual is on the event already");
    const wrong = wrongStatus(added, [200], "adding an individual to an event");
    if (wrong !== undefined) return yield wrong;
    if (isObject(jsonOf(added))) return yield* ofAnother(added, labelled(exchanges, "contact"));
    yield violation({
      rule: "shape",
      message: "the answer is no event contact",
      exchange: added,
      expected: "a JSON object",
      actual: "another body",
    });
  },
});
