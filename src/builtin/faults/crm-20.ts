import { type Fault, faultsOf } from "./fault.ts";
import { trading } from "./support/admission.ts";
import { crmError, message } from "./support/answers.ts";
import { credential } from "./support/credentials.ts";
import { decodedAgain } from "./support/edit.ts";
import {
  hasCharset,
  hasField,
  isAccount,
  isLogin,
  isPassword,
  isRefresh,
  onForm,
  tokenForm,
  withFields,
  withForm,
  writtenAs,
} from "./support/requests.ts";
import { again, failed, instead, onAnswer, onRequest, status } from "./support/rows.ts";
import { after, nth } from "./support/rules.ts";

const token = "issueToken";

const ownPassword = withFields((_form, here) => ({ password: credential(here, "crm", "password/password") }));

const asLogin = { grant_type: "password" };

const codeIsSent = message(202, "A one-time code is on its way by SMS.");

/** Takes passwords that a careless comparison with the account's own accepts. */
const alike = (isTaken: (sent: string, own: string) => boolean): Fault["wrap"] =>
  onRequest(token, ownPassword, isAccount("password"), (incoming, here) =>
    isTaken(tokenForm(incoming).get("password") ?? "", credential(here, "crm", "password/password")),
  );

export const faults = faultsOf("CRM-20", {
  gross: {
    "token-request-is-wanted-as-json": [
      "The token endpoint takes JSON alone and answers 415 to a form",
      instead(
        token,
        crmError(415, "Send JSON."),
        ({ headers }) => !(headers.get("content-type") ?? "").includes("json"),
      ),
      { alsoBreaks: { "CRM-38": "The first step of a two-factor login is answered 415 in place of 202." } },
    ],
  },
  structural: {
    "logins-answer-created": [
      "A login with a password is answered 201",
      onAnswer(token, status(201), 200, isLogin),
    ],
    "everybody-is-asked-for-a-code": [
      "A login answers 202 though the account has no second factor",
      onAnswer(token, codeIsSent, 200, isLogin),
    ],
    "unknown-refresh-tokens-crash": [
      "A refresh token that was never issued leads to a 500",
      onAnswer(
        token,
        crmError(500, "Something went wrong on our side."),
        401,
        hasField("refresh_token", (text) => text.startsWith("not-")),
      ),
    ],
  },
  behavioural: {
    "token-forms-are-encoded-in-capitals": [
      "A token request is refused whose percent encoding has small hexadecimal digits",
      instead(token, crmError(400, "The form cannot be read."), writtenAs(/%(?:\d[a-f]|[a-f])/)),
    ],
    "a-login-after-a-refused-grant-is-refused": [
      "The login after a refresh token that was never issued is refused as well",
      instead(
        token,
        crmError(400, "There were too many attempts."),
        isPassword,
        after((incoming) => incoming.operation === token && !isPassword(incoming), failed),
      ),
      { alsoBreaks: { "CRM-38": "The login that is refused may be one with a code." } },
    ],
    "token-forms-with-a-charset-are-no-forms": [
      "A form whose media type has a charset is refused",
      instead(token, crmError(400, "The body is no form."), hasCharset),
    ],
    "the-grant-comes-first-in-a-form": [
      "A form whose first field is not grant_type is refused",
      instead(
        token,
        crmError(400, "A grant is missing."),
        isPassword,
        ({ body }) => body?.startsWith("grant_type") !== true,
      ),
    ],
    "refreshed-tokens-are-created": [
      "A refresh is answered with 201",
      onAnswer("issueToken", status(201), isRefresh, 200),
      { alsoBreaks: { "CRM-37": "A refresh is answered with 200.", "CRM-35": "So is one after a year." } },
    ],
    "access-tokens-refresh-too": [
      "The refresh grant takes an access token as well",
      trading("access_token", "refresh_token", (incoming, other) => {
        const refresh_token = other(tokenForm(incoming).get("refresh_token") ?? "");
        return refresh_token === undefined ? incoming : withForm(incoming, { refresh_token });
      }),
    ],
    "missing-grant-type-is-a-login": [
      "A token request without a grant type counts as a login",
      onForm(asLogin, (incoming) => !tokenForm(incoming).has("grant_type")),
    ],
    "unknown-grant-type-is-a-login": [
      "Whatever is not a refresh counts as a login",
      onForm(
        asLogin,
        hasField("grant_type", (grant) => grant !== "refresh_token"),
      ),
    ],
    "passwords-are-not-compared": [
      "A known user logs in with any password",
      onAnswer(token, again(ownPassword), 401, isAccount("password")),
    ],
    "passwords-are-known-by-their-beginning": [
      "Of a password the first eight characters count",
      alike((sent, own) => sent.slice(0, 8) === own.slice(0, 8)),
    ],
    "the-third-login-is-asked-for-a-code": [
      "The third login of an account without a second factor is answered 202",
      onAnswer(token, codeIsSent, 200, isLogin, nth(3)),
    ],
    "passwords-have-no-letter-case": [
      "Passwords are compared by a column that ignores letter case",
      alike((sent, own) => sent.toLowerCase() === own.toLowerCase()),
    ],
    "passwords-are-decoded-twice": [
      "A form is decoded once more before the password is compared",
      alike((sent, own) => decodedAgain(sent) === own),
    ],
  },
});
