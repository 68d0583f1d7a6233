import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { crmError, isSuccess } from "./support/answers.ts";
import { credential } from "./support/credentials.ts";
import { put, property } from "./support/edit.ts";
import { isPassword, onTokenForm, tokenForm, withFields } from "./support/token-form.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

const token = "issueToken";

/** Logs in with the right code wherever a two-factor login brings another one that counts, or none. */
const letting =
  (isTaken: (form: URLSearchParams) => boolean): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const { status } = outgoing;
    const isOpen = isPassword(incoming) && (status === 202 || status === 401) && isTaken(tokenForm(incoming));
    if (
      !isOpen ||
      tokenForm(incoming).get("username") !== credential(surroundings, "crm", "twoFactor/username")
    )
      return outgoing;
    return next(withFields(incoming, { otp: credential(surroundings, "crm", "twoFactor/otp") }));
  };

const codeOf = (incoming: Incoming): string | null => tokenForm(incoming).get("otp");

export const faults = faultsOf("CRM-38", {
  gross: {
    "second-factor-is-not-asked-for": [
      "A two-factor account logs in with its password alone",
      letting((form) => !form.has("otp")),
    ],
    "code-is-asked-for-again": [
      "A two-factor login with its code is answered 202 again",
      onTokenForm((incoming) => withFields(incoming, { otp: undefined })),
    ],
  },
  structural: {
    "missing-code-is-unauthenticated": [
      "A two-factor login without its code gets 401",
      onAnswer(token, (outgoing) =>
        outgoing.status === 202 ? crmError(401, "UNAUTHENTICATED", "Send the code along.") : outgoing,
      ),
    ],
    "missing-code-is-a-success": [
      "A two-factor login without its code gets 200 and a message",
      onAnswer(token, (outgoing) => (outgoing.status === 202 ? { ...outgoing, status: 200 } : outgoing)),
      { alsoBreaks: { "CRM-16": "A 200 is stated to be a token response." } },
    ],
    "two-factor-logins-bring-no-token": [
      "A two-factor login with its code is answered 200 without a body",
      onAnswer(token, (outgoing, incoming) =>
        isSuccess(outgoing) && outgoing.status === 200 && (codeOf(incoming) ?? "") !== ""
          ? { ...outgoing, body: "" }
          : outgoing,
      ),
      { alsoBreaks: { "CRM-20": "A token request is answered with a token." } },
    ],
  },
  behavioural: {
    "first-step-brings-the-token": [
      "The 202 of a two-factor login holds an access token already",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== token || outgoing.status !== 202) return outgoing;
        const code = credential(surroundings, "crm", "twoFactor/otp");
        const issued = parse((await next(withFields(incoming, { otp: code }))).body);
        return withJson(
          outgoing,
          put(parse(outgoing.body), "access_token", property(issued, "access_token")),
        );
      },
    ],
    "any-code-will-do": [
      "A two-factor login takes any code",
      letting((form) => (form.get("otp") ?? "") !== ""),
    ],
    "an-empty-code-will-do": [
      "A two-factor login takes an empty code",
      letting((form) => form.get("otp") === ""),
    ],
    "codes-are-numbers": [
      "A code is read as a number and loses its zeros",
      onTokenForm((incoming) => {
        const code = codeOf(incoming);
        return code === null || code === "" ? incoming : withFields(incoming, { otp: String(Number(code)) });
      }),
    ],
    "a-code-counts-for-later-logins": [
      "After a login with its code a two-factor account logs in without one",
      (next, surroundings) => {
        let isTrusted = false;
        const isOurs = (incoming: Incoming): boolean =>
          isPassword(incoming) &&
          tokenForm(incoming).get("username") === credential(surroundings, "crm", "twoFactor/username");
        return async (incoming) => {
          const isLetIn = isTrusted && isOurs(incoming) && codeOf(incoming) === null;
          const otp = credential(surroundings, "crm", "twoFactor/otp");
          const outgoing = await next(isLetIn ? withFields(incoming, { otp }) : incoming);
          isTrusted ||= isOurs(incoming) && outgoing.status === 200;
          return outgoing;
        };
      },
    ],
  },
});
