import { interfaces } from "../../builtin/interfaces.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { PlanContext } from "../../core/model/check.ts";
import type { CredentialLocation } from "../../core/model/exchange.ts";
import { configured, type Disguise } from "../../core/model/secret.ts";
import { allRefused, type Presented } from "./refusal.ts";
import { bearer } from "./sample-calls.ts";

/** A form is presented to every nth operation: with one parser of headers to few, with several to half. */
const fewOperations = 4;
const halfOfOperations = 2;

/**
 * A credential that must be refused, behind the stated scheme and the lower-case one: HTTP schemes ignore case, and a
 * server that does so must still check the credential.
 */
export const inEitherCase = (
  name: string,
  credential: string,
  inFull: Presented["inFull"] = "too",
): readonly Presented[] => [
  { name, authorization: bearer(credential), inFull },
  {
    name: `${name} behind bearer in small letters`,
    authorization: { kind: "secret", secret: configured(credential), prefix: "bearer " },
    every: fewOperations,
  },
];

const nobody: Presented = { name: "no credential", authorization: { kind: "none" }, inFull: "too" };

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
  authorization: { kind: "secret", secret: configured(credential, disguise), prefix },
});

const before = (name: string, suffix: string, credential: string): Presented => ({
  name,
  authorization: { kind: "secret", secret: configured(credential), suffix },
});

const plainly = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, ""]));

const parameters = plainly(
  "access_token",
  "accessToken",
  "api_key",
  "apikey",
  "apiKey",
  "api-key",
  "auth_token",
  "authToken",
);

/** Names under which servers look for a credential besides its own header, each with its prefix. */
const otherLocations: Readonly<Record<CredentialLocation, Readonly<Record<string, string>>>> = {
  query: {
    ...parameters,
    ...plainly("token", "key", "bearer", "jwt", "auth", "x-api-key"),
    authorization: "Bearer ",
    Authorization: "Bearer ",
  },
  cookie: {
    ...parameters,
    ...plainly("token", "session", "sessionid", "sid", "jwt", "auth", "bearer", "Authorization"),
  },
  header: {
    ...plainly(
      "X-Api-Key",
      "Api-Key",
      "ApiKey",
      "X-Access-Token",
      "Access-Token",
      "X-Auth-Token",
      "Auth-Token",
    ),
    ...plainly("X-Token", "Token", "X-Api-Token", "X-Auth", "X-Session-Token"),
    "X-Authorization": "Bearer ",
    "X-Forwarded-Authorization": "Bearer ",
    "Proxy-Authorization": "Bearer ",
    Authentication: "Bearer ",
  },
  body: { ...parameters, ...plainly("token", "key", "jwt"), authorization: "Bearer " },
};

/** A body may be refused for properties that are not stated: it is presented together with the others only. */
const locationText: Readonly<Record<Exclude<CredentialLocation, "body">, string>> = {
  query: "a credential in the query",
  cookie: "a credential in a cookie",
  header: "a credential in another header",
};

/**
 * The credential to present at other locations: a working one if nobody else can read the addresses, else one that
 * permits nothing but would be recognised, which shows as a 403 instead of the 401.
 */
const shownElsewhere = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
  of: BuiltinInterface,
  limited: string,
): string | undefined => {
  const { mainCredential } = interfaces[of];
  return [...(context.onThisMachine?.includes(of) === true ? [mainCredential] : []), limited].find((path) =>
    context.has(path),
  );
};

const worthless = "Bearer not.a-token";

const malformed: Presented = {
  name: "a malformed token",
  authorization: { kind: "literal", header: worthless },
};

/** A token as the user and as the password of Basic credentials. */
const asBasic = (credential: string): Presented =>
  allRefused(
    "the token as user and password of another scheme",
    {
      kind: "secret",
      secret: configured(credential, "basic-both"),
      prefix: "Basic ",
    },
    [
      { name: "another scheme", authorization: { kind: "literal", header: "Basic bm9ib2R5Om5vdGhpbmc=" } },
      disguisedAs("the token as the user of another scheme", "basic-user", credential, "Basic "),
      disguisedAs("the token as the password of another scheme", "basic-password", credential, "Basic "),
    ],
  );

/**
 * No credential, a token as Basic credentials, and a credential at every location except the stated `Authorization`
 * header: at all of them at once, without the header and with a worthless one. Refusing the former also covers no
 * credential at all, so that alone goes to a few operations.
 * @param every operations that get the worthless header: all if they get no other worthless token
 */
const inNoHeader = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
  of: BuiltinInterface,
  limited: string,
  every = 1,
): readonly Presented[] => {
  const credential = shownElsewhere(context, of, limited);
  if (credential === undefined)
    return [nobody, asBasic(interfaces[of].mainCredential), { ...malformed, every }];
  const secret = configured(credential);
  const locations = ["query", "cookie", "header"] as const;
  const alone = locations.map((location): Presented => ({
    name: locationText[location],
    authorization: { kind: "elsewhere", locations: { [location]: otherLocations[location] }, secret },
  }));
  const besideHeader = (some: Partial<typeof otherLocations>): Presented["authorization"] => ({
    kind: "elsewhere",
    locations: some,
    secret,
    header: worthless,
  });
  const besideCookie: Presented = {
    name: "a credential in a cookie beside a worthless header",
    authorization: besideHeader({ cookie: otherLocations.cookie }),
  };
  return [
    { ...nobody, every: fewOperations },
    asBasic(interfaces[of].mainCredential),
    {
      ...allRefused(
        "a credential in other places",
        { kind: "elsewhere", locations: otherLocations, secret },
        [nobody, ...alone],
      ),
      inFull: "instead",
    },
    {
      ...allRefused("a credential in other places and a malformed token", besideHeader(otherLocations), [
        malformed,
        besideCookie,
        ...alone,
      ]),
      every,
    },
  ];
};

/** Headers that are not `Bearer `, one space and an accepted token, but that a lax parser may accept as such. */
const misspelt = (credential: string): readonly Presented[] => [
  { name: "an empty header", authorization: { kind: "literal", header: "" } },
  { name: "the scheme alone", authorization: { kind: "literal", header: "Bearer" } },
  behind("two spaces", "Bearer  ", credential),
  behind("no scheme", "", credential),
  before("a word behind the token", " please", credential),
  before("a comma behind the token", ",x", credential),
  {
    name: "a token in quotation marks",
    authorization: { kind: "secret", secret: configured(credential), prefix: 'Bearer "', suffix: '"' },
  },
  behind("a colon behind the scheme", "Bearer: ", credential),
  behind("the scheme twice", "Bearer Bearer ", credential),
];

/** At the end of each list: the operations that get a form depend on its position. */
const misspeltTokens = (credential: string): readonly Presented[] => [
  disguisedAs("a token without its end", "truncated", credential),
  disguisedAs("a token in the other letter case", "other-case", credential),
];

const without = (presented: readonly Presented[], ...names: readonly string[]): readonly Presented[] =>
  presented.filter(({ name }) => !names.includes(name));

const toEvery = (every: number, presented: readonly Presented[]): readonly Presented[] =>
  presented.map((one) => ({ ...one, every }));

/**
 * Anything but an `Authorization: Bearer` header with a credential, as the CRM states it (CRM-30). The number of spaces
 * is not stated.
 */
export const crmStrangers = (context: Pick<PlanContext, "has" | "onThisMachine">): readonly Presented[] => {
  const key = interfaces.crm.mainCredential;
  if (!context.has(key)) return [nobody];
  return [
    ...inNoHeader(context, "crm", "crm.credentials.limitedApiKey"),
    ...toEvery(halfOfOperations, [
      ...without(misspelt(key), "two spaces"),
      behind("the key behind another scheme", "Token ", key),
      ...misspeltTokens(key),
    ]),
  ];
};

/** Anything but a `Bearer` header with a donation token (DON-21). The number of spaces is not stated. */
export const donationStrangers = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
): readonly Presented[] => {
  const token = interfaces.donation.mainCredential;
  if (!context.has(token)) return [nobody];
  return [
    ...inNoHeader(context, "donation", "donation.credentials.limitedToken"),
    // There are many operations, and one parser for the forms of a header.
    ...toEvery(fewOperations, [
      ...without(misspelt(token), "two spaces", "the scheme alone"),
      ...misspeltTokens(token),
    ]),
  ];
};

/** Anything but `Bearer`, one space and a whole volunteer token (VOL-08). */
export const volunteerStrangers = (
  context: Pick<PlanContext, "has" | "onThisMachine">,
): readonly Presented[] => {
  const token = interfaces.volunteer.mainCredential;
  const other = "volunteer.credentials.limitedToken";
  const foreign = { ...configured(token, "jwt-foreign-signature"), signedAs: other };
  return [
    ...inNoHeader(context, "volunteer", other, fewOperations),
    before("a fourth part", ".x", token),
    disguisedAs("a token without its signature", "jwt-unsigned", token),
    disguisedAs("a token that says it needs no signature", "jwt-alg-none", token),
    context.has(other)
      ? {
          name: "a token with the signature of another",
          authorization: { kind: "secret", secret: foreign, prefix: "Bearer " },
        }
      : disguisedAs("a token with the signature of another", "jwt-other-signature", token),
    disguisedAs("a token with a claim more and the signature of before", "jwt-other-claims", token),
    ...toEvery(halfOfOperations, [
      ...misspelt(token),
      behind("a tab for the space", "Bearer\t", token),
      behind("the token behind another scheme", "Token ", token),
      ...misspeltTokens(token),
    ]),
  ];
};
