import type { Random } from "../../../../serving/random.ts";
import type { Channel, IndividualInput } from "../../../store/crm/contacts.ts";
import { firstNames, lastNames } from "../names.ts";
import { genders, passions, prefixes, suffixes } from "./words.ts";

/** A contact method with a configured type of a channel. */
export interface SeededMethod {
  readonly channel: Channel;
  /** Index into the organization's types of that channel, modulo their number. */
  readonly variant: number;
  readonly value: string;
  readonly isOptedIn: boolean;
  readonly isPrimary: boolean;
}

/** A person with contact methods. */
export interface SeededPerson {
  readonly input: IndividualInput;
  readonly methods: readonly SeededMethod[];
}

/** Names as in mailboxes: `Zoë O'Brien` becomes `zoe.obrien`. */
const mailboxNames = new Map(
  [...firstNames, ...lastNames].map((name) => [
    name as string,
    name
      .normalize("NFD")
      .replace(/[^A-Za-z]/g, "")
      .toLowerCase(),
  ]),
);

/** A person of a contact; `position` 0 is primary, 1 secondary. `number` makes addresses unique. */
export const makePerson = (
  random: Random,
  lastName: string,
  position: number,
  number: number,
): SeededPerson => {
  const firstName = random.pick(firstNames);
  return {
    input: {
      prefix: random.chance(0.5) ? random.pick(prefixes) : null,
      firstName,
      middleName: random.chance(0.3) ? `${random.pick(firstNames).charAt(0)}.` : null,
      lastName,
      suffix: random.chance(0.05) ? random.pick(suffixes) : null,
      gender: random.chance(0.9) ? random.pick(genders) : null,
      isPrimary: position === 0,
      isSecondary: position === 1,
      ...makeBirth(random),
      isDeceased: random.chance(0.03),
      passion: random.chance(0.4) ? random.pick(passions) : null,
    },
    methods: makeMethods(random, mailboxOf(firstName, lastName, number)),
  };
};

const mailboxOf = (firstName: string, lastName: string, number: number): string =>
  `${mailboxNames.get(firstName) ?? "first"}.${mailboxNames.get(lastName) ?? "last"}.${number}`;

/** The date of birth is known completely, except for the year, or not at all. */
const makeBirth = (random: Random): Pick<IndividualInput, "birthMonth" | "birthDay" | "birthYear"> => {
  if (random.chance(0.3)) return { birthMonth: null, birthDay: null, birthYear: null };
  const birthYear = random.chance(0.9) ? random.integer(1930, 2006) : null;
  return { birthMonth: random.integer(1, 12), birthDay: random.integer(1, 28), birthYear };
};

const makeMethods = (random: Random, mailbox: string): SeededMethod[] => {
  const methods: Omit<SeededMethod, "isPrimary" | "isOptedIn">[] = [];
  if (random.chance(0.85)) {
    methods.push({ channel: "email", variant: random.integer(0, 1), value: `${mailbox}@example.org` });
  }
  if (random.chance(0.6))
    methods.push({ channel: "phone", variant: random.integer(0, 2), value: makePhone(random) });
  if (random.chance(0.05)) methods.push({ channel: "other", variant: 0, value: `@${mailbox}` });
  return methods.map((method, index) => ({
    ...method,
    isOptedIn: random.chance(0.7),
    isPrimary: index === 0,
  }));
};

const makePhone = (random: Random): string =>
  `+1 555 ${String(random.integer(0, 999)).padStart(3, "0")} ${String(random.integer(0, 9999)).padStart(4, "0")}`;
