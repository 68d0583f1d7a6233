/** Links to records, below the base address that the caller uses. */
export const contactLink = (baseUrl: string, contactId: number): string =>
  `${baseUrl}/api/Contact/${contactId}`;

/** The picture of an individual (CRM-14). */
export const individualAvatarLink = (baseUrl: string, individualId: number): string =>
  `${baseUrl}/api/ContactIndividual/${individualId}/Avatar`;

/** The picture of a contact without individuals; its form is not stated. */
export const contactAvatarLink = (baseUrl: string, contactId: number): string =>
  `${contactLink(baseUrl, contactId)}/Avatar`;

/** The picture of a user, by display name; its form is not stated. */
export const userAvatarLink = (baseUrl: string, displayName: string): string =>
  `${baseUrl}/avatars/${encodeURIComponent(displayName.toLowerCase().replaceAll(" ", "-"))}.png`;

export const eventContactLink = (baseUrl: string, eventId: number, eventContactId: number): string =>
  `${baseUrl}/api/Event/${eventId}/Contacts/${eventContactId}`;

/** The link that completes or dismisses a reminder (CRM-13). */
export const reminderLink = (
  baseUrl: string,
  action: "Completed" | "Dismissed",
  reminderId: number,
): string => `${baseUrl}/api/Reminder/${action}/${reminderId}`;
