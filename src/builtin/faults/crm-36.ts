import { faultsOf } from "./fault.ts";
import { property, put } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { isRefresh } from "./support/requests.ts";

const token = "issueToken";

const day = 86_400_000;

const momentOf = (body: unknown, name: string): number => Date.parse(String(property(body, name)));

/** Milliseconds from .issued to .expires. */
const lifetime = (body: unknown): number => momentOf(body, ".expires") - momentOf(body, ".issued");

export const faults = faultsOf("CRM-36", {
  gross: {
    "token-lifetime-in-milliseconds": [
      "expires_in counts the token's lifetime in milliseconds",
      onField(token, "expires_in", (_, token) => lifetime(token)),
    ],
    "token-lifetime-in-days": [
      "expires_in counts the token's lifetime in days",
      onField(token, "expires_in", (_, token) => lifetime(token) / day),
    ],
  },
  structural: {
    "token-lifetime-is-an-instant": [
      "expires_in is the instant of the end, in seconds since 1970",
      onField(token, "expires_in", (_, token) => momentOf(token, ".expires") / 1000),
    ],
  },
  behavioural: {
    "refreshed-tokens-expire-before-they-are-issued": [
      "The two moments of a refresh are swapped",
      onBody(
        token,
        (body) =>
          put(put(body, ".issued", property(body, ".expires")), ".expires", property(body, ".issued")),
        isRefresh,
      ),
      { alsoBreaks: { "CRM-37": "A refresh has the lifetime of the login." } },
    ],
    "tokens-expire-when-they-are-issued": [
      ".expires is the moment of issue",
      onField(token, ".expires", (_, token) => property(token, ".issued")),
    ],
    "refreshed-token-lifetime-in-days": [
      "expires_in counts days after a refresh, seconds after a login",
      onField(token, "expires_in", (_, token) => lifetime(token) / day, isRefresh),
    ],
  },
});
