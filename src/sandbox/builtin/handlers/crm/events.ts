import type { Models } from "../../../../builtin/generated/operation-types.ts";
import { utcDateTime } from "../../../moment.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { refuse } from "../../../refusal.ts";
import { findIndividual, reachedBy, type Individual } from "../../../store/crm/contacts.ts";
import { attendees, eventContacts, events, isAtEvent } from "../../../store/crm/events.ts";
import type { RecordOf } from "../../../store/entity.ts";
import { authorOf, viewerOf } from "./caller.ts";
import { notFound, refused } from "./fields.ts";
import { eventView } from "./records.ts";
import { contactLink, eventContactLink, individualAvatarLink } from "./views/links.ts";

const displayNameOf = ({ firstName, lastName }: Pick<Individual, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/** A newly added organizer or host of an event (CRM-07). A missing phone or e-mail address is an empty text. */
const eventContactView = (
  added: Omit<RecordOf<typeof eventContacts>, "organizationId">,
  individual: Individual,
  { database, caller, baseUrl }: EndpointContext,
): Models["crm"]["EventContact"] => ({
  id: added.id,
  eventContactUrl: eventContactLink(baseUrl, added.eventId, added.id),
  createDateTimeUtc: utcDateTime(added.createdAt),
  createdByUser: added.createdBy,
  modifiedDateTimeUtc: utcDateTime(added.createdAt),
  modifiedByUser: added.createdBy,
  contactId: individual.contactId,
  contactUrl: contactLink(baseUrl, individual.contactId),
  displayName: displayNameOf(individual),
  firstName: individual.firstName,
  avatarUrl: individualAvatarLink(baseUrl, individual.id),
  primaryPhone: reachedBy(database, caller.organizationId, individual.id, "phone") ?? "",
  primaryEmail: reachedBy(database, caller.organizationId, individual.id, "email") ?? "",
});

/** Adds an individual to an event as organizer or host (CRM-24) and notifies subscribers (U-21). */
export const addEventContact: Handler<"addEventContact"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const { organizationId } = caller;
  const event = events.findIn(database, organizationId, path.eventId);
  if (event === undefined) return refuse(404, "There is no such event.");
  const individual = findIndividual(database, viewerOf(caller), body.contactIndividualId);
  if (individual === undefined) {
    const wrong = notFound("contactIndividualId", "individual");
    return refuse(422, wrong.message, { fields: [wrong] });
  }
  if (isAtEvent(database, eventContacts, event.id, individual.id))
    return refuse(409, "That individual is a contact of the event already.");
  const added = {
    eventId: event.id,
    individualId: individual.id,
    createdAt: clock.now(),
    createdBy: authorOf(context),
  };
  const id = eventContacts.add(database, { ...added, organizationId });
  emit("eventUpdate", { event: eventView(event, context.assumptions) });
  return { status: 200, body: eventContactView({ ...added, id }, individual, context) };
};

/** Invites a guest (U-05). */
export const createEventAttendee: Handler<"createEventAttendee"> = ({ path, body }, context) => {
  const { database, caller, clock, emit, baseUrl } = context;
  const { organizationId } = caller;
  const event = events.findIn(database, organizationId, path.eventId);
  if (event === undefined) return refuse(404, "There is no such event.");
  const individual = findIndividual(database, viewerOf(caller), body.contactIndividualId);
  if (individual === undefined) return refused([notFound("contactIndividualId", "individual")]);
  if (isAtEvent(database, attendees, event.id, individual.id))
    return refuse(409, "That individual is invited to the event already.");
  const createdAt = clock.now();
  const customFields = body.customFields ?? [];
  const added = { eventId: event.id, individualId: individual.id, customFields, createdAt };
  const id = attendees.add(database, { ...added, organizationId });
  emit("eventUpdate", { event: eventView(event, context.assumptions) });
  return {
    status: 200,
    body: {
      id,
      eventId: event.id,
      createDateTimeUtc: utcDateTime(createdAt),
      contactIndividualId: individual.id,
      contactId: individual.contactId,
      contactUrl: contactLink(baseUrl, individual.contactId),
      displayName: displayNameOf(individual),
      firstName: individual.firstName,
      avatarUrl: individualAvatarLink(baseUrl, individual.id),
      customFields,
    },
  };
};
