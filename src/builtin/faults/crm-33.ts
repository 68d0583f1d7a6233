import { faultsOf, type FaultRequest } from "./fault.ts";
import { message } from "./support/answers.ts";
import { tokenForm, unwrapped } from "./support/requests.ts";
import { type Ask, instead, onRequest } from "./support/rows.ts";

const token = "issueToken";

const isMultipart = (incoming: FaultRequest): boolean => unwrapped(incoming) !== undefined;

const grants =
  (grant: string) =>
  (incoming: FaultRequest): boolean =>
    tokenForm(unwrapped(incoming) ?? incoming).get("grant_type") === grant;

const asForm: Ask = (incoming) => unwrapped(incoming) ?? incoming;

export const faults = faultsOf("CRM-33", {
  gross: {
    "multipart-logins-are-taken": ["A token request may be multipart", onRequest(token, asForm)],
  },
  structural: {
    "multipart-logins-are-answered-with-nothing": [
      "A multipart token request is answered 202 without a token",
      instead(token, message(202, "Nothing was understood."), isMultipart, grants("password")),
    ],
  },
  behavioural: {
    "multipart-refreshes-are-taken": [
      "A refresh may be multipart, a login not",
      onRequest(token, asForm, isMultipart, grants("refresh_token")),
    ],
  },
});
