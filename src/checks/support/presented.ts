import { interfaces } from "../../contract/interfaces.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { PlanContext } from "../../harness/model/check.ts";
import type { CredentialPlace, Disguise } from "../../harness/model/exchange.ts";
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

const disguisedAs = (
  name: string,
  disguise: Disguise,
  credential: string,
  prefix = "Bearer ",
): Presented => ({
  name,
  authorization: { kind: "secret", secret: configured(credential), disguise, prefix },
});

const before = (name: string, suffix: string, credential: string): Presented => ({
  name,
  authorization: { kind: "secret", secret: configured(credential), suffix },
});

/** Places in which servers look for a credential beside its own header, under the names that are usual there. */
const otherPlaces: readonly (readonly [place: CredentialPlace, name: string, prefix?: string])[] = [
  ["query", "access_token"],
  ["query", "api_key"],
  ["query", "apiKey"],
  ["query", "token"],
  ["query", "key"],
  ["cookie", "access_token"],
  ["cookie", "token"],
  ["cookie", "session"],
  ["header", "X-Api-Key"],
  ["header", "Api-Key"],
  ["header", "X-Access-Token"],
  ["header", "X-Auth-Token"],
  ["header", "X-Authorization", "Bearer "],
  ["header", "Proxy-Authorization", "Bearer "],
];

const placeText: Readonly<Record<CredentialPlace, (name: string) => string>> = {
  query: (name) => `the query parameter ${name}`,
  cookie: (name) => `the cookie ${name}`,
  header: (name) => `the header ${name}`,
};

/**
 * The credential that is shown in other places: the one that works where nobody else can read the addresses that are
 * asked, else one that works for nothing but would be known, which shows as a 403 in place of the 401.
 */
const shownElsewhere = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
  of: InterfaceName,
  limited: string,
): string | undefined => {
  const { mainCredential } = interfaces[of];
  return [...(context.onThisMachine?.includes(of) === true ? [mainCredential] : []), limited].find((path) =>
    context.has(path),
  );
};

/** Where there are many operations, each of them is shown a part of what there is to show. */
const oneIn: Readonly<Record<InterfaceName, number>> = { crm: 1, donation: 2, volunteer: 2 };

/** A credential in every place but the `Authorization` header, which is the only stated one. */
const elsewhere = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
  of: InterfaceName,
  limited: string,
): readonly Presented[] => {
  const credential = shownElsewhere(context, of, limited);
  if (credential === undefined) return [];
  const secret = configured(credential);
  const alone = otherPlaces.map(([place, name, prefix]): Presented => ({
    name: `a credential in ${placeText[place](name)}`,
    authorization: { kind: "elsewhere", place, name, secret, ...(prefix === undefined ? {} : { prefix }) },
  }));
  const beside: Presented = {
    name: "a credential in a cookie beside a worthless header",
    authorization: {
      kind: "elsewhere",
      place: "cookie",
      name: "access_token",
      secret,
      header: "Bearer nothing",
    },
  };
  return [...alone, beside].map((one) => ({ ...one, toOneIn: oneIn[of] }));
};

/** What is not `Bearer `, one space and an accepted token, though a lax parser may take it for that. */
const otherThanBearer = (credential: string): readonly Presented[] => [
  nobody,
  { name: "an empty header", authorization: { kind: "literal", header: "" } },
  { name: "another scheme", authorization: { kind: "literal", header: "Basic bm9ib2R5Om5vdGhpbmc=" } },
  { name: "a malformed token", authorization: { kind: "literal", header: "Bearer not.a-token" } },
  { name: "the scheme alone", authorization: { kind: "literal", header: "Bearer" } },
  behind("two spaces", "Bearer  ", credential),
  behind("no scheme", "", credential),
  before("a letter behind the token", "x", credential),
  before("a word behind the token", " please", credential),
  before("a comma behind the token", ",x", credential),
  disguisedAs("the token as the user of another scheme", "basic-user", credential, "Basic "),
  disguisedAs("the token as the password of another scheme", "basic-password", credential, "Basic "),
];

const without = (presented: readonly Presented[], ...names: readonly string[]): readonly Presented[] =>
  presented.filter(({ name }) => !names.includes(name));

/**
 * What is no `Authorization: Bearer` header with a credential, as far as the CRM is concerned (CRM-30). How many
 * spaces there may be is not stated.
 */
export const crmStrangers = (context: Pick<PlanContext, "has" | "onThisMachine">): readonly Presented[] => {
  const key = interfaces.crm.mainCredential;
  if (!context.has(key)) return [nobody];
  return [
    ...without(otherThanBearer(key), "two spaces"),
    behind("the key behind another scheme", "Token ", key),
    ...elsewhere(context, "crm", "crm.credentials.limitedApiKey"),
  ];
};

/** What is no `Authorization: Bearer` header with a donation token (DON-21). How many spaces there are is not stated. */
export const donationStrangers = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
): readonly Presented[] => {
  const token = interfaces.donation.mainCredential;
  if (!context.has(token)) return [nobody];
  return [
    ...without(otherThanBearer(token), "two spaces", "the scheme alone"),
    ...elsewhere(context, "donation", "donation.credentials.limitedToken"),
  ];
};

/** What is no `Bearer`, one space and a whole volunteer token (VOL-08). */
export const volunteerStrangers = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
): readonly Presented[] => {
  const token = interfaces.volunteer.mainCredential;
  return [
    ...otherThanBearer(token),
    behind("a tab for the space", "Bearer\t", token),
    behind("the token behind another scheme", "Token ", token),
    disguisedAs("a token without its signature", "jwt-unsigned", token),
    disguisedAs("a token that says it needs no signature", "jwt-alg-none", token),
    disguisedAs("a token with the signature of another", "jwt-other-signature", token),
    disguisedAs("a token with a claim more and the signature of before", "jwt-other-claims", token),
    ...elsewhere(context, "volunteer", "volunteer.credentials.limitedToken"),
  ];
};
