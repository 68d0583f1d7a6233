import type { Random } from "../../../../serving/random.ts";
import { firstNames, lastNames } from "../names.ts";

/** A donor: a person or an organization. Empty texts and nulls are mixed as in real data. */
export interface Person {
  readonly name: string;
  readonly isOrganization: boolean;
  readonly organizationName: string | null;
  readonly title: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly suffix: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

const givenNames = [...firstNames, "José", "Søren", "Łucja", "Đức", "Анна", "Élodie"] as const;
const familyNames = [...lastNames, "Núñez", "Ångström", "李", "Straße", "Null", "D'Angelo"] as const;
const trades = ["Bakery", "Books", "Dental", "Hardware", "Law", "Realty", "Roofing & Sons", "Café"] as const;
const forms = ["Inc.", "LLC", "Foundation", "Ltd."] as const;
const titles = [null, null, null, "Mr.", "Ms.", "Dr.", ""] as const;
const middles = [null, null, "", "A.", "J.", "Marie", "Lee"] as const;
const suffixes = [null, null, null, null, null, "", "Jr.", "III"] as const;

/** Letters and digits of a name that an address can hold: accents and other scripts are dropped. */
const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();

const plainNames = new Map([...givenNames, ...familyNames].map((name) => [name as string, plain(name)]));

const phoneNumber = (random: Random): string =>
  `+1555${String(random.integer(0, 9_999_999)).padStart(7, "0")}`;

export const phoneOf = (random: Random): string | null =>
  random.chance(0.25) ? (random.chance(0.3) ? "" : null) : phoneNumber(random);

/** A person or, one time in eight, an organization. The number makes e-mail addresses unique. */
export const inventPerson = (random: Random, number: number): Person =>
  random.chance(0.125) ? inventOrganization(random, number) : inventIndividual(random, number);

const inventIndividual = (random: Random, number: number): Person => {
  const [firstName, lastName] = [random.pick(givenNames), random.pick(familyNames)];
  const mailbox = `${plainNames.get(firstName) || "donor"}.${plainNames.get(lastName) || "x"}${number}`;
  return {
    name: `${firstName} ${lastName}`,
    isOrganization: false,
    organizationName: random.chance(0.1) ? "" : null,
    title: random.pick(titles),
    firstName,
    middleName: random.pick(middles),
    lastName,
    suffix: random.pick(suffixes),
    email: emailOf(random, `${mailbox}@example.org`),
    phone: phoneOf(random),
  };
};

const inventOrganization = (random: Random, number: number): Person => {
  const name = `${random.pick(familyNames)} ${random.pick(trades)} ${random.pick(forms)}`;
  return {
    name,
    isOrganization: true,
    organizationName: name,
    title: null,
    firstName: null,
    middleName: null,
    lastName: null,
    suffix: null,
    email: emailOf(random, `office${number}@example.com`),
    phone: phoneOf(random),
  };
};

const emailOf = (random: Random, address: string): string | null => {
  if (random.chance(0.9)) return random.chance(0.1) ? address.toUpperCase() : address;
  return random.chance(0.3) ? "" : null;
};
