import { interfaces } from "../../builtin/interfaces.ts";
import type { PlanContext } from "../../core/model/check.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfacesStating } from "../support/interfaces-stating.ts";
import { statusOf } from "../support/judgements.ts";
import { crmStrangers, donationStrangers, inEitherCase, volunteerStrangers } from "../support/presented.ts";
import { attemptsWith, refusalCheck, type Presented, type ExpectedRefusal } from "../support/refusal.ts";
import { firstReads, bearer, mainBearer, sampleCall } from "../support/sample-calls.ts";

/** What the checks of one kind of caller share; a row adds its id, effect and texts. */
type Caller = Omit<ExpectedRefusal, "id" | "effect" | "title" | "why">;

const presenting = (
  name: BuiltinInterface,
  presented: (context: PlanContext) => readonly Presented[],
): Pick<ExpectedRefusal, "interfaces" | "attempts"> => ({
  interfaces: [name],
  attempts: (context, effect) => attemptsWith(name, effect, presented(context), context),
});

const acceptedFirst = (operation: "queryDonors" | "listUsers", of: BuiltinInterface) => ({
  accepted: (context: PlanContext) => {
    const call = context.has(interfaces[of].mainCredential)
      ? sampleCall(operation, context, mainBearer(of))
      : undefined;
    return call === undefined ? [] : [{ ...call, fresh: true }];
  },
});

const crmStranger: Caller = { fact: "CRM-30", expected: [401], ...presenting("crm", crmStrangers) };

const donationStranger: Caller = {
  fact: "DON-21",
  expected: "refusal",
  ...presenting("donation", donationStrangers),
};

const volunteerStranger: Caller = {
  fact: "VOL-08",
  needs: ["volunteer.credentials.token"],
  expected: [401],
  ...presenting("volunteer", volunteerStrangers),
};

const revokedKey: Caller = {
  fact: "CRM-32",
  needs: ["crm.credentials.revokedApiKey"],
  expected: [401],
  ...presenting("crm", () => inEitherCase("a revoked key", "crm.credentials.revokedApiKey")),
};

const limitedKey = (except?: string): Caller => ({
  fact: "CRM-39",
  needs: ["crm.credentials.limitedApiKey"],
  expected: [403],
  // A private contact may be hidden from callers without permission.
  hidden: [404],
  interfaces: ["crm"],
  attempts: (context, effect) =>
    attemptsWith(
      "crm",
      effect,
      [
        {
          name: "a key without permission",
          authorization: bearer("crm.credentials.limitedApiKey"),
          inFull: "too",
          isEmptied: effect === "write",
        },
      ],
      context,
    ).filter(({ call }) => call.operation !== except),
});

const revokedDonationToken: Caller = {
  fact: "DON-21",
  needs: ["donation.credentials.revokedToken"],
  expected: "refusal",
  ...presenting("donation", () =>
    inEitherCase("a revoked token", "donation.credentials.revokedToken", "by turns"),
  ),
};

const volunteerToken = (name: string, key: string): Caller => ({
  fact: "VOL-09",
  needs: [`volunteer.credentials.${key}`],
  expected: [401],
  ...presenting("volunteer", () => inEitherCase(name, `volunteer.credentials.${key}`)),
});

const revokedToken = volunteerToken("a revoked token", "revokedToken");
const suspendedToken = volunteerToken("a suspended account's token", "suspendedToken");
const disabledToken = volunteerToken("a token without API access", "accessDisabledToken");

const limitedToken: Caller = {
  fact: "VOL-09",
  needs: ["volunteer.credentials.limitedToken"],
  expected: [403],
  ...presenting("volunteer", () => [
    {
      name: "a token without permission",
      authorization: bearer("volunteer.credentials.limitedToken"),
      inFull: "too",
    },
  ]),
};

const usable = (context: PlanContext): readonly BuiltinInterface[] =>
  interfacesStating("GEN-04").filter(
    (name) => context.interfaces.includes(name) && context.has(interfaces[name].mainCredential),
  );

/** The main credential of each interface, presented to the other two. */
const foreigner: Caller = {
  fact: "GEN-04",
  interfaces: [],
  expected: [401],
  nothing: "needs the main credentials of at least two interfaces",
  attempts: (context, effect) =>
    usable(context).flatMap((name) =>
      attemptsWith(
        name,
        effect,
        usable(context)
          .filter((owner) => owner !== name)
          .map(foreign),
        context,
      ),
    ),
  accepted: (context) =>
    usable(context).flatMap((name) => sampleCall(firstReads[name], context, mainBearer(name)) ?? []),
  // The refusal of a credential that never works proves nothing.
  unproven: (accepted) =>
    accepted.some((exchange) => statusOf(exchange) === 401)
      ? "a credential is refused by its own interface"
      : undefined,
};

const foreign = (owner: BuiltinInterface): Presented => ({
  name: `a ${owner} credential`,
  authorization: mainBearer(owner),
});

const rows: readonly ExpectedRefusal[] = [
  {
    ...foreigner,
    id: "credentials-are-not-interchangeable",
    effect: "read",
    title: "Every read refuses the credentials of the other two interfaces with 401",
    why: "A leaked volunteer token must not open the donors' records.",
  },
  {
    ...foreigner,
    id: "credentials-are-not-interchangeable-to-write",
    effect: "write",
    title: "Every write refuses the credentials of the other two interfaces with 401",
    why: "A leaked volunteer token must not change the donors' records.",
  },
  {
    ...crmStranger,
    id: "crm-credential-is-required-to-read",
    effect: "read",
    title: "Every CRM read without a bearer credential gets 401",
    why: "One endpoint that skips authentication exposes records to anyone.",
  },
  {
    ...crmStranger,
    id: "crm-credential-is-required-to-write",
    effect: "write",
    title: "Every CRM write without a bearer credential gets 401",
    why: "One endpoint that skips authentication lets anyone change records.",
  },
  {
    // An HMAC-only operation answers 401 to any bearer token, whatever its permissions.
    ...limitedKey("getContactByReference"),
    id: "crm-limited-key-is-forbidden",
    effect: "read",
    title: "A valid key without the permission gets 403 on every read",
    why: "One endpoint that skips the permission group opens what an administrator has closed.",
  },
  {
    ...limitedKey(),
    id: "crm-limited-key-is-forbidden-to-write",
    effect: "write",
    title: "A valid key without the permission gets 403 on every write",
    why: "One endpoint that skips the permission group lets anyone change what an administrator has closed.",
  },
  {
    ...revokedKey,
    id: "crm-revoked-key-is-refused",
    effect: "read",
    title: "A revoked API key gets 401 on every read",
    why: "Keys are revoked because they leaked: an endpoint that still accepts one still leaks records.",
  },
  {
    ...revokedKey,
    id: "crm-revoked-key-is-refused-to-write",
    effect: "write",
    title: "A revoked API key gets 401 on every write",
    why: "Keys are revoked because they leaked: an endpoint that still accepts one lets a stranger change records.",
  },
  {
    ...donationStranger,
    ...acceptedFirst("queryDonors", "donation"),
    id: "donation-credential-is-required-to-read",
    effect: "read",
    title: "Every donation read without a bearer donation token is refused",
    why: "One endpoint that skips authentication exposes the donors to anyone.",
  },
  {
    ...donationStranger,
    id: "donation-credential-is-required-to-write",
    effect: "write",
    title: "Every donation write without a bearer donation token is refused",
    why: "One endpoint that skips authentication lets anyone replace records.",
  },
  {
    ...revokedDonationToken,
    id: "donation-revoked-token-is-refused",
    effect: "read",
    few: 3,
    title: "A revoked donation token reads nothing",
    why: "Tokens are revoked because they leaked.",
  },
  {
    ...revokedDonationToken,
    id: "donation-revoked-token-is-refused-to-write",
    effect: "write",
    few: 2,
    title: "A revoked donation token writes nothing",
    why: "Tokens are revoked because they leaked.",
  },
  {
    ...volunteerStranger,
    ...acceptedFirst("listUsers", "volunteer"),
    id: "volunteer-bearer-is-required-to-read",
    effect: "read",
    title: "Every volunteer read requires a bearer token in its exact form",
    why: "A parser that accepts other forms of the header accepts other credentials too.",
  },
  {
    ...volunteerStranger,
    id: "volunteer-bearer-is-required-to-write",
    effect: "write",
    title: "Every volunteer write requires a bearer token in its exact form",
    why: "A parser that accepts other forms of the header accepts other credentials too.",
  },
  {
    ...disabledToken,
    id: "volunteer-disabled-token-is-refused",
    effect: "read",
    title: "A token of an account without API access gets 401 on every read",
    why: "Access that was never enabled must not work.",
  },
  {
    ...disabledToken,
    id: "volunteer-disabled-token-is-refused-to-write",
    effect: "write",
    few: 2,
    title: "A token of an account without API access gets 401 on every write",
    why: "Access that was never enabled must not write.",
  },
  {
    ...limitedToken,
    id: "volunteer-limited-token-is-forbidden",
    effect: "read",
    title: "A valid token without the permission gets 403 on every read",
    why: "Clients distinguish a bad token from a missing permission by the status.",
  },
  {
    ...limitedToken,
    id: "volunteer-limited-token-is-forbidden-to-write",
    effect: "write",
    few: 2,
    title: "A valid token without the permission gets 403 on every write",
    why: "Clients distinguish a bad token from a missing permission by the status.",
  },
  {
    ...revokedToken,
    id: "volunteer-revoked-token-is-refused",
    effect: "read",
    title: "A revoked volunteer token gets 401 on every read",
    why: "Rotating a token is pointless while the old one still reads.",
  },
  {
    ...revokedToken,
    id: "volunteer-revoked-token-is-refused-to-write",
    effect: "write",
    few: 2,
    title: "A revoked volunteer token gets 401 on every write",
    why: "Rotating a token is pointless while the old one still writes.",
  },
  {
    ...suspendedToken,
    id: "volunteer-suspended-token-is-refused",
    effect: "read",
    title: "The token of a suspended account gets 401 on every read",
    why: "A suspension must take effect on every endpoint.",
  },
  {
    ...suspendedToken,
    id: "volunteer-suspended-token-is-refused-to-write",
    effect: "write",
    few: 2,
    title: "The token of a suspended account gets 401 on every write",
    why: "A suspension must take effect on every endpoint.",
  },
];

export const refusals = rows.map(refusalCheck);
