import type { Random } from "../../../../serving/random.ts";
import type { AddressInput, ContactInput, contacts } from "../../../store/crm/contacts.ts";
import type { InputOf } from "../../../store/entity.ts";
import type { GiftInput } from "../../../store/crm/gifts.ts";
import { lastNames } from "../names.ts";
import { makePerson, type SeededPerson } from "./people.ts";
import { bodies, giftAskTypes, giftTypes, maritalStatuses, towns, remarks, streets } from "./words.ts";

const day = 86_400_000;

export interface SeededContact {
  readonly contact: InputOf<typeof contacts>;
  readonly people: readonly SeededPerson[];
  readonly address: AddressInput | undefined;
  readonly given: readonly GiftInput[];
}

/** The contact with a number, counted from 1 within its organization; the same random stream gives the same contact. */
export const makeContact = (random: Random, number: number, now: number): SeededContact => {
  const lastName = random.pick(lastNames);
  const createdAt = now - random.integer(1, 3000) * day;
  return random.chance(0.7)
    ? makeHousehold(random, lastName, number, createdAt, now)
    : makeBody(random, lastName, number, createdAt, now);
};

const makeHousehold = (
  random: Random,
  lastName: string,
  number: number,
  createdAt: number,
  now: number,
): SeededContact => {
  const people = [makePerson(random, lastName, 0, number)];
  if (random.chance(0.5)) people.push(makePerson(random, lastName, 1, number));
  if (random.chance(0.15)) people.push(makePerson(random, lastName, 2, number));
  const couple = people.slice(0, 2).map(({ input }) => input.firstName);
  const contact = {
    ...makeCommon(random, number),
    contactType: "Household",
    name: `${couple.join(" and ")} ${lastName}`,
    informalName: random.chance(0.8) ? couple.join(" & ") : null,
    website: random.chance(0.03) ? `https://household-${number}.example.org` : null,
    maritalStatus: random.chance(0.6) ? random.pick(maritalStatuses) : null,
    ...makeAnniversary(random),
    createdAt,
    modifiedAt: createdAt,
  };
  return { contact, people, address: makeAddress(random), given: makeGifts(random, now) };
};

/** An organization, a foundation or a company: types form an open set. */
const makeBody = (
  random: Random,
  lastName: string,
  number: number,
  createdAt: number,
  now: number,
): SeededContact => {
  const contactType = random.pick(["Organization", "Organization", "Foundation", "Foundation", "Company"]);
  const what = contactType === "Foundation" ? "Family Foundation" : random.pick(bodies);
  const people = random.chance(0.7) ? [makePerson(random, random.pick(lastNames), 0, number)] : [];
  const contact = {
    ...makeCommon(random, number),
    contactType,
    name: `${lastName} ${what}`,
    informalName: random.chance(0.4) ? `The ${lastName}s` : null,
    website: random.chance(0.7) ? `https://member-${number}.example.org` : null,
    maritalStatus: null,
    anniversaryMonth: null,
    anniversaryDay: null,
    anniversaryYear: null,
    createdAt,
    modifiedAt: createdAt,
  };
  return { contact, people, address: makeAddress(random), given: makeGifts(random, now) };
};

type Common = Pick<
  ContactInput,
  "referenceId" | "isPrivate" | "description" | "giftAskAmount" | "giftAskType"
>;

const makeCommon = (random: Random, number: number): Common => ({
  referenceId: random.chance(0.6) ? `A-${number}` : null,
  isPrivate: random.chance(0.04),
  description: random.chance(0.5) ? random.pick(remarks) : null,
  giftAskAmount: random.chance(0.6) ? random.integer(1, 200) * 500 : null,
  giftAskType: random.chance(0.6) ? random.pick(giftAskTypes) : null,
});

type Anniversary = Pick<ContactInput, "anniversaryMonth" | "anniversaryDay" | "anniversaryYear">;

const makeAnniversary = (random: Random): Anniversary =>
  random.chance(0.4)
    ? {
        anniversaryMonth: random.integer(1, 12),
        anniversaryDay: random.integer(1, 28),
        anniversaryYear: random.chance(0.6) ? random.integer(1955, 2023) : null,
      }
    : { anniversaryMonth: null, anniversaryDay: null, anniversaryYear: null };

const makeAddress = (random: Random): AddressInput | undefined => {
  if (random.chance(0.08)) return undefined;
  const isSeasonal = random.chance(0.06);
  return {
    label: isSeasonal ? "Summer" : random.pick(["Home", "Work"]),
    address1: `${random.integer(1, 240)} ${random.pick(streets)}`,
    address2: random.chance(0.2) ? `Unit ${random.integer(1, 40)}` : null,
    ...random.pick(towns),
    isPrimary: true,
    startMonth: isSeasonal ? 5 : null,
    startDay: isSeasonal ? 1 : null,
    endMonth: isSeasonal ? 9 : null,
    endDay: isSeasonal ? 30 : null,
  };
};

/** Some contacts never give, most a few times, always before `now`. */
const makeGifts = (random: Random, now: number): GiftInput[] => {
  const count = random.chance(0.25) ? 0 : random.integer(1, 7);
  return Array.from({ length: count }, () => ({
    amount: random.chance(0.8) ? random.integer(1, 100) * 500 : random.integer(101, 250_000),
    givenAt: now - random.integer(3600, 1500 * 86_400) * 1000,
    giftType: random.pick(giftTypes),
    note: null,
  }));
};
