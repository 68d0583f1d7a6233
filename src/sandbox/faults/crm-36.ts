import { defineFault, type Fault } from "./fault.ts";
import { edit, property } from "./support/edit.ts";
import { isRefresh } from "./support/token-form.ts";
import { onSuccess } from "./support/wrappers.ts";

const token = "issueToken";

const day = 86_400_000;

/** Milliseconds from .issued to .expires. */
const lifetime = (body: unknown): number =>
  Date.parse(String(property(body, ".expires"))) - Date.parse(String(property(body, ".issued")));

const telling = (count: (body: unknown) => number): Fault["wrap"] =>
  onSuccess(token, (body) => edit(body, "expires_in", () => count(body)));

export const faults: readonly Fault[] = [
  defineFault({
    id: "token-lifetime-in-milliseconds",
    fact: "CRM-36",
    grade: "gross",
    title: "expires_in counts the token's lifetime in milliseconds",
    wrap: telling(lifetime),
  }),
  defineFault({
    id: "token-lifetime-in-days",
    fact: "CRM-36",
    grade: "gross",
    title: "expires_in counts the token's lifetime in days",
    wrap: telling((body) => lifetime(body) / day),
  }),
  defineFault({
    id: "token-lifetime-is-an-instant",
    fact: "CRM-36",
    grade: "structural",
    title: "expires_in is the instant of the end, in seconds since 1970",
    wrap: telling((body) => Date.parse(String(property(body, ".expires"))) / 1000),
  }),
  defineFault({
    id: "refreshed-token-lifetime-in-days",
    fact: "CRM-36",
    grade: "behavioural",
    title: "expires_in counts days after a refresh, seconds after a login",
    wrap: onSuccess(token, (body, incoming) =>
      isRefresh(incoming) ? edit(body, "expires_in", () => lifetime(body) / day) : body,
    ),
  }),
];
