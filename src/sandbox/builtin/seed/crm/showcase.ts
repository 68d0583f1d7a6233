import type { AddressInput, IndividualInput } from "../../../store/crm/contacts.ts";
import type { GiftInput } from "../../../store/crm/gifts.ts";
import type { SeededContact } from "./contacts.ts";
import type { SeededPerson } from "./people.ts";

const day = 86_400_000;

const gift = (amount: number, givenAt: number): GiftInput => ({
  amount,
  givenAt,
  giftType: "Check",
  note: null,
});

const amara: IndividualInput = {
  prefix: "Dr.",
  firstName: "Amara",
  middleName: "J.",
  lastName: "Exemplar",
  suffix: "PhD",
  gender: "Female",
  isPrimary: true,
  isSecondary: false,
  birthMonth: 4,
  birthDay: 12,
  birthYear: 1980,
  isDeceased: false,
  passion: "Wetlands",
};

const zoe: IndividualInput = {
  ...amara,
  prefix: "Mx.",
  firstName: "Zoë",
  suffix: null,
  gender: "Nonbinary",
  isPrimary: false,
  isSecondary: true,
  birthMonth: 2,
  birthDay: 29,
  birthYear: 1984,
  passion: "Music education",
};

const people: readonly SeededPerson[] = [
  {
    input: amara,
    methods: [
      { channel: "email", variant: 0, value: "amara@example.org", isOptedIn: true, isPrimary: true },
      { channel: "phone", variant: 2, value: "+1 555 010 0100", isOptedIn: false, isPrimary: false },
    ],
  },
  {
    input: zoe,
    methods: [{ channel: "email", variant: 1, value: "zoe@example.org", isOptedIn: true, isPrimary: true }],
  },
];

const address: AddressInput = {
  label: "Home",
  address1: "1 Sample Street",
  address2: "Unit 2",
  city: "Sampleton",
  state: "VT",
  postal: "05001",
  country: "US",
  isPrimary: true,
  startMonth: 1,
  startDay: 1,
  endMonth: 12,
  endDay: 31,
};

/** A contact with every field known. */
const whole = (now: number): SeededContact => ({
  contact: {
    referenceId: "A-1",
    contactType: "Household",
    isPrivate: false,
    name: "Amara and Zoë Exemplar",
    informalName: "Amara & Zoë",
    description: "Met at the harvest fair.",
    website: "https://exemplar.example.org",
    maritalStatus: "Married",
    anniversaryMonth: 6,
    anniversaryDay: 21,
    anniversaryYear: 2008,
    giftAskAmount: 25_000,
    giftAskType: "Monthly",
    createdAt: now - 900 * day,
    modifiedAt: now - 900 * day,
  },
  people,
  address,
  given: [gift(172_050, now - 800 * day), gift(6_000, now - 400 * day), gift(6_001, now - day)],
});

/** Null wherever it is stated. */
const withNulls = (now: number): SeededContact => ({
  contact: {
    ...whole(now).contact,
    referenceId: "A-2",
    name: "Ben Muster",
    informalName: "Ben",
    website: null,
    maritalStatus: null,
    anniversaryMonth: null,
    anniversaryDay: null,
    anniversaryYear: null,
  },
  people: [
    {
      input: { ...amara, firstName: "Ben", lastName: "Muster", suffix: null, gender: "Male" },
      methods: [
        { channel: "email", variant: 0, value: "ben@example.org", isOptedIn: false, isPrimary: true },
      ],
    },
  ],
  address: { ...address, address2: null, startMonth: null, startDay: null, endMonth: null, endDay: null },
  given: [gift(2_500, now - 30 * day)],
});

const hidden = (now: number): SeededContact => ({
  ...withNulls(now),
  contact: {
    ...withNulls(now).contact,
    referenceId: "A-3",
    isPrivate: true,
    name: "Noor Verborgen",
    informalName: "Noor",
  },
  people: [{ input: { ...amara, firstName: "Noor", lastName: "Verborgen" }, methods: [] }],
});

/** A contact with hardly any field known. */
const bare = (now: number): SeededContact => ({
  contact: {
    ...withNulls(now).contact,
    referenceId: null,
    contactType: "Organization",
    name: "Unknown Giver",
    informalName: null,
    description: null,
    giftAskAmount: null,
    giftAskType: null,
  },
  people: [],
  address: undefined,
  given: [],
});

export const showcase = (now: number): readonly SeededContact[] =>
  [whole, withNulls, hidden, bare].map((contact) => contact(now));
