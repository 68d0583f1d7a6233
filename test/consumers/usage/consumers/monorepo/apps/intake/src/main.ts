import type { crm, giving } from "@charity/contract";
import { type Contact, display, reachable } from "@charity/people";

type Gift = giving.components["schemas"]["Gift"];
type Status = giving.components["schemas"]["Donor"]["status"];

const labels: Record<Status, string> = { active: "gives", lapsed: "gave", prospect: "may give" };

export const labelOf = (donor: giving.components["schemas"]["Donor"]): string =>
  `${donor.displayName}: ${labels[donor.status]}`;

export const cards = (contacts: Contact[]): string[] =>
  contacts.map((contact) => {
    const methods = reachable((contact.contactIndividuals ?? []).flatMap((one) => one.contactMethods ?? []));
    return `${display(contact)} ${methods.length > 0 ? methods.map(({ value }) => value).join(" ") : "unreachable"}`;
  });

export const describe = (gift: Gift): string => {
  switch (gift.method) {
    case "card":
      return "by card";
    case "bank":
      return "by bank";
    case "refund":
      return "given back";
    default: {
      const never: never = gift.method;
      return never;
    }
  }
};

export const fixture: crm.components["schemas"]["EventContactRequest"] = { contactIndividualId: 1 };

export const patch = (
  note: crm.components["schemas"]["ContactNote"],
  text: string,
): crm.components["schemas"]["ContactNote"] => ({
  ...note,
  note: text,
  important: true,
});
