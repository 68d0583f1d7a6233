import type { Random } from "../../../../serving/random.ts";
import { donorAddresses, donorContactMethods, donors } from "../../../store/donation/kinds.ts";
import type { InputOf } from "../../../store/entity.ts";
import type { Writer } from "./bulk-writer.ts";
import { createGiving, type Giving } from "./giving.ts";
import type { Moments } from "./moments.ts";
import { inventPerson, type Person } from "./person.ts";
import type { SeedCatalogue } from "./seed-catalogue.ts";

interface Address {
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postal: string | null;
  readonly country: string;
}

const streets = [
  "Maple Street",
  "Harbor Road",
  "5th Avenue",
  "Rue de l'Église",
  "Oak % Lane",
  "Mill_Race",
] as const;
const units = [null, null, null, "", "Apt. 4", "Suite 200"] as const;
type City = Pick<Address, "city" | "state" | "postal" | "country">;

const cities: readonly [City, ...City[]] = [
  { city: "Austin", state: "TX", postal: "787", country: "US" },
  { city: "Portland", state: "OR", postal: "972", country: "US" },
  { city: "Portland", state: "ME", postal: "041", country: "US" },
  { city: "Saint Paul", state: "MN", postal: "551", country: "US" },
  { city: "austin", state: "MN", postal: "559", country: "US" },
  { city: "Montréal", state: "QC", postal: "H2X", country: "CA" },
  { city: "São Paulo", state: null, postal: "013", country: "BR" },
  { city: "Zürich", state: null, postal: "80", country: "CH" },
  { city: "Springfield", state: "", postal: null, country: "US" },
];

const inventAddress = (random: Random): Address => {
  const { city, state, postal, country } = random.pick(cities);
  return {
    address1: `${random.integer(1, 999)} ${random.pick(streets)}`,
    address2: random.pick(units),
    city,
    state,
    postal: postal === null ? null : `${postal}${String(random.integer(0, 99)).padStart(2, "0")}`,
    country,
  };
};

export interface DonorSeed {
  readonly writer: Writer;
  readonly organizationId: number;
  readonly donorCount: number;
  readonly catalogue: SeedCatalogue;
  readonly people: Random;
  readonly giving: Random;
  readonly moments: Moments;
}

/** Numbers of gifts per donor, repeated: three on average, sometimes none. */
const giftCounts = [3, 1, 0, 6, 2, 4, 1, 8, 2, 3] as const;
const giftsPerDonor = 3;

/** Writes the donors of an organization with all their parts and exactly three times as many gifts. */
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
  const { writer, organizationId, people, moments } = seed;
  const id = writer.nextId(donors);
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
  writer.add(donors, {
    id,
    organizationId,
    ...person,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postal: address?.postal ?? null,
    country: address?.country ?? null,
    notes: people.pick(notes),
    crmKey,
    isTestMode: people.chance(0.02),
    isArchived: people.chance(0.05),
    giftCount,
    lifetimeGiving: given.approvedCents,
    lastGiftAmount: given.last?.cents ?? null,
    lastGiftDate: given.last?.at ?? null,
    createdDate: created,
    modifiedDate: moments.modified(created),
    customFields: people.chance(0.1) ? customValues(people) : null,
  });
  if (address !== undefined) addAddresses(seed, id, address);
  addContactMethods(seed, id, person);
};

const customValues = (random: Random): unknown => [
  { name: "T-shirt size", value: random.pick(["S", "M", "L", "XL"]) },
  { name: "Preferred language", value: random.pick(languages) },
  { name: "Volunteers", value: random.chance(0.5) },
];

const addAddresses = (
  { writer, organizationId, people }: DonorSeed,
  donorId: number,
  primary: Address,
): void => {
  const add = (label: string, address: Address, isPrimary: boolean): void =>
    writer.add(donorAddresses, { organizationId, donorId, label, ...address, isPrimary });
  add("Home", primary, true);
  if (people.chance(0.2)) add("Work", inventAddress(people), false);
};

const addContactMethods = (
  { writer, organizationId, people }: DonorSeed,
  donorId: number,
  { email, phone }: Person,
): void => {
  const add = (type: InputOf<typeof donorContactMethods>["type"], value: string, isPrimary: boolean): void =>
    writer.add(donorContactMethods, {
      organizationId,
      donorId,
      type,
      value,
      isPrimary,
      isOptedIn: people.chance(0.8),
    });
  if (email !== null && email !== "") add("Home Email", email, true);
  if (phone !== null && phone !== "") add(people.chance(0.6) ? "Mobile Phone" : "Home Phone", phone, false);
  if (people.chance(0.1)) add("Work Email", `work${donorId}@example.net`, false);
};
