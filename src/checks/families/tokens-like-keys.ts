import { interfaces } from "../../builtin/interfaces.ts";
import { send, sendAll, type ActiveCheck, type Judgement } from "../../core/model/check.ts";
import {
  isSuccess,
  type Authorization,
  type Call,
  type CallBody,
  type Exchange,
} from "../../core/model/exchange.ts";
import { notApplicable, statusOf, tagged, violation } from "../support/judgements.ts";
import { toBeRefused } from "../support/refusal.ts";
import { mainBearer, sampleCall, securedOperations } from "../support/sample-calls.ts";
import {
  accessTokenOf,
  learntBearer,
  passwordGrant,
  passwordNeeds,
  refreshGrant,
  refreshTokenOf,
} from "../support/token-calls.ts";

type Row = Pick<ActiveCheck, "id" | "title"> & { readonly effect: "read" | "write" };

/** Name of a refreshed token, which has the rights of the login's. */
const renewed = "refreshed token";

/** What a call presents, or the refresh that issues a token. */
type Tag = "token" | "key" | typeof renewed | "refresh";

const refused = (
  exchange: Exchange,
  other: Exchange,
  what: string,
  fact: "CRM-31" | "CRM-37" = "CRM-31",
): Judgement =>
  violation({
    fact,
    rule: "status",
    message: `${exchange.operation ?? ""} answers ${statusOf(exchange)} to ${what}`,
    exchange,
    also: [other],
    expected: "an accepted credential",
    actual: String(statusOf(exchange)),
  });

/** An individual can be added only once, and not by this check: without one, only the credential is judged. */
const bodies: Readonly<Record<string, CallBody>> = { addEventContact: { kind: "json", value: {} } };

/**
 * Asks every operation that takes a bearer with an API key and with an access token of the configured account: both are
 * accepted, whatever their permissions.
 */
const tokenLikeKeyCheck = (of: Row): ActiveCheck<Tag> => {
  // An HMAC-only operation accepts neither.
  const operations = securedOperations("crm", of.effect).filter((id) => id !== "getContactByReference");
  return {
    ...of,
    why: "Consumers switch between the two by configuration alone.",
    facts: ["CRM-31", "CRM-37"],
    interfaces: ["crm"],
    needs: [interfaces.crm.mainCredential, ...passwordNeeds],
    *plan(context) {
      // Without an API key, the run already uses an access token instead.
      if (context.has("crm.credentials.session")) return;
      const login = yield* send(passwordGrant("login"));
      const [token, renewal] = [accessTokenOf(login), refreshTokenOf(login)];
      if (token === undefined) return;
      const calls = (what: Tag, authorization: Authorization): readonly Call<Tag>[] =>
        operations.flatMap((operation) => {
          const call = sampleCall(operation, context, authorization, `${operation} with the ${what}`);
          const body = bodies[operation];
          if (call === undefined) return [];
          const tagged = { ...call, tag: what };
          return [body === undefined ? tagged : toBeRefused({ ...tagged, body })];
        });
      const opened = (yield* sendAll(calls("token", learntBearer(token)))).filter(isSuccess);
      yield* sendAll(calls("key", mainBearer("crm")));
      // Last, since a refresh may invalidate the tokens it replaces.
      const refreshed =
        renewal && accessTokenOf(yield* send({ ...refreshGrant("refresh", renewal), tag: "refresh" }));
      if (refreshed === undefined) return;
      const open = new Set(opened.map(({ operation }) => operation));
      yield* sendAll(calls(renewed, learntBearer(refreshed)).filter(({ operation }) => open.has(operation)));
    },
    *judge(exchanges): Generator<Judgement> {
      if (exchanges.length < 2)
        return yield notApplicable("no access token was issued, or there is no API key to compare it with");
      if (tagged(exchanges, "refresh") === undefined)
        yield notApplicable("no refresh token was issued", "CRM-37");
      for (const operation of operations) {
        const own = exchanges.filter((one) => one.operation === operation);
        const [token, key] = [tagged(own, "token"), tagged(own, "key")];
        if (token === undefined || key === undefined) continue;
        const statuses = [token, key].map(statusOf);
        if (statuses[0] === 401 && statuses[1] !== 401) yield refused(token, key, "an access token");
        if (statuses[1] === 401 && statuses[0] !== 401) yield refused(key, token, "an API key");
        const later = tagged(own, renewed);
        if (later !== undefined && isSuccess(token) && [401, 403].includes(statusOf(later)))
          yield refused(later, token, "the access token of a refresh", "CRM-37");
      }
    },
  };
};

const rows: readonly Row[] = [
  {
    id: "access-token-works-like-a-key",
    effect: "read",
    title: "Every CRM read accepts an access token in place of an API key",
  },
  {
    id: "access-token-writes-like-a-key",
    effect: "write",
    title: "Every CRM write accepts an access token in place of an API key",
  },
];

/** Checks that present an access token where an API key is accepted. */
export const tokensLikeKeys = rows.map(tokenLikeKeyCheck);
