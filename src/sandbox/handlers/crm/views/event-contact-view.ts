import type { Models } from "../../../../contract/generated/operation-types.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { reachedBy } from "../../../store/crm/contact-methods.ts";
import type { RecordOf } from "../../../store/entity.ts";
import type { eventContacts } from "../../../store/crm/event-people.ts";
import type { Individual } from "../../../store/crm/individuals.ts";
import { contactLink, eventContactLink, individualAvatarLink } from "./links.ts";
import { utcDateTime } from "../../../moment.ts";

/** A person's name in a user interface. */
export const displayNameOf = ({ firstName, lastName }: Pick<Individual, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/** A newly added organizer or host of an event (CRM-07). A missing phone or e-mail address is an empty text. */
export const eventContactView = (
  added: Omit<RecordOf<typeof eventContacts>, "organizationId">,
  individual: Individual,
  { database, caller, baseUrl }: Context,
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
