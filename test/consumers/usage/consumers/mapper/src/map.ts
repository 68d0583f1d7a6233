import type { components } from "../contract/crm.ts";
import type { components as donation } from "../contract/donation.ts";
import type { components as volunteer } from "../contract/volunteer.ts";
import type { Household, Person, Place, Pledge, Standing, Volunteer } from "./model.ts";

type Schemas = components["schemas"];

const mailOf = (person: Schemas["ContactIndividual"]): string | undefined =>
  person.contactMethods?.find(({ type, isPrimary }) => type === "Email" && isPrimary)?.value;

export const toPerson = (person: Schemas["ContactIndividual"]): Person => {
  const mail = mailOf(person);
  return {
    id: person.id ?? 0,
    fullName: [person.firstName, person.lastName].filter(Boolean).join(" "),
    ...(mail && { mail }),
    ...(person.birthMonth && person.birthDay && { born: { month: person.birthMonth, day: person.birthDay } }),
  };
};

const toPlace = (address: Schemas["Address"]): Place => address;

export const toHousehold = (contact: Schemas["Contact"]): Household => ({
  id: contact.id ?? 0,
  label: contact.informalName ?? contact.name ?? "",
  isPrivate: contact.isPrivate ?? true,
  people: (contact.contactIndividuals ?? []).map(toPerson),
  ...(contact.address && { place: toPlace(contact.address) }),
});

export const toPledge = (gift: donation["schemas"]["Gift"]): Pledge => gift;

export const standingOf = (donor: donation["schemas"]["Donor"]): Standing => donor.status;

export const toVolunteers = (page: volunteer["schemas"]["UserPage"]): Volunteer[] => page.data ?? [];

export const toRequest = (text: string): Schemas["ContactNoteRequest"] => {
  const request: Schemas["ContactNoteRequest"] = { note: text };
  request.type = "Call";
  request.important = text.includes("!");
  return request;
};
