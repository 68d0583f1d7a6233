import { firstReads, sampleCall } from "../../checks/support/sample-calls.ts";
import type { Plan } from "../../core/model/check.ts";
import {
  type Authorization,
  type Call,
  type Exchange,
  jsonOf,
  responseOf,
} from "../../core/model/exchange.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { isObject } from "../../core/model/json-object.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { askWithin, contextOf, type InterfaceProbe, presentingSecret, type ProbeOptions } from "./probe.ts";

/** Whether a key of the configuration is what it claims to be. */
export interface KeyVerdict {
  /** `crm.credentials.limitedApiKey`. */
  readonly key: string;
  /** Undefined if no read can verify it. */
  readonly ok: boolean | undefined;
  /** Observation: `403, as it should be`. */
  readonly seen: string;
}

interface Expected {
  readonly statuses: readonly number[];
  /** What the key claims to be: `a revoked credential`. */
  readonly as: string;
}

const accepted = (as: string): Expected => ({ statuses: [200], as });
const refused = (as: string): Expected => ({ statuses: [401], as });
const forbidden: Expected = { statuses: [403], as: "a credential without the permission" };

/** Expected answers for each credential except the main one (CRM-32, CRM-39, CRM-46, DON-21, VOL-09). */
const expectations: Readonly<Record<string, Expected>> = {
  "crm.credentials.limitedApiKey": forbidden,
  "crm.credentials.noPrivateApiKey": accepted("a key that reads contacts"),
  "crm.credentials.revokedApiKey": refused("a revoked key"),
  "crm.credentials.exhaustedApiKey": { statuses: [429], as: "a key whose hour is used up" },
  "crm.credentials.otherOrganizationApiKey": accepted("a key of another organization"),
  "donation.credentials.limitedToken": { statuses: [401, 403], as: "a token without the permission" },
  "donation.credentials.revokedToken": { statuses: [400, 401, 403], as: "a revoked token" },
  "volunteer.credentials.limitedToken": forbidden,
  "volunteer.credentials.revokedToken": refused("a revoked token"),
  "volunteer.credentials.suspendedToken": refused("a suspended account's token"),
  "volunteer.credentials.accessDisabledToken": refused("a token without API access"),
  "volunteer.credentials.otherOrganizationToken": accepted("a token of another organization"),
};

/** How to read a named record: the operation, and the key that its sample call takes the id from. */
interface RecordRead {
  readonly operation: "getContact" | "getWebhook" | "getUser" | "getContactByReference";
  readonly as: string;
  /** Another organization's record, which must be hidden from the main credential (GEN-05). */
  readonly isForeign?: true;
  readonly isPrivate?: true;
}

const contact = { operation: "getContact", as: "crm.records.contactId" } as const;
const webhook = { operation: "getWebhook", as: "crm.records.webhookId" } as const;
const user = { operation: "getUser", as: "volunteer.records.userId" } as const;

const recordReads: Readonly<Record<string, RecordRead>> = {
  "crm.records.contactId": contact,
  "crm.records.privateContactId": { ...contact, isPrivate: true },
  "crm.records.referenceId": { operation: "getContactByReference", as: "crm.records.referenceId" },
  "crm.records.webhookId": webhook,
  "crm.records.otherOrganizationContactId": { ...contact, isForeign: true },
  "crm.records.otherOrganizationWebhookId": { ...webhook, isForeign: true },
  "volunteer.records.userId": user,
  "volunteer.records.otherOrganizationUserId": { ...user, isForeign: true },
};

interface Question {
  readonly key: string;
  readonly call: Call;
  judge(exchange: Exchange): Omit<KeyVerdict, "key">;
}

const statusIn = (exchange: Exchange): string => {
  const { outcome } = exchange;
  return outcome.kind === "response" ? String(outcome.status) : outcome.message;
};

const credentialQuestion = (
  name: BuiltinInterface,
  key: string,
  options: ProbeOptions,
): Question | undefined => {
  const expected = expectations[key];
  const call = sampleCall(firstReads[name], contextOf(options), presentingSecret(key), key);
  if (expected === undefined || call === undefined) return undefined;
  return {
    key,
    call: { ...call, asItComes: true, expects: "refusal" },
    judge: (exchange) => {
      const ok = expected.statuses.includes(responseOf(exchange)?.status ?? 0);
      const wanted = expected.statuses.join(" or ");
      return { ok, seen: `${statusIn(exchange)}${ok ? "" : `, where ${expected.as} gets ${wanted}`}` };
    },
  };
};

const isSigned = ({ operation }: RecordRead): boolean => operation === "getContactByReference";

const judgeRecord = (exchange: Exchange, read: RecordRead): Omit<KeyVerdict, "key"> => {
  const isThere = responseOf(exchange)?.status === 200;
  const status = statusIn(exchange);
  if (read.isForeign === true)
    return {
      ok: !isThere,
      seen: isThere
        ? "200: the main credential reads it, so it is no other organization's"
        : `${status}, as another organization's`,
    };
  // A signature that is made in another way proves nothing of the record.
  if (isSigned(read) && status === "401")
    return { ok: undefined, seen: "unknown: the signature is refused, and its scheme is not stated (U-18)" };
  if (!isThere) return { ok: false, seen: `not ${status === "404" ? "there" : "shown"} (${status})` };
  const body = jsonOf(exchange);
  if (read.isPrivate === true && isObject(body) && body["isPrivate"] !== true)
    return { ok: false, seen: "there, but not private" };
  return { ok: true, seen: "found" };
};

const hmacKey = "crm.credentials.hmac";

const recordQuestion = (name: BuiltinInterface, key: string, options: ProbeOptions): Question | undefined => {
  const read = recordReads[key];
  if (read === undefined) return undefined;
  if (isSigned(read) ? !options.has(hmacKey) : !options.has(interfaces[name].mainCredential))
    return undefined;
  const authorization: Authorization = isSigned(read)
    ? { kind: "hmac" }
    : presentingSecret(interfaces[name].mainCredential);
  const setting = (path: string): unknown => options.setting(path === read.as ? key : path);
  const call = sampleCall(read.operation, contextOf({ ...options, setting }), authorization, key);
  return call === undefined ? undefined : { key, call, judge: (exchange) => judgeRecord(exchange, read) };
};

/** Why a key needs no request. */
const unasked = (key: string): string => {
  if (key === "crm.records.referenceId") return "not asked: it takes crm.credentials.hmac";
  if (/\.(?:password|twoFactor)$/.test(key)) return "not asked: it would sign in";
  if (key === hmacKey) return "not asked: crm.records.referenceId shows it";
  return "not asked: no read of it is stated";
};

/**
 * Sends one request for each key that names a credential or a record, to verify it.
 * @param keys the configured ones of one interface, without its main credential
 */
export function* examineKeys(
  probe: InterfaceProbe,
  keys: readonly string[],
  options: ProbeOptions,
): Plan<readonly KeyVerdict[]> {
  const { name } = probe;
  const questions = keys.map(
    (key) => credentialQuestion(name, key, options) ?? recordQuestion(name, key, options),
  );
  const asked = questions.filter((question) => question !== undefined);
  const exchanges = yield* askWithin(options.left, probe.exchanges)(asked.map(({ call }) => call));
  const verdicts = new Map(
    exchanges.map((exchange, index): [string, KeyVerdict] => {
      const { key = "", judge } = asked[index] ?? {};
      return [key, { key, ...(judge?.(exchange) ?? { ok: undefined, seen: "" }) }];
    }),
  );
  return keys.map((key, index) => {
    const seen = questions[index] === undefined ? unasked(key) : "not asked: no request is left";
    return verdicts.get(key) ?? { key, ok: undefined, seen };
  });
}
