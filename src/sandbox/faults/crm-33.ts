import { faultsOf } from "./fault.ts";
import { json } from "./support/answers.ts";
import { tokenForm, unwrapped } from "./support/token-form.ts";

export const faults = faultsOf("CRM-33", {
  gross: {
    "multipart-logins-are-taken": [
      "A token request may be multipart",
      (next) => (incoming) => next(unwrapped(incoming) ?? incoming),
    ],
  },
  structural: {
    "multipart-logins-are-answered-with-nothing": [
      "A multipart token request is answered 202 without a token",
      (next) => async (incoming) => {
        const form = unwrapped(incoming);
        return form !== undefined && tokenForm(form).get("grant_type") === "password"
          ? json(202, { message: "Nothing was understood." })
          : next(incoming);
      },
    ],
  },
  behavioural: {
    "multipart-refreshes-are-taken": [
      "A refresh may be multipart, a login not",
      (next) => (incoming) => {
        const form = unwrapped(incoming);
        const isRefresh = form !== undefined && tokenForm(form).get("grant_type") === "refresh_token";
        return next(isRefresh ? form : incoming);
      },
    ],
  },
});
