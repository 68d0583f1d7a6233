import type { Channel } from "../../../store/crm/contacts.ts";

/** An organization's settings, and its few records that do not depend on the scale. */
export interface OrganizationSettings {
  /** By channel, so that a value fits its type. Every organization has its own names (CRM-23). */
  readonly methodTypes: Readonly<Record<Channel, readonly [string, ...string[]]>>;
  readonly noteTypes: readonly [string, ...string[]];
  readonly events: readonly string[];
  readonly projects: readonly string[];
  readonly forms: readonly string[];
}

export const mainSettings: OrganizationSettings = {
  methodTypes: {
    email: ["Home Email", "Work Email"],
    phone: ["Home Phone", "Work Phone", "Mobile Phone"],
    other: ["Messenger"],
  },
  noteTypes: ["Call", "Email", "Meeting", "Letter", "Thank You"],
  events: ["Scratch Evening", "Spring Gala", "Riverside Walk"],
  projects: ["Wetland Fund", "Reading Rooms", "Where Needed Most"],
  forms: ["Newsletter sign-up", "Volunteer interest"],
};

export const otherSettings: OrganizationSettings = {
  methodTypes: { email: ["E-mail"], phone: ["Telephone", "Mobile Phone"], other: ["Fax"] },
  noteTypes: ["Visit", "Telephone"],
  events: ["Winter Relief Day"],
  projects: ["Shelter Fund"],
  forms: ["Offer of help"],
};
