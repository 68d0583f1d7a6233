import { faultsOf, type Fault } from "./fault.ts";
import { edit, property, put } from "./support/edit.ts";
import { isRefresh } from "./support/token-form.ts";
import { onSuccess } from "./support/wrappers.ts";

const token = "issueToken";

const day = 86_400_000;

/** Milliseconds from .issued to .expires. */
const lifetime = (body: unknown): number =>
  Date.parse(String(property(body, ".expires"))) - Date.parse(String(property(body, ".issued")));

const withExpiresIn = (count: (body: unknown) => number): Fault["wrap"] =>
  onSuccess(token, (body) => edit(body, "expires_in", () => count(body)));

export const faults = faultsOf("CRM-36", {
  gross: {
    "token-lifetime-in-milliseconds": [
      "expires_in counts the token's lifetime in milliseconds",
      withExpiresIn(lifetime),
    ],
    "token-lifetime-in-days": [
      "expires_in counts the token's lifetime in days",
      withExpiresIn((body) => lifetime(body) / day),
    ],
  },
  structural: {
    "token-lifetime-is-an-instant": [
      "expires_in is the instant of the end, in seconds since 1970",
      withExpiresIn((body) => Date.parse(String(property(body, ".expires"))) / 1000),
    ],
  },
  behavioural: {
    "refreshed-tokens-expire-before-they-are-issued": [
      "The two moments of a refresh are swapped",
      onSuccess(token, (body, incoming) =>
        isRefresh(incoming)
          ? put(put(body, ".issued", property(body, ".expires")), ".expires", property(body, ".issued"))
          : body,
      ),
      { alsoBreaks: { "CRM-37": "A refresh has the lifetime of the login." } },
    ],
    "tokens-expire-when-they-are-issued": [
      ".expires is the moment of issue",
      onSuccess(token, (body) => edit(body, ".expires", () => property(body, ".issued"))),
    ],
    "refreshed-token-lifetime-in-days": [
      "expires_in counts days after a refresh, seconds after a login",
      onSuccess(token, (body, incoming) =>
        isRefresh(incoming) ? edit(body, "expires_in", () => lifetime(body) / day) : body,
      ),
    ],
  },
});
