import { defineFault, type Fault } from "./fault.ts";
import { json } from "./support/answers.ts";
import { tokenForm, unwrapped } from "./support/token-form.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "multipart-logins-are-taken",
    fact: "CRM-33",
    grade: "gross",
    title: "A token request may be multipart",
    wrap: (next) => (incoming) => next(unwrapped(incoming) ?? incoming),
  }),
  defineFault({
    id: "multipart-logins-are-answered-with-nothing",
    fact: "CRM-33",
    grade: "structural",
    title: "A multipart token request is answered 202 without a token",
    wrap: (next) => async (incoming) => {
      const form = unwrapped(incoming);
      return form !== undefined && tokenForm(form).get("grant_type") === "password"
        ? json(202, { message: "Nothing was understood." })
        : next(incoming);
    },
  }),
  defineFault({
    id: "multipart-refreshes-are-taken",
    fact: "CRM-33",
    grade: "behavioural",
    title: "A refresh may be multipart, a login not",
    wrap: (next) => (incoming) => {
      const form = unwrapped(incoming);
      const isRefresh = form !== undefined && tokenForm(form).get("grant_type") === "refresh_token";
      return next(isRefresh ? form : incoming);
    },
  }),
];
