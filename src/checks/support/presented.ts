import { interfaces } from "../../contract/interfaces.ts";
import type { PlanContext } from "../../harness/model/check.ts";
import { configured } from "../../harness/model/secret.ts";
import type { Presented } from "./refusal.ts";
import { bearer } from "./sample-calls.ts";

/**
 * A credential that must be refused, behind the stated scheme and behind one in small letters: HTTP's schemes have no
 * case, and a server that reads them so must not forget to ask about the credential.
 */
export const inEitherCase = (name: string, credential: string): readonly Presented[] => [
  { name, authorization: bearer(credential) },
  {
    name: `${name} behind bearer in small letters`,
    authorization: { kind: "secret", secret: configured(credential), prefix: "bearer " },
  },
];

const nobody: Presented = { name: "no credential", authorization: { kind: "none" } };

const behind = (name: string, prefix: string, credential: string): Presented => ({
  name,
  authorization: { kind: "secret", secret: configured(credential), prefix },
});

/** What is not `Bearer `, one space and an accepted token, though a lax parser may take it for that. */
const otherThanBearer = (credential: string): readonly Presented[] => [
  nobody,
  { name: "an empty header", authorization: { kind: "literal", header: "" } },
  { name: "another scheme", authorization: { kind: "literal", header: "Basic bm9ib2R5Om5vdGhpbmc=" } },
  { name: "a malformed token", authorization: { kind: "literal", header: "Bearer not.a-token" } },
  { name: "the scheme alone", authorization: { kind: "literal", header: "Bearer" } },
  behind("two spaces", "Bearer  ", credential),
  behind("no scheme", "", credential),
];

const without = (presented: readonly Presented[], ...names: readonly string[]): readonly Presented[] =>
  presented.filter(({ name }) => !names.includes(name));

/**
 * What is no `Authorization: Bearer` header with a credential, as far as the CRM is concerned (CRM-30). How many
 * spaces there may be is not stated.
 */
export const crmStrangers = (context: Pick<PlanContext, "has">): readonly Presented[] => {
  const key = interfaces.crm.mainCredential;
  if (!context.has(key)) return [nobody];
  return [
    ...without(otherThanBearer(key), "two spaces"),
    behind("the key behind another scheme", "Token ", key),
  ];
};

/** What is no `Authorization: Bearer` header with a donation token (DON-21). How many spaces there are is not stated. */
export const donationStrangers = (context: Pick<PlanContext, "has">): readonly Presented[] => {
  const token = interfaces.donation.mainCredential;
  if (!context.has(token)) return [nobody];
  return without(otherThanBearer(token), "two spaces", "the scheme alone");
};

/** What is no `Bearer`, one space and a whole volunteer token (VOL-08). */
export const volunteerStrangers = (): readonly Presented[] => {
  const token = interfaces.volunteer.mainCredential;
  return [
    ...otherThanBearer(token),
    behind("a tab for the space", "Bearer\t", token),
    behind("the token behind another scheme", "Token ", token),
    {
      name: "a token with another signature",
      authorization: { kind: "secret", secret: configured(token), suffix: "x" },
    },
  ];
};
