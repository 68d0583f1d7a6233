import type { Answering } from "../../../src/builtin/faults/fault.ts";
import {
  crmError,
  empty,
  jsonAnswer,
  parse,
  textAnswer,
} from "../../../src/builtin/faults/support/answers.ts";
import { edit, objectOf, property, put } from "../../../src/builtin/faults/support/edit.ts";
import { answers, formOf, instead, intercepting, isAt, successes, tokenOf } from "./support/shapes.ts";
import { variantOf, type Variant, type Wrap } from "./variant.ts";

const variant = variantOf("crm");

const token = ["issueToken"] as const;

const u36 =
  "Authentication A, 4: the refresh token may be rotated; what becomes of the old one is not stated (U-36).";
const u24 =
  "Errors A, rule 4: which endpoints use the envelope is not stated (U-24), the token endpoint among them.";
const grants =
  "Endpoints A: the token endpoint answers 200 or 202; the status of a refused grant is not stated.";
const challenge = "Authentication A, 5: a 202 comes first when two-factor is on; its body is not stated.";
const window =
  "Authentication A, 3: expires_in counts seconds and announces a shorter window, of no stated length.";

const isMultipart = (headers: Headers): boolean =>
  headers.get("content-type")?.startsWith("multipart/") === true;

/** Keeps count of which tokens came out of one login. */
const families =
  (onRefresh: (family: Family) => void, onReuse: (family: Family) => void): Wrap =>
  (next) => {
    const byRefresh = new Map<string, Family>();
    const byAccess = new Map<string, Family>();
    const take = (body: unknown, family: Family): void => {
      const [access, refresh] = ["access_token", "refresh_token"].map((name) => String(property(body, name)));
      family.access = access ?? "";
      family.refresh = refresh ?? "";
      byAccess.set(family.access, family);
      byRefresh.set(family.refresh, family);
    };
    const issue: Answering = async (incoming) => {
      const form = formOf(incoming);
      const given = form.get("refresh_token") ?? "";
      const known = form.get("grant_type") === "refresh_token" ? byRefresh.get(given) : undefined;
      if (known !== undefined && (known.isClosed || known.refresh !== given)) {
        onReuse(known);
        return crmError(401, "The session was closed.");
      }
      const outgoing = await next(incoming);
      const body = parse(outgoing.body);
      if (outgoing.status !== 200) return outgoing;
      const family = known ?? { access: "", refresh: "", ended: new Set<string>(), isClosed: false };
      if (known !== undefined) onRefresh(known);
      take(body, family);
      return outgoing;
    };
    return async (incoming) => {
      if (incoming.operation === "issueToken") return issue(incoming);
      const bearer = tokenOf(incoming);
      const family = isAt(incoming, "crm") ? byAccess.get(bearer) : undefined;
      return family !== undefined && (family.isClosed || family.ended.has(bearer))
        ? crmError(401, "The session was closed.")
        : next(incoming);
    };
  };

interface Family {
  access: string;
  refresh: string;
  readonly ended: Set<string>;
  isClosed: boolean;
}

export const crmTokens: readonly Variant[] = [
  ...(["keep", "keep-old-working"] as const).map((choice) =>
    variant(`refresh-tokens-${choice}`, "refreshes", {
      open: u36,
      assumptions: { "U-36": choice },
      isDormant: true,
    }),
  ),
  variant("reuse-of-a-refresh-token-closes-the-session", "refreshes", {
    open: u36,
    wrap: families(
      () => {},
      (family) => {
        family.isClosed = true;
      },
    ),
  }),
  variant("a-refresh-ends-the-access-token-before", "refreshes", {
    open: "Authentication A, 4: both returned tokens replace the stored ones; that the old access token works on is not stated.",
    wrap: families(
      (family) => family.ended.add(family.access),
      () => {},
    ),
  }),
  ...["Bearer", "BEARER"].map((type) =>
    variant(`token-type-${type === "Bearer" ? "capitalized" : "in-capitals"}`, "token type", {
      open: "Resources A: token_type is bearer; OAuth 2.0, whose style the tokens are, does not distinguish its letter case.",
      wrap: successes(token, (body) => edit(body, "token_type", () => type)),
    }),
  ),
  ...[1_209_600, 1_296_000, 86_399].map((seconds) =>
    variant(`token-window-of-${seconds}-seconds`, "token window", {
      open: window,
      wrap: successes(token, (body) => edit(body, "expires_in", () => seconds)),
    }),
  ),
  variant("token-window-is-all-that-expires-shows", "token window", {
    open: "Authentication A, 3: whether .expires shows the lifetime or the shorter window is not stated.",
    wrap: successes(token, (body) =>
      edit(body, ".expires", (_, holder) => {
        const issued = Date.parse(String(property(holder, ".issued")));
        return new Date(issued + 1000 * Number(property(holder, "expires_in"))).toUTCString();
      }),
    ),
  }),
  variant("token-answers-show-more", "token fields", {
    open: "Resources A: the fields of a token response; that there are no further ones is not stated.",
    wrap: successes(token, (body) =>
      property(body, "access_token") === undefined
        ? body
        : { ...objectOf(body), scope: "", "as:client_id": "", organizationId: 12, two_factor: null },
    ),
  }),
  variant("user-names-in-lower-case", "user name", {
    open: "Resources A: userName is a string; that it is the text of the request is not stated.",
    wrap: successes(token, (body) =>
      edit(body, "userName", (name) => `${String(name).toUpperCase()} (Robin Ångström)`),
    ),
  }),
  ...(["canonical", "oauth"] as const).map((form) =>
    variant(`refused-grants-are-bad-requests-${form}`, "token errors", {
      open: `${u24} ${grants}`,
      wrap: instead(token, [401], () =>
        form === "oauth"
          ? jsonAnswer(400, {
              error: "invalid_grant",
              error_description: "The user name or password is incorrect.",
            })
          : crmError(400, "The user name or password is incorrect."),
      ),
    }),
  ),
  variant("refused-grants-in-oauth-form", "token errors", {
    open: u24,
    assumptions: { "U-24.token": "oauth" },
    isDormant: true,
  }),
  variant("refused-grants-in-plain-text", "token errors", {
    open: "Errors A, rule 1: a 401 may be plain text, that of the token endpoint not excepted.",
    wrap: instead(token, [401], () => textAnswer(401, "invalid_grant")),
  }),
  variant("multipart-is-an-unsupported-media-type", "multipart", {
    open: "Authentication A, 3: multipart form data fails; with which status is not stated.",
    wrap: intercepting(token, ({ headers }) =>
      isMultipart(headers)
        ? jsonAnswer(415, { error: { code: "UNSUPPORTED_MEDIA_TYPE", message: "No.", details: [] } })
        : undefined,
    ),
  }),
  variant("multipart-is-not-understood", "multipart", {
    open: "Authentication A, 3: multipart form data fails; with which status is not stated.",
    wrap: intercepting(token, ({ headers }) =>
      isMultipart(headers) ? jsonAnswer(400, { error: "unsupported_grant_type" }) : undefined,
    ),
  }),
  variant("two-factor-challenge-is-empty", "challenge", {
    open: challenge,
    wrap: instead(token, [202], () => empty(202)),
  }),
  variant("two-factor-challenge-is-a-string", "challenge", {
    open: challenge,
    wrap: instead(token, [202], () => jsonAnswer(202, "Code sent.")),
  }),
  variant("two-factor-challenge-shows-the-way", "challenge", {
    open: challenge,
    wrap: instead(token, [202], () =>
      jsonAnswer(202, {
        twoFactorRequired: true,
        channels: [{ type: "SMS", to: "•••12" }],
        expires_in: 300,
        token_type: null,
      }),
    ),
  }),
  variant("a-wrong-code-is-asked-for-again", "wrong code", {
    open: "Authentication A, 5: a code is asked for with 202; what becomes of a wrong one is not stated.",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      return incoming.operation === "issueToken" && formOf(incoming).has("otp") && outgoing.status === 401
        ? empty(202)
        : outgoing;
    },
  }),
  variant("a-code-works-once", "wrong code", {
    open: "Authentication A, 5: a code is sent on the first request; that it works again is not stated.",
    wrap: (next) => {
      const used = new Set<string>();
      return async (incoming) => {
        const code = formOf(incoming).get("otp") ?? "";
        if (incoming.operation === "issueToken" && used.has(code)) return crmError(401, "Used up.");
        const outgoing = await next(incoming);
        if (code !== "" && outgoing.status === 200) used.add(code);
        return outgoing;
      };
    },
    isDormant: true,
  }),
  variant("missing-form-fields-break-a-rule", "token errors", {
    open: "Errors A: 422 is for a required field that is missing, 400 for what cannot be read; a form is not stated apart.",
    wrap: answers(token, (outgoing) =>
      outgoing.status === 400 ? crmError(422, "A field is missing.") : outgoing,
    ),
  }),
  variant("refreshes-are-refused-with-403", "token errors", {
    open: grants,
    wrap: instead(token, [401], () => crmError(403, "Not with these.")),
  }),
  variant("token-of-an-account-with-two-factor-off-again", "two-factor flag", {
    open: "Resources A: twoFactorEnabled is True or False; that it describes the login just made is not stated.",
    wrap: successes(token, (body) =>
      property(body, "access_token") === undefined ? body : put(body, "twoFactorEnabled", "True"),
    ),
  }),
];
