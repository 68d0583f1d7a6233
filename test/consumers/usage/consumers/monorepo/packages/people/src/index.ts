import type { crm, Volunteering } from "@charity/contract";

export type Contact = crm.components["schemas"]["Contact"];
export type Method = NonNullable<crm.components["schemas"]["ContactIndividual"]["contactMethods"]>[number];
type User = Volunteering["schemas"]["User"];

export const display = (contact: Pick<Contact, "name" | "informalName">): string =>
  contact.informalName ?? contact.name ?? "";

export const reachable = (methods: readonly Method[]): Method[] =>
  methods.filter((method) => method.isOptedIn && method.value !== undefined);

export const initials = (user: Readonly<User>): string =>
  user.name
    .split(" ")
    .map((word) => word.charAt(0))
    .join("");
