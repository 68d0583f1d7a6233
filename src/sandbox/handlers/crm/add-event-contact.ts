import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { eventContacts, isAtEvent } from "../../store/crm/event-people.ts";
import { events } from "../../store/crm/events.ts";
import { findIndividual } from "../../store/crm/individuals.ts";
import { authorOf } from "./author.ts";
import { viewerOf } from "./viewer.ts";
import { eventContactView } from "./views/event-contact-view.ts";
import { eventView } from "./views/event-view.ts";

/** Adds an individual to an event as organizer or host (CRM-24), which the event's subscribers receive (U-21). */
export const addEventContact: Handler<"addEventContact"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const { organizationId } = caller;
  const event = events.findIn(database, organizationId, path.eventId);
  if (event === undefined) return refuse(404, "There is no such event.");
  const individual = findIndividual(database, viewerOf(caller), body.contactIndividualId);
  if (individual === undefined) {
    const message = "There is no such individual.";
    return refuse(422, message, { fields: [{ field: "contactIndividualId", code: "NOT_FOUND", message }] });
  }
  if (isAtEvent(database, eventContacts, event.id, individual.id)) {
    return refuse(409, "That individual is a contact of the event already.");
  }
  const added = {
    eventId: event.id,
    individualId: individual.id,
    createdAt: clock.now(),
    createdBy: authorOf(context),
  };
  const id = eventContacts.add(database, { ...added, organizationId });
  emit("eventUpdate", { event: eventView(event) });
  return { status: 200, body: eventContactView({ ...added, id }, individual, context) };
};
