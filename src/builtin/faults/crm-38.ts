import { type Fault, faultsOf } from "./fault.ts";
import { crmError, parse, withJson } from "./support/answers.ts";
import { credential, type Who } from "./support/credentials.ts";
import { property, put } from "./support/edit.ts";
import { hasField, isAccount, isLogin, onForm, tokenForm, withFields } from "./support/requests.ts";
import { again, bodiless, onAnswer, onRequest, status } from "./support/rows.ts";
import { everAfter } from "./support/rules.ts";

const token = "issueToken";

const isOurs = isAccount("twoFactor");

const withCode = withFields((_form, here) => ({ otp: credential(here, "crm", "twoFactor/otp") }));

/** Logs in with the right code for two-factor logins that `isTaken` accepts with a wrong code, or without one. */
const letting = (isTaken: Who): Fault["wrap"] =>
  onAnswer(token, again(withCode), [202, 401], isOurs, isTaken);

export const faults = faultsOf("CRM-38", {
  gross: {
    "second-factor-is-not-asked-for": [
      "A two-factor account logs in with its password alone",
      letting(isLogin),
    ],
    "code-is-asked-for-again": [
      "A two-factor login with its code is answered 202 again",
      onForm({ otp: undefined }),
    ],
  },
  structural: {
    "missing-code-is-unauthenticated": [
      "A two-factor login without its code gets 401",
      onAnswer(token, crmError(401, "Send the code along."), 202),
    ],
    "missing-code-is-a-success": [
      "A two-factor login without its code gets 200 and a message",
      onAnswer(token, status(200), 202),
      { alsoBreaks: { "CRM-16": "A 200 is stated to be a token response." } },
    ],
    "two-factor-logins-bring-no-token": [
      "A two-factor login with its code is answered 200 without a body",
      onAnswer(
        token,
        bodiless,
        200,
        hasField("otp", (code) => code !== ""),
      ),
      { alsoBreaks: { "CRM-20": "A token request is answered with a token." } },
    ],
  },
  behavioural: {
    "first-step-brings-the-token": [
      "The 202 of a two-factor login holds an access token already",
      onAnswer(
        token,
        async (outgoing, incoming, here) => {
          const issued = await here.next(withCode(incoming, here));
          const access = property(parse(issued.body), "access_token");
          return withJson(outgoing, put(parse(outgoing.body), "access_token", access));
        },
        202,
      ),
    ],
    "any-code-will-do": [
      "A two-factor login takes any code",
      letting(hasField("otp", (code) => code !== "")),
    ],
    "an-empty-code-will-do": [
      "A two-factor login takes an empty code",
      letting(hasField("otp", (code) => code === "")),
    ],
    "codes-are-numbers": [
      "A code is read as a number and loses its zeros",
      onForm(
        (form) => ({ otp: String(Number(form.get("otp"))) }),
        hasField("otp", (code) => code !== ""),
      ),
    ],
    "a-code-counts-for-later-logins": [
      "After a login with its code a two-factor account logs in without one",
      onRequest(
        token,
        withCode,
        isOurs,
        isLogin,
        everAfter((incoming) => tokenForm(incoming).has("otp"), 200),
      ),
    ],
  },
});
