import { faultsOf } from "./fault.ts";
import { drop, edit, editAll, rename } from "./support/edit.ts";
import { isRefresh } from "./support/token-form.ts";
import { onSuccess } from "./support/wrappers.ts";

const token = "issueToken";

const stamps = [".issued", ".expires"] as const;

export const faults = faultsOf("CRM-16", {
  gross: {
    "token-times-in-iso-form": [
      ".issued and .expires are ISO 8601",
      onSuccess(token, (body) => editAll(body, stamps, (stamp) => new Date(String(stamp)).toISOString())),
    ],
    "token-times-without-their-dot": [
      "A serializer that takes no dots calls them issued and expires",
      onSuccess(token, (body) => rename(rename(body, ".issued", "issued"), ".expires", "expires")),
    ],
  },
  structural: {
    "token-lifetime-is-text": [
      "expires_in is a string",
      onSuccess(token, (body) => edit(body, "expires_in", String)),
    ],
    "two-factor-is-a-boolean": [
      "twoFactorEnabled is a boolean",
      onSuccess(token, (body) => edit(body, "twoFactorEnabled", (word) => word === "True")),
    ],
    "two-factor-in-lower-case": [
      "twoFactorEnabled is true or false in lower case",
      onSuccess(token, (body) => edit(body, "twoFactorEnabled", (word) => String(word).toLowerCase())),
    ],
    "token-type-is-a-jwt": [
      "token_type is the format of the token",
      onSuccess(token, (body) => edit(body, "token_type", () => "JWT")),
    ],
    "token-user-in-snake-case": [
      "userName is spelt user_name, as the fields around it are",
      onSuccess(token, (body) => rename(body, "userName", "user_name")),
    ],
  },
  behavioural: {
    "refreshed-tokens-have-no-user": [
      "A refresh does not answer userName",
      onSuccess(token, (body, incoming) => (isRefresh(incoming) ? drop(body, "userName") : body)),
    ],
    "early-days-lose-their-zero": [
      "The day in .issued and .expires has one digit in the first nine days of a month",
      onSuccess(token, (body) => editAll(body, stamps, (stamp) => String(stamp).replace(/, 0/, ", "))),
    ],
  },
});
