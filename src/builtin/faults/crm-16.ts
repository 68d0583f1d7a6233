import { faultsOf } from "./fault.ts";
import { isRefresh } from "./support/requests.ts";
import { takingTurns, lowerCase, renamed, replaced, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const token = "issueToken";

const stamps = [".issued", ".expires"] as const;

export const faults = faultsOf("CRM-16", {
  gross: {
    "token-times-in-iso-form": [
      ".issued and .expires are ISO 8601",
      onField(token, stamps, (stamp) => new Date(String(stamp)).toISOString()),
    ],
    "token-times-without-their-dot": [
      "A serializer that takes no dots calls them issued and expires",
      onBody(token, takingTurns(renamed(".issued", "issued"), renamed(".expires", "expires"))),
    ],
  },
  structural: {
    "token-lifetime-is-text": ["expires_in is a string", onField(token, "expires_in", String)],
    "two-factor-is-a-boolean": [
      "twoFactorEnabled is a boolean",
      onField(token, "twoFactorEnabled", (word) => word === "True"),
    ],
    "two-factor-in-lower-case": [
      "twoFactorEnabled is true or false in lower case",
      onField(token, "twoFactorEnabled", lowerCase),
    ],
    "token-type-is-a-jwt": ["token_type is the format of the token", onField(token, "token_type", "JWT")],
    "token-user-in-snake-case": [
      "userName is spelt user_name, as the fields around it are",
      onBody(token, renamed("userName", "user_name")),
    ],
  },
  behavioural: {
    "refreshed-tokens-have-no-user": [
      "A refresh does not answer userName",
      onBody(token, droppingPaths("userName"), isRefresh),
    ],
    "early-days-lose-their-zero": [
      "The day in .issued and .expires has one digit in the first nine days of a month",
      onField(token, stamps, replaced(/, 0/, ", ")),
    ],
  },
});
