import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import type { PassiveCheck } from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { createDisclosureWatch, type RecordAudience } from "../support/disclosure.ts";
import { interfacesStating } from "../support/interfaces-stating.ts";
import { property } from "../support/json.ts";

interface Row {
  readonly id: string;
  readonly fact: string;
  readonly interfaces: readonly [BuiltinInterface, ...BuiltinInterface[]];
  readonly audienceOf: (exchange: Exchange, caller: Caller) => RecordAudience | undefined;
  readonly title: string;
  readonly why: string;
}

/** Holders of an interface's main credential. */
const owners = "the owners";

/** Callers without a known role: answers to them show which texts belong to one record alone. */
const somebody = "somebody";

const disclosureCheck = ({ fact, audienceOf, ...row }: Row): PassiveCheck => {
  const audienceIn = (exchange: Exchange): RecordAudience | undefined => {
    const caller = callerOf(exchange);
    return caller === undefined ? undefined : (audienceOf(exchange, caller) ?? { of: somebody });
  };
  return {
    ...row,
    facts: [fact],
    effect: "passive",
    comparesCallers: true,
    applies: (exchange) => {
      const audience = audienceIn(exchange);
      return audience?.barredFrom !== undefined && !audience.of.startsWith(owners);
    },
    // One answer alone shows nothing: it is compared with those to the owners.
    judge: () => [],
    sample: () => createDisclosureWatch(audienceIn),
  };
};

/** Callers that have no records of their own and must not see any. */
const barring =
  (isBarred: (caller: Caller, exchange: Exchange) => boolean): Row["audienceOf"] =>
  (exchange, caller) => {
    if (isMain(caller, exchange.interface)) return { of: owners };
    return isBarred(caller, exchange) ? { of: "others", barredFrom: owners } : undefined;
  };

const isStranger = ({ kind }: Caller, { operation }: Exchange): boolean =>
  kind === "stranger" && operation !== "issueToken" && operation !== "getContactByReference";

const isPrivate = (exchange: Exchange): boolean => property(jsonOf(exchange), "isPrivate") === true;

/** Both organizations have their own records. */
const organizations: Row["audienceOf"] = ({ interface: name }, caller) => {
  if (caller.kind !== "credential" || caller.of !== name) return undefined;
  const [own, other] = [`${owners} of ${name}`, `the other organization of ${name}`];
  if (presents(caller, "otherOrganizationApiKey", "otherOrganizationToken"))
    return { of: other, barredFrom: own };
  return isMain(caller, name) || presents(caller, "noPrivateApiKey")
    ? { of: own, barredFrom: other }
    : undefined;
};

const privacy: Row["audienceOf"] = (exchange, caller) => {
  if (isMain(caller, exchange.interface)) {
    if (exchange.operation !== "getContact" || !isSuccess(exchange)) return undefined;
    // Texts that an ordinary contact holds too do not identify a private one.
    return { of: isPrivate(exchange) ? owners : "others" };
  }
  return presents(caller, "noPrivateApiKey", "limitedApiKey")
    ? { of: "others", barredFrom: owners }
    : undefined;
};

const rows: readonly Row[] = [
  {
    id: "other-organizations-records-are-not-disclosed",
    fact: "GEN-05",
    interfaces: ["crm", "volunteer"],
    audienceOf: organizations,
    title: "No answer and no refusal shows an organization anything of another one's records",
    why: "A refusal that names the contact it hides, or a list with somebody else's user, is a breach all the same.",
  },
  {
    id: "private-contacts-are-not-disclosed",
    fact: "CRM-02",
    interfaces: ["crm"],
    audienceOf: privacy,
    title: "No answer and no refusal shows a private contact to a key that may not see it",
    why: "Hiding a contact means hiding its name, too.",
  },
  {
    id: "foreign-credentials-are-shown-nothing",
    fact: "GEN-04",
    interfaces: interfacesStating("GEN-04"),
    audienceOf: barring(
      (caller, { interface: name, operation }) =>
        caller.kind !== "stranger" && caller.of !== name && operation !== "issueToken",
    ),
    title: "The refusal of another interface's credential reveals nothing about a record",
    why: "The refused caller reads the refusal.",
  },
  {
    id: "bearers-are-shown-nothing-by-reference",
    fact: "CRM-21",
    interfaces: ["crm"],
    audienceOf: (exchange, caller) => {
      if (presents(caller, "hmac")) return { of: owners };
      if (exchange.operation === "getContactByReference") return { of: "others", barredFrom: owners };
      return isMain(caller, "crm") ? { of: owners } : undefined;
    },
    title: "The refusal of a bearer token by reference shows nothing of the contact",
    why: "The refused caller reads the refusal.",
  },
  {
    id: "crm-strangers-are-shown-nothing",
    fact: "CRM-30",
    interfaces: ["crm"],
    audienceOf: barring(isStranger),
    title: "A CRM 401 reveals nothing about a record",
    why: "The refused caller reads the refusal.",
  },
  {
    id: "revoked-keys-are-shown-nothing",
    fact: "CRM-32",
    interfaces: ["crm"],
    audienceOf: barring((caller) => presents(caller, "revokedApiKey")),
    title: "The refusal of a revoked API key reveals nothing about a record",
    why: "Keys are revoked because they leaked.",
  },
  {
    id: "limited-keys-are-shown-nothing",
    fact: "CRM-39",
    interfaces: ["crm"],
    audienceOf: (exchange, caller) =>
      // Private fields belong to another fact.
      exchange.operation === "getContact" && isPrivate(exchange)
        ? undefined
        : barring((one) => presents(one, "limitedApiKey"))(exchange, caller),
    title: "The refusal of a key without the permission reveals nothing about a record",
    why: "An administrator who closes an endpoint closes what it shows.",
  },
  {
    id: "refused-donation-callers-are-shown-nothing",
    fact: "DON-21",
    interfaces: ["donation"],
    audienceOf: barring(
      (caller, exchange) => isStranger(caller, exchange) || presents(caller, "revokedToken"),
    ),
    title: "A donation 401 reveals nothing about a record",
    why: "The refused caller reads the refusal.",
  },
  {
    id: "volunteer-strangers-are-shown-nothing",
    fact: "VOL-08",
    interfaces: ["volunteer"],
    audienceOf: barring(isStranger),
    title: "A volunteer refusal for want of a bearer token reveals nothing about a record",
    why: "The refused caller reads the refusal.",
  },
  {
    id: "refused-volunteer-tokens-are-shown-nothing",
    fact: "VOL-09",
    interfaces: ["volunteer"],
    audienceOf: barring((caller) =>
      presents(caller, "revokedToken", "suspendedToken", "accessDisabledToken", "limitedToken"),
    ),
    title: "The refusal of a volunteer token reveals nothing about a record",
    why: "The refused caller reads the refusal.",
  },
];

/** Checks that compare refusals with answers to the owners of records. */
export const disclosures = rows.map(disclosureCheck);

/** Who made a call, by its credential. */
type Caller =
  | {
      readonly kind: "credential";
      readonly of: string;
      /** Its name under `credentials`: `apiKey`. */
      readonly key: string;
    }
  /** A token that the run was issued. */
  | { readonly kind: "issued"; readonly of: string }
  /** No credential, one in another form, or one at another location. */
  | { readonly kind: "stranger" };

/** Unknown for a recorded request. */
const callerOf = ({ call }: Exchange): Caller | undefined => {
  const authorization = call?.authorization;
  if (call?.sandbox !== undefined || authorization === undefined) return undefined;
  if (authorization.kind === "hmac") return { kind: "credential", of: "crm", key: "hmac" };
  if (authorization.kind !== "secret") return { kind: "stranger" };
  const { secret, prefix = "Bearer ", suffix } = authorization;
  if (suffix !== undefined || secret.disguise !== undefined || prefix.toLowerCase() !== "bearer ")
    return { kind: "stranger" };
  if (secret.kind === "learnt") return { kind: "issued", of: secret.name.split(" ")[0] ?? "" };
  const [of = "", , key = ""] = secret.name.split(".");
  return { kind: "credential", of, key };
};

const mainCredentials: ReadonlySet<string> = new Set(
  Object.values(interfaces).map(({ mainCredential }) => mainCredential),
);

/** Whether a caller presents the main credential of an interface. */
const isMain = (caller: Caller, of: string): boolean =>
  caller.kind === "credential" &&
  caller.of === of &&
  mainCredentials.has(`${caller.of}.credentials.${caller.key}`);

const presents = (caller: Caller, ...keys: readonly string[]): boolean =>
  caller.kind === "credential" && keys.includes(caller.key);
