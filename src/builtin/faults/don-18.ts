import { faultsOf } from "./fault.ts";
import { empty, textAnswer } from "./support/answers.ts";
import {
  add,
  edit,
  objectOf,
  inPascalCase,
  property,
  put,
  respelled,
  droppingPaths,
} from "./support/edit.ts";
import { onAnswer, onBody, onField, problems } from "./support/rows.ts";
import { discovery, paged, queries, replacements } from "./support/names.ts";
import { isUnreadable } from "./support/requests.ts";

const joined = (messages: unknown): unknown => (Array.isArray(messages) ? messages.join(" ") : messages);

/** An error in the CRM's form. */
const inCrmForm = (code: string, message: unknown) => () => ({ error: { code, message, details: [] } });

export const faults = faultsOf("DON-18", {
  gross: {
    "donation-errors-are-crm-errors": [
      "Donation errors have the envelope of the CRM",
      onBody("donation", (body) => inCrmForm("BAD_REQUEST", property(body, "detail"))(), problems),
    ],
    "donation-errors-in-pascal-case": [
      "The properties of an error are spelt in PascalCase",
      onBody("donation", respelled("", inPascalCase), problems),
    ],
  },
  structural: {
    "donation-errors-without-detail": [
      "A 401 has no detail",
      onBody("donation", droppingPaths("detail"), 401),
    ],
    "donation-error-status-is-text": [
      "The status in the error of a query is a string",
      onField(queries, "status", String, problems),
    ],
    "donation-error-title-is-null": [
      "The title of an error in a replacement is null",
      onBody(replacements, add("title", null), problems),
    ],
    "field-errors-are-a-list": [
      "errors is a list of fields with messages, as in the CRM",
      onField(
        "donation",
        "errors",
        (errors) => Object.entries(objectOf(errors)).map(([field, all]) => ({ field, message: joined(all) })),
        problems,
      ),
    ],
    "field-errors-are-single-texts": [
      "errors has one text for each field of the gift query in place of an array",
      onField("queryGifts", "errors/*", joined, problems),
    ],
    "field-errors-are-nested": [
      "errors of the donor query is not flat: the messages are below the kind of error",
      onField("queryDonors", "errors/*", (validation) => ({ validation }), problems),
    ],
    "refused-discovery-is-a-web-page": [
      "The discovery endpoints refuse with a page for people",
      onAnswer(discovery, ({ status }) => textAnswer(status, "<h1>Refused</h1>", "text/html"), problems),
    ],
    "refused-premium-list-has-no-body": [
      "The list of premiums refuses a caller without a body",
      onAnswer("listPremiums", ({ status }) => empty(status), problems),
    ],
  },
  behavioural: {
    "unknown-campaigns-are-errors-of-the-crm": [
      "A 404 for a campaign has the CRM's form",
      onBody("replaceCampaign", inCrmForm("NOT_FOUND", "There is none."), 404),
    ],
    "query-types-beyond-the-last-are-errors-of-the-crm": [
      "A refusal of options for a query type that there is not has the CRM's form",
      onBody(discovery, inCrmForm("BAD_REQUEST", "There is none."), [400, 404]),
    ],
    "refused-segments-are-errors-of-the-crm": [
      "A 400 for a replaced segment has the CRM's form",
      onBody("replaceSegment", inCrmForm("BAD_REQUEST", "Refused: 400."), 400),
    ],
    "unauthenticated-options-are-errors-of-the-crm": [
      "A refusal of the query options has the CRM's form",
      onBody("getQueryOptions", inCrmForm("UNAUTHENTICATED", "Refused."), problems),
    ],
    "unreadable-body-is-told-in-text": [
      "Malformed JSON is refused by the framework, in plain text",
      onAnswer("donation", textAnswer(400, "Unexpected end of JSON input"), 400, isUnreadable),
    ],
    "problem-beside-an-error-root": [
      "Where a field is at fault, error names it beside title and status",
      onBody(
        "donation",
        (body) =>
          property(body, "errors") === undefined ? body : put(body, "error", { code: "VALIDATION_FAILED" }),
        problems,
      ),
    ],
    "replacement-errors-are-sentences": [
      "Field errors of replacements are one sentence each in place of a list",
      onField(["replaceCampaign", "replaceSegment"], "errors/*", String, 400),
    ],
    "errors-of-several-parameters-are-sentences": [
      "Where several parameters of a list or a query are at fault, each has one sentence in place of a list",
      onField(
        paged,
        "errors",
        (errors) => (Object.keys(objectOf(errors)).length > 1 ? edit(errors, "*", joined) : errors),
        problems,
      ),
    ],
  },
});
