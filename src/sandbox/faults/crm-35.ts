import { faultsOf, type FaultSurroundings } from "./fault.ts";
import { isCrm, withSecondChance } from "./support/second-chance.ts";
import { parse } from "./support/wrappers.ts";
import { asMain, bornToken } from "./support/credentials.ts";
import { property } from "./support/edit.ts";
import { isRefresh, tokenForm, withFields } from "./support/token-form.ts";

const day = 86_400_000;

const mainKey = ({ config }: FaultSurroundings): string =>
  `Bearer ${String(config.interfaces.crm.credentials["apiKey"])}`;

/** The instant at which each credential was first seen to work. */
const firstSeen = (surroundings: FaultSurroundings): ((authorization: string) => number) => {
  const seen = new Map<string, number>();
  return (authorization) => {
    const at = seen.get(authorization) ?? surroundings.now();
    seen.set(authorization, at);
    return at;
  };
};

export const faults = faultsOf("CRM-35", {
  gross: {
    "expired-credentials-go-on-working": [
      "a credential that worked once never expires",
      (next, surroundings) => {
        const worked = new Set<string>();
        return async (incoming) => {
          const authorization = incoming.headers.get("authorization") ?? "";
          const retried = withSecondChance(
            next,
            mainKey(surroundings),
            (_, { status }) => status === 401 && worked.has(authorization),
          );
          const outgoing = await retried(incoming);
          if (isCrm(incoming) && outgoing.status < 300 && authorization !== "") worked.add(authorization);
          return outgoing;
        };
      },
    ],
  },
  behavioural: {
    "access-tokens-live-ten-days": [
      "access tokens are refused five days early",
      (next, surroundings) => {
        const since = firstSeen(surroundings);
        const issued = new Set<string>();
        return async (incoming) => {
          const authorization = incoming.headers.get("authorization") ?? "";
          const isOld = issued.has(authorization) && surroundings.now() - since(authorization) > 10 * day;
          const outgoing = await next(isOld ? { ...incoming, headers: new Headers() } : incoming);
          const token = incoming.operation === "issueToken" ? parse(outgoing.body) : undefined;
          if (typeof token === "object" && token !== null && "access_token" in token) {
            issued.add(`Bearer ${String(token.access_token)}`);
            since(`Bearer ${String(token.access_token)}`);
          }
          return outgoing;
        };
      },
    ],
    "refresh-tokens-live-a-month": [
      "a refresh token is refused a month after it was issued",
      (next, surroundings) => {
        const since = firstSeen(surroundings);
        return async (incoming) => {
          const form = new URLSearchParams(incoming.operation === "issueToken" ? incoming.body : "");
          const refresh = form.get("refresh_token");
          if (refresh !== null && surroundings.now() - since(refresh) > 30 * day)
            form.set("refresh_token", "expired");
          const outgoing = await next(refresh === null ? incoming : { ...incoming, body: form.toString() });
          const token = incoming.operation === "issueToken" ? parse(outgoing.body) : undefined;
          if (typeof token === "object" && token !== null && "refresh_token" in token)
            since(String(token.refresh_token));
          return outgoing;
        };
      },
    ],
    "refresh-tokens-of-a-refresh-live-a-fortnight": [
      "a refresh token that a refresh has brought lasts 14 days",
      (next, surroundings) => {
        const brought = new Map<string, number>();
        return async (incoming) => {
          const sent = isRefresh(incoming) ? (tokenForm(incoming).get("refresh_token") ?? "") : "";
          const isOver = surroundings.now() - (brought.get(sent) ?? Infinity) > 14 * day;
          const outgoing = await next(isOver ? withFields(incoming, { refresh_token: "expired" }) : incoming);
          const fresh = isRefresh(incoming) ? property(parse(outgoing.body), "refresh_token") : undefined;
          if (typeof fresh === "string") brought.set(fresh, surroundings.now());
          return outgoing;
        };
      },
    ],
    "access-tokens-of-a-refresh-never-expire": [
      "an access token that a refresh has brought never expires",
      (next, surroundings) => {
        const brought = new Set<string>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          const fresh = isRefresh(incoming) ? property(parse(outgoing.body), "access_token") : undefined;
          if (typeof fresh === "string") brought.add(fresh);
          const isKnown = isCrm(incoming) && brought.has(bornToken(incoming) ?? "");
          return isKnown && outgoing.status === 401 ? next(asMain(incoming, surroundings, "crm")) : outgoing;
        };
      },
    ],
  },
});
