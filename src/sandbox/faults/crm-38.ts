import { defineFault, type Fault, type Incoming } from "./fault.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "second-factor-is-not-asked-for",
    fact: "CRM-38",
    grade: "gross",
    title: "A two-factor account logs in with its password alone",
    wrap: letting((form) => !form.has("otp")),
  }),
  defineFault({
    id: "code-is-asked-for-again",
    fact: "CRM-38",
    grade: "gross",
    title: "A two-factor login with its code is answered 202 again",
    wrap: onTokenForm((incoming) => withFields(incoming, { otp: undefined })),
  }),
  defineFault({
    id: "missing-code-is-unauthenticated",
    fact: "CRM-38",
    grade: "structural",
    title: "A two-factor login without its code gets 401",
    wrap: onAnswer(token, (outgoing) =>
      outgoing.status === 202 ? crmError(401, "UNAUTHENTICATED", "Send the code along.") : outgoing,
    ),
  }),
  defineFault({
    id: "missing-code-is-a-success",
    fact: "CRM-38",
    grade: "structural",
    title: "A two-factor login without its code gets 200 and a message",
    drags: { "CRM-16": "A 200 is stated to be a token response." },
    wrap: onAnswer(token, (outgoing) => (outgoing.status === 202 ? { ...outgoing, status: 200 } : outgoing)),
  }),
  defineFault({
    id: "first-step-brings-the-token",
    fact: "CRM-38",
    grade: "behavioural",
    title: "The 202 of a two-factor login holds an access token already",
    wrap: (next, surroundings) => async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== token || outgoing.status !== 202) return outgoing;
      const code = credential(surroundings, "crm", "twoFactor/otp");
      const issued = parse((await next(withFields(incoming, { otp: code }))).body);
      return withJson(outgoing, put(parse(outgoing.body), "access_token", property(issued, "access_token")));
    },
  }),
  defineFault({
    id: "any-code-will-do",
    fact: "CRM-38",
    grade: "behavioural",
    title: "A two-factor login takes any code",
    wrap: letting((form) => (form.get("otp") ?? "") !== ""),
  }),
  defineFault({
    id: "an-empty-code-will-do",
    fact: "CRM-38",
    grade: "behavioural",
    title: "A two-factor login takes an empty code",
    wrap: letting((form) => form.get("otp") === ""),
  }),
  defineFault({
    id: "codes-are-numbers",
    fact: "CRM-38",
    grade: "behavioural",
    title: "A code is read as a number and loses its zeros",
    wrap: onTokenForm((incoming) => {
      const code = codeOf(incoming);
      return code === null || code === "" ? incoming : withFields(incoming, { otp: String(Number(code)) });
    }),
  }),
  defineFault({
    id: "two-factor-logins-bring-no-token",
    fact: "CRM-38",
    grade: "structural",
    title: "A two-factor login with its code is answered 200 without a body",
    wrap: onAnswer(token, (outgoing, incoming) =>
      isSuccess(outgoing) && outgoing.status === 200 && (codeOf(incoming) ?? "") !== ""
        ? { ...outgoing, body: "" }
        : outgoing,
    ),
  }),
];
