import type { FaultAnswer } from "../../../src/builtin/faults/fault.ts";
import {
  crmError,
  empty,
  jsonAnswer,
  parse,
  textAnswer,
  withHeader,
} from "../../../src/builtin/faults/support/answers.ts";
import { edit, objectOf, property } from "../../../src/builtin/faults/support/edit.ts";
import {
  answers,
  errors,
  instead,
  intercepting,
  isAt,
  isObject,
  operationsOf,
  tokenOf,
} from "./support/shapes.ts";
import { variantOf, type Variant } from "./variant.ts";

const variant = variantOf("crm");

const crm = operationsOf("crm");
const secured = crm.filter((id) => id !== "issueToken");

const codes: Readonly<Record<number, string>> = { 403: "FORBIDDEN", 404: "NOT_FOUND", 400: "BAD_REQUEST" };

const refusedWith = (status: number, message: string): FaultAnswer =>
  crmError(status, message, codes[status] ?? "OTHER");

/** Gives what is not there for these callers and operations another refusal. */
const missing = (of: readonly (typeof crm)[number][], status: number) =>
  answers(of, (outgoing) =>
    outgoing.status === 404 ? refusedWith(status, "Nothing for you here.") : outgoing,
  );

const rule1 =
  "Errors A, rule 1: some endpoints return older bodies: a message on 401, 403 and 429, plain text on 401.";
const u24 = `${rule1} Which ones is not stated (U-24).`;
const target =
  "Errors A: the envelope's fields and their types; that there are no further ones is not stated.";
const messages = "Errors A: a message is for people; its words, script and length are not stated (U-31).";
const retryAfter =
  "Errors A: Retry-After indicates the wait; HTTP knows it as seconds or as a date, in three forms.";

/** Changes errors in the envelope, not those of OAuth or in older forms. */
const envelopes = (statuses: readonly number[] | "all", change: (body: unknown) => unknown) =>
  errors(crm, statuses, (body) => (isObject(property(body, "error")) ? change(body) : body));

/** How a wait until a moment is written. */
const waits: Readonly<Record<string, (at: Date) => string>> = {
  "as-a-date": (at) => at.toUTCString(),
  "as-an-old-date": (at) => {
    const [weekday = "", day = "", month = "", year = "", time = ""] = at
      .toUTCString()
      .replace(",", "")
      .split(" ");
    return `${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
  },
  "at-once": () => "0",
};

/** Turns down whoever has been turned down too often, until nobody has tried for a while. */
const throttled =
  (limit: number, refusal: () => FaultAnswer): NonNullable<Variant["wrap"]> =>
  (next) => {
    let refused = 0;
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (!isAt(incoming, "crm") || outgoing.status !== 401) return outgoing;
      refused += 1;
      return refused > limit && refused % 2 === 0 ? refusal() : outgoing;
    };
  };

const slowDown = (retry: string): FaultAnswer =>
  withHeader(crmError(429, "Too many failed attempts."), "retry-after", retry);

export const crmRefusals: readonly Variant[] = [
  variant("crm-401-without-a-body", "crm 401", {
    open: "Errors A, rule 1: a 401 may be plain text, and clients do not count on JSON: an empty text is one.",
    wrap: instead(secured, [401], () => withHeader(empty(401), "www-authenticate", "Bearer")),
  }),
  variant("crm-401-in-plain-text", "crm 401", {
    open: rule1,
    wrap: instead(secured, [401], () => textAnswer(401, "Authorization has been denied for this request.")),
  }),
  variant("crm-401-with-a-message", "crm 401", {
    open: rule1,
    wrap: instead(secured, [401], () =>
      jsonAnswer(401, { message: "Authorization has been denied for this request." }),
    ),
  }),
  variant("crm-403-and-429-with-a-message", ["crm 403", "crm 429"], {
    open: rule1,
    wrap: instead(crm, [403, 429], (outgoing) => ({
      ...outgoing,
      body: JSON.stringify({ message: "Ce n’est pas permis — réessayez plus tard." }),
    })),
  }),
  variant("older-bodies-here-and-there", ["crm 401", "crm 403", "crm 429"], {
    open: u24,
    assumptions: { "U-24": "mixed", "U-24.unauthorized": "text" },
    isDormant: true,
  }),
  variant("older-bodies-everywhere", ["crm 401", "crm 403", "crm 429"], {
    open: u24,
    assumptions: { "U-24": "legacy", "U-24.unauthorized": "message" },
    isDormant: true,
  }),
  variant("crm-errors-report-more", "crm error members", {
    open: target,
    wrap: envelopes("all", (body) => {
      const rewritten = edit(body, "error", (error) => ({
        ...objectOf(error),
        traceId: "00-4bf9",
        target: null,
        innererror: {},
      }));
      return {
        ...objectOf(rewritten),
        requestId: "req_7",
        documentationUrl: "https://docs.example.net/errors#12",
      };
    }),
  }),
  variant("crm-details-have-codes-of-any-form", "crm error details", {
    open: "Errors A: the code of a field error is a string; only that of the error itself is in capitals.",
    wrap: envelopes([400, 409, 422], (body) =>
      edit(body, "error/details", () => [
        { field: "contactIndividualId", code: "must be > 0", message: "Ein Pflichtfeld." },
        { field: "contact.address.postal", code: "E-17", message: "" },
        { field: "contactMethods[0].value", code: "", message: "?", rejectedValue: null },
      ]),
    ),
  }),
  variant("crm-details-for-what-is-not-found", "crm error details", {
    open: "Errors A: details is empty when no field applies; that the id of a path is no field is not stated.",
    wrap: envelopes([404], (body) =>
      edit(body, "error/details", () => [{ field: "contactId", code: "unknown", message: "No such id." }]),
    ),
  }),
  variant("token-details-name-fields-of-the-form", "token errors", {
    open: "Endpoints A: the form of a token request has names with underscores; a field error has to name them somehow.",
    wrap: errors(["issueToken"], [400], (body) =>
      edit(body, "error/details", () => [
        { field: "grant_type", code: "REQUIRED", message: "Name a grant." },
      ]),
    ),
  }),
  variant("crm-messages-of-many-words", "crm messages", {
    open: messages,
    wrap: envelopes("all", (body) =>
      edit(
        body,
        "error/message",
        () =>
          `Недостаточно прав 🚫. Try again at 14:05:00, look in at our office (room:12) or see https://help.example.rs:8443/errors (chapter 3.2.1). ${"Please be patient. ".repeat(80)}`,
      ),
    ),
  }),
  variant("crm-messages-are-empty", "crm messages", {
    open: messages,
    wrap: envelopes("all", (body) => edit(body, "error/message", () => "")),
  }),
  ...Object.entries(waits).map(([name, write]) =>
    variant(`retry-after-${name}`, "retry-after", {
      open: retryAfter,
      wrap: instead(crm, [429, 503], (outgoing) =>
        withHeader(outgoing, "retry-after", write(new Date(Date.UTC(2031, 0, 5, 9, 7)))),
      ),
    }),
  ),
  ...Object.entries({
    absent: (outgoing: FaultAnswer) =>
      ["limit", "remaining", "reset"].reduce(
        (answer, name) => withHeader(answer, `x-ratelimit-${name}`, undefined),
        outgoing,
      ),
    "of-another-form": (outgoing: FaultAnswer) =>
      withHeader(
        withHeader(outgoing, "x-ratelimit-limit", "5000;w=3600"),
        "ratelimit",
        "limit=5000, remaining=1",
      ),
  }).map(([name, change]) =>
    variantOf("crm", "donation")(`rate-headers-${name}`, "rate headers", {
      open: "Limits: figures and 429s; headers that announce a limit are not stated (U-27, U-28).",
      hides: ["CRM-48", "DON-24"],
      wrap: answers([...crm, ...operationsOf("donation")], change),
    }),
  ),
  variant("crm-limit-of-1500", "crm limit", {
    open: "Limits: 1,500 and 5,000 requests an hour are both stated (U-27).",
    assumptions: { "U-27": 1500 },
    isDormant: true,
  }),
  variant("foreign-crm-records-are-forbidden", "crm foreign records", {
    open: "Authentication A: a credential reaches its own organization's data only; the status for other data is not stated.",
    wrap: (next, environment) => {
      const { records = {} } = environment.config.interfaces.crm;
      const foreign = new Set(
        ["otherOrganizationContactId", "otherOrganizationWebhookId", "otherOrganizationNoteId"].map((name) =>
          String(objectOf(records)[name]),
        ),
      );
      return answers(secured, (outgoing, { path }) =>
        outgoing.status === 404 && Object.values(path).some((id) => foreign.has(id))
          ? refusedWith(403, "That record belongs to somebody else.")
          : outgoing,
      )(next, environment);
    },
  }),
  ...Object.entries({ "not-found": 404, forbidden: 403 }).map(([name, status]) =>
    variant(`private-contacts-are-${name}`, "private contacts", {
      open: "Resources A: private contacts are seen by permitted users only; the status for the others is not stated.",
      wrap: privateAs(status),
    }),
  ),
  variant("unknown-webhooks-are-forbidden", "webhooks", {
    open: "Endpoints A: the read of a webhook lists 403, not 404, for one that the caller cannot have.",
    wrap: missing(["getWebhook"], 403),
  }),
  ...Object.entries({ "a-bad-request": 400, "not-found": 404 }).map(([name, status]) =>
    variant(`unknown-note-types-are-${name}`, "notes", {
      open: "Resources A: a note's type must be configured; the status for another is not stated.",
      wrap: instead(["replaceContactNote"], [422], () => refusedWith(status, "No such note type.")),
    }),
  ),
  ...[400, 422].map((status) =>
    variant(`partial-notes-get-${status}`, "notes", {
      open: "Endpoints A, rule 1: the whole model is sent even when one property changes; which ones are required is not stated.",
      hides: ["CRM-27"],
      wrap: intercepting(["replaceContactNote"], (incoming) => {
        const sent = parse(incoming.body);
        const isPartial = typeof sent === "object" && Object.keys(objectOf(sent)).length < 6;
        if (!isPartial || sent === undefined || !incoming.headers.get("authorization")?.includes("_crm_"))
          return undefined;
        return status === 400
          ? refusedWith(400, "Send the whole note.")
          : crmError(422, "Send the whole note.");
      }),
    }),
  ),
  variant("notes-need-a-type-and-a-text", "notes", {
    open: "Resources A: which properties of a note have to be there is not stated.",
    wrap: intercepting(["replaceContactNote"], (incoming) => {
      const sent = parse(incoming.body);
      if (sent === undefined || !incoming.headers.get("authorization")?.includes("_crm_")) return undefined;
      const { type, note } = objectOf(sent);
      return type === undefined || note === undefined
        ? crmError(422, "A note needs a type and a text.")
        : undefined;
    }),
  }),
  variant("failed-logins-are-throttled", "crm outages", {
    open: "Errors A: 429 asks to wait; that only what succeeds is counted is not stated.",
    isLive: true,
    wrap: throttled(4, () => slowDown("30")),
  }),
  variant("crm-is-out-now-and-then", "crm outages", {
    open: "Errors A, rule 3: 502, 503 and 504 are transient and may come at any time.",
    isLive: true,
    wrap: (next) => {
      let count = 0;
      return async (incoming) => {
        if (!isAt(incoming, "crm")) return next(incoming);
        count += 1;
        if (count % 11 === 3) return withHeader(crmError(503, "Back in a second."), "retry-after", "1");
        if (count % 37 === 5) return textAnswer(502, "<h1>Bad Gateway</h1>", "text/html");
        if (count % 41 === 7) return empty(504);
        return next(incoming);
      };
    },
  }),
  variant("signing-is-done-otherwise", "hmac", {
    open: "Authentication A, 7: the signing scheme is not stated (U-18), so that no signature of ours need be right.",
    wrap: intercepting(["getContactByReference"], () => refusedWithCode(401, "UNAUTHENTICATED")),
  }),
  variant("limited-accounts-log-in-too", "refreshes", {
    open: "Authentication A, 6: the permission group of a credential decides; that of an account may allow little.",
    isLive: true,
    wrap: (next) => {
      const issued = new Set<string>();
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation === "issueToken" && outgoing.status === 200) {
          issued.add(String(objectOf(parse(outgoing.body))["access_token"]));
          return outgoing;
        }
        const isLimited = issued.has(tokenOf(incoming)) && outgoing.status !== 401;
        return isLimited && isAt(incoming, "crm") ? refusedWith(403, "Not for volunteers.") : outgoing;
      };
    },
  }),
];

function refusedWithCode(status: number, code: string): FaultAnswer {
  return crmError(status, "The signature is not accepted.", code);
}

function privateAs(status: number): NonNullable<Variant["wrap"]> {
  return (next, environment) => {
    const { records = {}, credentials } = environment.config.interfaces.crm;
    const id = String(objectOf(records)["privateContactId"]);
    return answers(["getContact"], (outgoing, incoming) =>
      incoming.path["contactId"] === id &&
      tokenOf(incoming) === credentials["noPrivateApiKey"] &&
      outgoing.status >= 400
        ? refusedWith(status, "Kept private.")
        : outgoing,
    )(next, environment);
  };
}
