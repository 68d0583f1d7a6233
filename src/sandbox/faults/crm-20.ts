import { type Fault, faultsOf } from "./fault.ts";
import { crmError, json } from "./support/answers.ts";
import { credential } from "./support/credentials.ts";
import { isPassword, onTokenForm, tokenForm, withFields, isRefresh } from "./support/token-form.ts";
import { onAnswer, parse } from "./support/wrappers.ts";
import { property } from "./support/edit.ts";

const token = "issueToken";

const hasCode = (form: URLSearchParams): boolean => form.has("otp");

/** Logs in whoever comes with what a rule takes for the password of a known user. */
const comparingPasswords =
  (isAlike: (sent: string, own: string) => boolean): Fault["wrap"] =>
  (next, surroundings) =>
  (incoming) => {
    const form = tokenForm(incoming);
    const own = credential(surroundings, "crm", "password/password");
    const isKnown =
      isPassword(incoming) && form.get("username") === credential(surroundings, "crm", "password/username");
    return next(
      isKnown && isAlike(form.get("password") ?? "", own)
        ? withFields(incoming, { password: own })
        : incoming,
    );
  };

export const faults = faultsOf("CRM-20", {
  gross: {
    "token-request-is-wanted-as-json": [
      "The token endpoint takes JSON alone and answers 415 to a form",
      (next) => async (incoming) =>
        incoming.operation === token && !(incoming.headers.get("content-type") ?? "").includes("json")
          ? crmError(415, "UNSUPPORTED_MEDIA_TYPE", "Send JSON.")
          : next(incoming),
      { alsoBreaks: { "CRM-38": "The first step of a two-factor login is answered 415 in place of 202." } },
    ],
  },
  structural: {
    "logins-answer-created": [
      "A login with a password is answered 201",
      onAnswer(token, (outgoing, incoming) =>
        outgoing.status === 200 && isPassword(incoming) && !hasCode(tokenForm(incoming))
          ? { ...outgoing, status: 201 }
          : outgoing,
      ),
    ],
    "everybody-is-asked-for-a-code": [
      "A login answers 202 though the account has no second factor",
      onAnswer(token, (outgoing, incoming) =>
        outgoing.status === 200 && isPassword(incoming) && !hasCode(tokenForm(incoming))
          ? json(202, { message: "A one-time code is on its way by SMS." })
          : outgoing,
      ),
    ],
    "unknown-refresh-tokens-crash": [
      "A refresh token that was never issued leads to a 500",
      onAnswer(token, (outgoing, incoming) =>
        outgoing.status === 401 && tokenForm(incoming).get("refresh_token")?.startsWith("not-") === true
          ? crmError(500, "INTERNAL_ERROR", "Something went wrong on our side.")
          : outgoing,
      ),
    ],
  },
  behavioural: {
    "a-login-after-a-refused-grant-is-refused": [
      "The login after a refresh token that was never issued is refused as well",
      (next) => {
        let isLocked = false;
        return async (incoming) => {
          if (incoming.operation !== token) return next(incoming);
          if (isLocked && isPassword(incoming)) {
            isLocked = false;
            return crmError(400, "BAD_REQUEST", "There were too many attempts.");
          }
          const outgoing = await next(incoming);
          isLocked ||= !isPassword(incoming) && outgoing.status >= 400;
          return outgoing;
        };
      },
      { alsoBreaks: { "CRM-38": "The login that is refused may be one with a code." } },
    ],
    "token-forms-with-a-charset-are-no-forms": [
      "A form whose media type has a charset is refused",
      (next) => async (incoming) =>
        incoming.operation === "issueToken" && /charset/i.test(incoming.headers.get("content-type") ?? "")
          ? crmError(400, "BAD_REQUEST", "The body is no form.")
          : next(incoming),
    ],
    "the-grant-comes-first-in-a-form": [
      "A form whose first field is not grant_type is refused",
      (next) => async (incoming) =>
        incoming.operation === "issueToken" &&
        isPassword(incoming) &&
        incoming.body?.startsWith("grant_type") !== true
          ? crmError(400, "BAD_REQUEST", "A grant is missing.")
          : next(incoming),
    ],
    "refreshed-tokens-are-created": [
      "A refresh is answered with 201",
      onAnswer("issueToken", (outgoing, incoming) =>
        isRefresh(incoming) && outgoing.status === 200 ? { ...outgoing, status: 201 } : outgoing,
      ),
      { alsoBreaks: { "CRM-37": "A refresh is answered with 200.", "CRM-35": "So is one after a year." } },
    ],
    "access-tokens-refresh-too": [
      "The refresh grant takes an access token as well",
      (next) => {
        const refreshOf = new Map<string, string>();
        return async (incoming) => {
          const sent = isRefresh(incoming) ? tokenForm(incoming).get("refresh_token") : null;
          const own = sent === null ? undefined : refreshOf.get(sent);
          const outgoing = await next(
            own === undefined ? incoming : withFields(incoming, { refresh_token: own }),
          );
          const body = parse(outgoing.body);
          if (incoming.operation === "issueToken" && outgoing.status === 200)
            refreshOf.set(String(property(body, "access_token")), String(property(body, "refresh_token")));
          return outgoing;
        };
      },
    ],
    "missing-grant-type-is-a-login": [
      "A token request without a grant type counts as a login",
      onTokenForm((incoming) =>
        tokenForm(incoming).has("grant_type") ? incoming : withFields(incoming, { grant_type: "password" }),
      ),
    ],
    "unknown-grant-type-is-a-login": [
      "Whatever is not a refresh counts as a login",
      onTokenForm((incoming) =>
        [null, "refresh_token"].includes(tokenForm(incoming).get("grant_type"))
          ? incoming
          : withFields(incoming, { grant_type: "password" }),
      ),
    ],
    "passwords-are-not-compared": [
      "A known user logs in with any password",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        const username = credential(surroundings, "crm", "password/username");
        const isKnown = isPassword(incoming) && tokenForm(incoming).get("username") === username;
        if (outgoing.status !== 401 || !isKnown) return outgoing;
        return next(withFields(incoming, { password: credential(surroundings, "crm", "password/password") }));
      },
    ],
    "passwords-are-known-by-their-beginning": [
      "Of a password the first eight characters count",
      comparingPasswords((sent, own) => sent.slice(0, 8) === own.slice(0, 8)),
    ],
    "the-third-login-is-asked-for-a-code": [
      "The third login of an account without a second factor is answered 202",
      (next) => {
        let logins = 0;
        return async (incoming) => {
          const outgoing = await next(incoming);
          const isLogin = isPassword(incoming) && !hasCode(tokenForm(incoming)) && outgoing.status === 200;
          logins += isLogin ? 1 : 0;
          return isLogin && logins === 3
            ? json(202, { message: "A one-time code is on its way by SMS." })
            : outgoing;
        };
      },
    ],
  },
});
