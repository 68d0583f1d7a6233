import { defineFault, type Fault } from "./fault.ts";
import { drop, edit, editAll, rename } from "./support/edit.ts";
import { isRefresh } from "./support/token-form.ts";
import { onSuccess } from "./support/wrappers.ts";

const token = "issueToken";

const stamps = [".issued", ".expires"] as const;

export const faults: readonly Fault[] = [
  defineFault({
    id: "token-times-in-iso-form",
    fact: "CRM-16",
    grade: "gross",
    title: ".issued and .expires are ISO 8601",
    wrap: onSuccess(token, (body) => editAll(body, stamps, (stamp) => new Date(String(stamp)).toISOString())),
  }),
  defineFault({
    id: "token-times-without-their-dot",
    fact: "CRM-16",
    grade: "gross",
    title: "A serializer that takes no dots calls them issued and expires",
    wrap: onSuccess(token, (body) => rename(rename(body, ".issued", "issued"), ".expires", "expires")),
  }),
  defineFault({
    id: "token-lifetime-is-text",
    fact: "CRM-16",
    grade: "structural",
    title: "expires_in is a string",
    wrap: onSuccess(token, (body) => edit(body, "expires_in", String)),
  }),
  defineFault({
    id: "two-factor-is-a-boolean",
    fact: "CRM-16",
    grade: "structural",
    title: "twoFactorEnabled is a boolean",
    wrap: onSuccess(token, (body) => edit(body, "twoFactorEnabled", (word) => word === "True")),
  }),
  defineFault({
    id: "two-factor-in-lower-case",
    fact: "CRM-16",
    grade: "structural",
    title: "twoFactorEnabled is true or false in lower case",
    wrap: onSuccess(token, (body) => edit(body, "twoFactorEnabled", (word) => String(word).toLowerCase())),
  }),
  defineFault({
    id: "token-type-is-a-jwt",
    fact: "CRM-16",
    grade: "structural",
    title: "token_type tells the format of the token",
    wrap: onSuccess(token, (body) => edit(body, "token_type", () => "JWT")),
  }),
  defineFault({
    id: "token-user-in-snake-case",
    fact: "CRM-16",
    grade: "structural",
    title: "userName is spelt user_name, as the fields around it are",
    wrap: onSuccess(token, (body) => rename(body, "userName", "user_name")),
  }),
  defineFault({
    id: "refreshed-tokens-have-no-user",
    fact: "CRM-16",
    grade: "behavioural",
    title: "A refresh does not tell userName",
    wrap: onSuccess(token, (body, incoming) => (isRefresh(incoming) ? drop(body, "userName") : body)),
  }),
  defineFault({
    id: "early-days-lose-their-zero",
    fact: "CRM-16",
    grade: "behavioural",
    title: "The day in .issued and .expires has one digit in the first nine days of a month",
    wrap: onSuccess(token, (body) => editAll(body, stamps, (stamp) => String(stamp).replace(/, 0/, ", "))),
  }),
];
