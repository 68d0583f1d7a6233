import type { components } from "../contract/crm.ts";
import type { components as donation } from "../contract/donation.ts";
import type { components as volunteer } from "../contract/volunteer.ts";

type Contact = components["schemas"]["Contact"];
type Gift = donation["schemas"]["Gift"];
type User = volunteer["schemas"]["User"];

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export function* rows(contacts: readonly Contact[]): Generator<string> {
  for (const { id, name = "", contactIndividuals = [], address } of contacts) {
    const { city = "", country = "" } = address ?? {};
    for (const { firstName, lastName, contactMethods = [] } of contactIndividuals) {
      for (const { type, value, isOptedIn } of contactMethods) {
        if (!isOptedIn || !value) continue;
        yield [String(id), name, firstName ?? "", lastName ?? "", type ?? "", value, city, country]
          .map(cell)
          .join(",");
      }
    }
  }
}

export const byDonor = (gifts: readonly Gift[]): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const { donorId, amount, method } of gifts) {
    if (method === "refund") continue;
    sums.set(donorId, (sums.get(donorId) ?? 0) + Number(amount));
  }
  return sums;
};

export const birthdays = (contacts: readonly Contact[], month: number): string[] => {
  const found: string[] = [];
  for (const contact of contacts)
    for (const person of contact.contactIndividuals ?? [])
      if (person.birthMonth === month && !person.isDeceased)
        found.push(`${person.firstName} ${person.birthDay ?? "?"}`);
  return found;
};

export const roster = (users: readonly User[]): Record<User["role"], string[]> => {
  const groups: Record<User["role"], string[]> = { admin: [], leader: [], member: [] };
  for (const { role, name } of users) groups[role].push(name);
  return groups;
};
