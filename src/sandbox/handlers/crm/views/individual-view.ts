import type { Models } from "../../../../contract/generated/operation-types.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import type { ContactMethod } from "../../../store/crm/contact-methods.ts";
import type { Individual } from "../../../store/crm/individuals.ts";
import { utcDateTime } from "./moment.ts";
import { textsOf } from "./unknown-text.ts";

type View = Models["crm"]["ContactIndividual"];

/** A person with the ways of reaching them (CRM-03). What nobody knows of the birth is left out (U-01). */
export const individualView = (
  individual: Individual,
  methods: readonly ContactMethod[],
  { assumptions, clock }: Pick<Context, "assumptions" | "clock">,
): View => {
  const { prefix, middleName, gender, passion } = individual;
  return {
    id: individual.id,
    firstName: individual.firstName,
    lastName: individual.lastName,
    ...textsOf({ prefix, middleName, gender, passion }, assumptions),
    suffix: individual.suffix,
    isPrimary: individual.isPrimary,
    isSecondary: individual.isSecondary,
    ...birthView(individual, clock.now()),
    isDeceased: individual.isDeceased,
    contactMethods: methods.map(({ id, type, value, isOptedIn, isPrimary }) => ({
      id,
      type,
      value,
      isOptedIn,
      isPrimary,
    })),
  };
};

const birthView = ({ birthYear, birthMonth, birthDay }: Individual, now: number): View => ({
  ...(birthMonth === null ? {} : { birthMonth }),
  ...(birthDay === null ? {} : { birthDay }),
  ...(birthYear === null
    ? {}
    : { birthYear, approximateAge: ageAt(now, birthYear, birthMonth ?? 1, birthDay ?? 1) }),
  ...(birthYear === null || birthMonth === null || birthDay === null
    ? {}
    : { birthDate: utcDateTime(Date.UTC(birthYear, birthMonth - 1, birthDay)) }),
});

/** Full years at an instant, counted in UTC. */
const ageAt = (now: number, year: number, month: number, day: number): number => {
  const today = new Date(now);
  const hadBirthday =
    Date.UTC(2000, today.getUTCMonth(), today.getUTCDate()) >= Date.UTC(2000, month - 1, day);
  return Math.max(0, today.getUTCFullYear() - year - (hadBirthday ? 0 : 1));
};
