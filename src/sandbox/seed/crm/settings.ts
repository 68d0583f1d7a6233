import type { Channel } from "../../store/crm/contact-methods.ts";

/** What an organization has set up, and the few records that it has regardless of scale. */
export interface OrganizationSettings {
  /** By channel, so that a value suits its type. Every organization has its own names (CRM-23). */
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
