import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { attendees, isAtEvent } from "../../../store/crm/event-people.ts";
import { events } from "../../../store/crm/events.ts";
import { findIndividual, type Individual } from "../../../store/crm/individuals.ts";
import { viewerOf } from "../viewer.ts";
import { displayNameOf } from "../views/event-contact-view.ts";
import { eventView } from "../views/event-view.ts";
import { contactLink, individualAvatarLink } from "../views/links.ts";
import { utcDateTime } from "../views/moment.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

interface Invitation {
  readonly individual: Individual;
  readonly customFields: NonNullable<unknown>;
}

const readInvitation = (body: unknown, { database, caller }: Context): Invitation | Refusal<422> => {
  const invitation = readFields(body, (fields) => {
    const individual = findIndividual(database, viewerOf(caller), fields.whole("contactIndividualId"));
    if (fields.anything("contactIndividualId") !== undefined && individual === undefined) {
      fields.wrong("contactIndividualId", "NOT_FOUND", "There is no such individual.");
    }
    return { individual, customFields: fields.anything("customFields") ?? [] };
  });
  if (isRefusal(invitation)) return invitation;
  const { individual, customFields } = invitation;
  if (individual === undefined) throw new Error("an individual that was not found was let through");
  return { individual, customFields };
};

const invite = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, clock, emit, baseUrl } = context;
  const { organizationId } = caller;
  const event = events.findIn(database, organizationId, idIn(request, "eventId"));
  if (event === undefined) return refuse(404, "There is no such event.");
  const invitation = readInvitation(request.body, context);
  if (isRefusal(invitation)) return invitation;
  const { individual, customFields } = invitation;
  if (isAtEvent(database, attendees, event.id, individual.id)) {
    return refuse(409, "That individual is invited to the event already.");
  }
  const createdAt = clock.now();
  const id = attendees.add(database, {
    organizationId,
    eventId: event.id,
    individualId: individual.id,
    customFields,
    createdAt,
  });
  emit("eventUpdate", { event: eventView(event) });
  const body = {
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
  };
  return { status: 200, body };
};

/** Inviting a guest (U-05). */
export const attendeeEndpoint: AssumedEndpoint = whenKnown("U-05", {
  id: "createEventAttendee",
  method: "POST",
  path: "/api/Event/{eventId}/Attendees",
  permission: "event.write",
  parameters: [integerInPath("eventId")],
  readsBody: true,
  respond: invite,
});
