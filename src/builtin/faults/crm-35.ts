import { type Fault, faultsOf } from "./fault.ts";
import { isGoodAnswer, parse } from "./support/answers.ts";
import { asMain, authorization, bornToken, type Who } from "./support/credentials.ts";
import { property } from "./support/edit.ts";
import { isRefresh, tokenForm, withFields } from "./support/requests.ts";
import { again, type Ask, isRequestOf, onAnswer, type TimedRule } from "./support/rows.ts";
import { issued } from "./support/rules.ts";

const day = 86_400_000;

const token = "issueToken";

/** Lets tokens issued to some requests expire early, after some days. */
const expiring =
  (field: "access_token" | "refresh_token", days: number, expire: Ask, to: Who = () => true): Fault["wrap"] =>
  (next, here) => {
    const since = new Map<string, number>();
    return async (incoming) => {
      const sent = bornToken(incoming) ?? tokenForm(incoming).get("refresh_token") ?? "";
      const isOver = here.now() - (since.get(sent) ?? Infinity) > days * day;
      const outgoing = await next(isOver ? expire(incoming, here) : incoming);
      const fresh = incoming.operation === token && to(incoming, here) ? parse(outgoing.body) : undefined;
      const brought = property(fresh, field);
      if (typeof brought === "string") since.set(brought, here.now());
      return outgoing;
    };
  };

/** Access tokens on the sixteenth day after they were issued. */
const onTheSixteenthDay: TimedRule = {
  start: (here) => {
    const since = new Map<unknown, number>();
    return {
      picks: (incoming) => Math.floor((here.now() - (since.get(bornToken(incoming)) ?? NaN)) / day) === 15,
      sees: (incoming, outgoing) => {
        if (incoming.operation === token)
          since.set(property(parse(outgoing.body), "access_token"), here.now());
      },
    };
  },
};

const expired = withFields({ refresh_token: "expired" });

export const faults = faultsOf("CRM-35", {
  gross: {
    "expired-credentials-go-on-working": [
      "a credential that worked once never expires",
      (next, here) => {
        const worked = new Set<string>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          const own = authorization(incoming);
          if (!isRequestOf(incoming, "crm") || own === "") return outgoing;
          if (isGoodAnswer(outgoing)) worked.add(own);
          return outgoing.status === 401 && worked.has(own) ? next(asMain(incoming, here)) : outgoing;
        };
      },
    ],
  },
  behavioural: {
    "access-tokens-live-ten-days": [
      "access tokens are refused five days early",
      expiring("access_token", 10, (incoming) => ({ ...incoming, headers: new Headers() })),
    ],
    "refresh-tokens-live-a-month": [
      "a refresh token is refused a month after it was issued",
      expiring("refresh_token", 30, expired),
    ],
    "refresh-tokens-of-a-refresh-live-a-fortnight": [
      "a refresh token that a refresh has brought lasts 14 days",
      expiring("refresh_token", 14, expired, isRefresh),
    ],
    "access-tokens-of-a-refresh-never-expire": [
      "an access token that a refresh has brought never expires",
      onAnswer("crm", again(asMain), 401, issued("access_token", isRefresh)),
    ],
    "access-tokens-last-until-the-end-of-the-day": [
      "access tokens are accepted on the sixteenth day",
      onAnswer("crm", again(asMain), 401, onTheSixteenthDay),
    ],
    "refreshed-access-tokens-end-with-the-first": [
      "an access token that a refresh has brought ends 15 days after the login",
      (next, here) => {
        const logins = new Map<unknown, number>();
        return async (incoming) => {
          const own = bornToken(incoming);
          const login = logins.get(own ?? tokenForm(incoming).get("refresh_token"));
          const isOver = own !== undefined && here.now() - (login ?? Infinity) > 15 * day;
          const outgoing = await next(isOver ? { ...incoming, headers: new Headers() } : incoming);
          const brought = incoming.operation === token ? parse(outgoing.body) : undefined;
          for (const field of ["access_token", "refresh_token"])
            logins.set(property(brought, field), login ?? here.now());
          return outgoing;
        };
      },
    ],
  },
});
