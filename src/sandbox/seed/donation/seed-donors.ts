import type { Random } from "../../random.ts";
import { searchText } from "../../store/donation/search-text.ts";
import type { Writer } from "./bulk-writer.ts";
import { createGiving, type Giving } from "./giving.ts";
import type { Moments } from "./moments.ts";
import { inventPerson, type Person } from "./person.ts";
import { inventAddress, type Address } from "./address.ts";
import type { Catalogue } from "./seed-catalogue.ts";

/** The next free id of every large table. */
export interface NextIds {
  donor: number;
  address: number;
  contactMethod: number;
  recurringGift: number;
  gift: number;
}

export interface DonorSeed {
  readonly writer: Writer;
  readonly organizationId: number;
  readonly donorCount: number;
  readonly catalogue: Catalogue;
  readonly people: Random;
  readonly giving: Random;
  readonly moments: Moments;
  readonly nextIds: NextIds;
}

/** How many gifts donors make, over and over: three on the average, and some none. */
const giftCounts = [3, 1, 0, 6, 2, 4, 1, 8, 2, 3] as const;
const giftsPerDonor = 3;

/** Writes the donors of an organization with all that hangs on them: exactly three times as many gifts. */
export const seedDonors = (seed: DonorSeed): void => {
  const giving = createGiving(seed);
  let giftsLeft = seed.donorCount * giftsPerDonor;
  for (let index = 0; index < seed.donorCount; index += 1) {
    const isLast = index === seed.donorCount - 1;
    const giftCount = isLast ? giftsLeft : (giftCounts[index % giftCounts.length] ?? giftsPerDonor);
    giftsLeft -= giftCount;
    addDonor(seed, giving, index, giftCount);
  }
};

const notes = [
  null,
  null,
  null,
  null,
  "",
  "Prefers a call in the evening.",
  "Met at the gala — “lovely people” 🎉",
] as const;
const languages = ["English", "Español", "Français"] as const;

const addDonor = (seed: DonorSeed, giving: Giving, index: number, giftCount: number): void => {
  const { writer, organizationId, people, moments, nextIds } = seed;
  const id = nextIds.donor++;
  const person = inventPerson(people, id);
  const address = people.chance(0.9) ? inventAddress(people) : undefined;
  const created = moments.created();
  const given = giving.addGifts({
    donorId: id,
    donorName: person.name,
    since: created,
    count: giftCount,
    index,
  });
  const crmKey = people.chance(0.7) ? `D-${id}` : null;
  writer.add("donor", [
    id,
    organizationId,
    person.name,
    person.title,
    person.firstName,
    person.middleName,
    person.lastName,
    person.suffix,
    person.email,
    person.phone,
    address?.city ?? null,
    address?.state ?? null,
    address?.postal ?? null,
    address?.country ?? null,
    people.pick(notes),
    person.isOrganization,
    person.organizationName,
    crmKey,
    people.chance(0.02),
    people.chance(0.05),
    giftCount,
    given.approvedCents,
    given.last?.cents ?? null,
    given.last?.at ?? null,
    created,
    moments.modified(created),
    people.chance(0.1) ? customValues(people) : null,
    searchText([person.name, person.organizationName, person.email, person.phone, address?.city, crmKey]),
  ]);
  if (address !== undefined) addAddresses(seed, id, address);
  addContactMethods(seed, id, person);
};

const customValues = (random: Random): string =>
  JSON.stringify([
    { name: "T-shirt size", value: random.pick(["S", "M", "L", "XL"]) },
    { name: "Preferred language", value: random.pick(languages) },
    { name: "Volunteers", value: random.chance(0.5) },
  ]);

const addAddresses = (
  { writer, organizationId, people, nextIds }: DonorSeed,
  donorId: number,
  primary: Address,
): void => {
  const add = (label: string, address: Address, isPrimary: boolean): void =>
    writer.add("address", [
      nextIds.address++,
      organizationId,
      donorId,
      label,
      address.address1,
      address.address2,
      address.city,
      address.state,
      address.postal,
      address.country,
      isPrimary,
    ]);
  add("Home", primary, true);
  if (people.chance(0.2)) add("Work", inventAddress(people), false);
};

const addContactMethods = (
  { writer, organizationId, people, nextIds }: DonorSeed,
  donorId: number,
  { email, phone }: Person,
): void => {
  const add = (type: string, value: string, isPrimary: boolean): void =>
    writer.add("contactMethod", [
      nextIds.contactMethod++,
      organizationId,
      donorId,
      type,
      value,
      isPrimary,
      people.chance(0.8),
    ]);
  if (email !== null && email !== "") add("Home Email", email, true);
  if (phone !== null && phone !== "") add(people.chance(0.6) ? "Mobile Phone" : "Home Phone", phone, false);
  if (people.chance(0.1)) add("Work Email", `work${donorId}@example.net`, false);
};
