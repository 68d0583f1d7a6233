import { type Contact, type Donor, listGifts, queryDonors, readContact, readVolunteer } from "./api.ts";

const addressLine = ({ address }: Contact): string =>
  address === undefined ? "" : [address.address1, address.postal, address.city].filter(Boolean).join(", ");

const sinceOf = (donor: Donor): number => {
  const { lastGiftDate } = donor;
  if (!lastGiftDate) return 0;
  return new Date(lastGiftDate).getTime();
};

export const contactSheet = async (id: number): Promise<string> => {
  const contact = await readContact(id);
  const phones = (contact.contactIndividuals ?? []).flatMap((person) =>
    (person.contactMethods ?? []).map((method) => method.value),
  );
  const giving = contact.lifeToDateGiving === undefined ? 0 : Number.parseFloat(contact.lifeToDateGiving);
  return `${contact.name} | ${addressLine(contact)} | ${phones.join(" ")} | ${giving.toFixed(2)}`;
};

export const quiet = async (): Promise<Donor[]> => {
  const page = await queryDonors({
    queryType: 0,
    take: 100,
    groups: [{ conjunct: 0, conditions: [{ parameter: "status", operator: 3, values: ["lapsed"] }] }],
  });
  return (page.items ?? []).toSorted((left, right) => sinceOf(left) - sinceOf(right));
};

export const total = async (): Promise<number> => {
  let sum = 0;
  for (const gift of (await listGifts()).items ?? []) sum += Number(gift.amount);
  return sum;
};

export const badge = async (id: string): Promise<{ title: string; admin: boolean }> => {
  const user = await readVolunteer(id);
  return { title: user.name.trim(), admin: user.role === "admin" };
};
