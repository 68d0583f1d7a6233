import { send, type Judgement, type Plan, type PlanContext } from "../../core/model/check.ts";
import { jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { fitsPath, sameId } from "./ids.ts";
import { has, mayBeId, property } from "./json.ts";
import { statusOf, violation } from "./judgements.ts";
import { sandboxCall } from "./sandbox-calls.ts";

/** Takes the scratch individual off the scratch event: a stated way exists only in the sandbox. */
export function* takenOff(context: PlanContext): Plan {
  const ids = ["eventId", "contactIndividualId"].map((key) => String(context.setting(`crm.scratch.${key}`)));
  const path = `/control/event-contacts/${ids.join("/")}`;
  if (context.controlsSandbox === true)
    yield* send(sandboxCall("crm", "DELETE", path, "taken off", { body: {} }));
}

/** The id of the contact in an event contact, if it fits a path. */
export const contactIdOf = (exchange: Exchange): string | number | undefined => {
  const id = property(jsonOf(exchange), "contactId");
  return mayBeId(id) && fitsPath(id) ? id : undefined;
};

/** The individuals of the contact in an answer; undefined if they or their ids cannot be read. */
export const shownIndividuals = (contact: Exchange | undefined): readonly unknown[] | undefined => {
  if (contact === undefined || statusOf(contact) !== 200) return undefined;
  const individuals = property(jsonOf(contact), "contactIndividuals");
  if (!Array.isArray(individuals) || individuals.length === 0) return undefined;
  return individuals.every((one) => has(one, "id")) ? individuals : undefined;
};

/** Compares an event contact with its contact, which must be there and have the individual, with the same name. */
export const ofAnotherContact = function* (
  added: Exchange,
  contact: Exchange | undefined,
): Generator<Judgement> {
  if (contact === undefined) return;
  const wrong = (message: string, pointer: string, expected: string, actual: string): Judgement =>
    violation({
      fact: "CRM-24",
      rule: "relation",
      message,
      exchange: added,
      also: [contact],
      pointer,
      expected,
      actual,
    });
  const due = "the contact of the individual that was added";
  const asked = property(added.request.body, "contactIndividualId");
  // Another contact may be hidden.
  if (statusOf(contact) === 404 && sameId(property(jsonOf(added), "contactId"), asked))
    return yield wrong("there is no contact with this contactId", "/contactId", due, "no contact");
  const individuals = shownIndividuals(contact);
  if (individuals === undefined) return;
  const individual = individuals.find((one) => sameId(property(one, "id"), asked));
  if (individual === undefined)
    return yield wrong("the individual does not belong to the contact", "/contactId", due, "another contact");
  const [answered, known] = [jsonOf(added), individual].map((one) => property(one, "firstName"));
  const message = "the first name is not that of the added individual";
  if (typeof answered === "string" && typeof known === "string" && answered !== known)
    yield wrong(message, "/firstName", "the individual's first name", "another name");
};
