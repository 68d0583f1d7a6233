import { faultsOf } from "./fault.ts";
import { empty, text } from "./support/answers.ts";
import { onDonationError, onProblem } from "./support/donation-errors.ts";
import { paged, queries, replacements } from "./support/donation-operations.ts";
import { drop, edit, objectOf, pascalCase, property, put, respell } from "./support/edit.ts";
import { parse, onAnswer, withJson } from "./support/wrappers.ts";

const isJson = (body: string): boolean => parse(body) !== undefined;

const joined = (messages: unknown): unknown => (Array.isArray(messages) ? messages.join(" ") : messages);

export const faults = faultsOf("DON-18", {
  gross: {
    "donation-errors-are-crm-errors": [
      "Donation errors have the envelope of the CRM",
      onProblem((body) => ({
        error: { code: "BAD_REQUEST", message: property(body, "detail"), details: [] },
      })),
    ],
    "donation-errors-in-pascal-case": [
      "The properties of an error are spelt in PascalCase",
      onProblem((body) => respell(body, "", pascalCase)),
    ],
  },
  structural: {
    "donation-errors-without-detail": [
      "A 401 has no detail",
      onProblem((body) => drop(body, "detail"), { statuses: [401] }),
    ],
    "donation-error-status-is-text": [
      "The status in the error of a query is a string",
      onProblem((body) => edit(body, "status", String), { operations: queries }),
    ],
    "donation-error-title-is-null": [
      "The title of an error in a replacement is null",
      onProblem((body) => put(body, "title", null), { operations: replacements }),
    ],
    "field-errors-are-a-list": [
      "errors is a list of fields with messages, as in the CRM",
      onProblem((body) =>
        edit(body, "errors", (errors) =>
          Object.entries(objectOf(errors)).map(([field, messages]) => ({ field, message: joined(messages) })),
        ),
      ),
    ],
    "field-errors-are-single-texts": [
      "errors has one text for each field of the gift query in place of an array",
      onProblem((body) => edit(body, "errors/*", joined), { operations: ["queryGifts"] }),
    ],
    "field-errors-are-nested": [
      "errors of the donor query is not flat: the messages are below the kind of error",
      onProblem((body) => edit(body, "errors/*", (messages) => ({ validation: messages })), {
        operations: ["queryDonors"],
      }),
    ],
    "refused-discovery-is-a-web-page": [
      "The discovery endpoints refuse with a page for people",
      onDonationError(({ status }) => text(status, "<h1>Refused</h1>", "text/html"), {
        operations: ["getQueryOptions", "getQueryList"],
      }),
    ],
    "refused-premium-list-has-no-body": [
      "The list of premiums refuses a caller without a body",
      onDonationError(({ status }) => empty(status), { operations: ["listPremiums"] }),
    ],
  },
  behavioural: {
    "unknown-campaigns-are-errors-of-the-crm": [
      "A 404 for a campaign has the CRM's form",
      onProblem(() => ({ error: { code: "NOT_FOUND", message: "There is none.", details: [] } }), {
        statuses: [404],
        operations: ["replaceCampaign"],
      }),
    ],
    "query-types-beyond-the-last-are-errors-of-the-crm": [
      "A refusal of options for a query type that there is not has the CRM's form",
      onProblem(() => ({ error: { code: "BAD_REQUEST", message: "There is none.", details: [] } }), {
        statuses: [400, 404],
        operations: ["getQueryOptions", "getQueryList"],
      }),
    ],
    "refused-segments-are-errors-of-the-crm": [
      "A 400 for a replaced segment has the CRM's form",
      onProblem(
        (_, { status }) => ({ error: { code: "BAD_REQUEST", message: `Refused: ${status}.`, details: [] } }),
        {
          statuses: [400],
          operations: ["replaceSegment"],
        },
      ),
    ],
    "unauthenticated-options-are-errors-of-the-crm": [
      "A refusal of the query options has the CRM's form",
      onProblem(() => ({ error: { code: "UNAUTHENTICATED", message: "Refused.", details: [] } }), {
        operations: ["getQueryOptions"],
      }),
    ],
    "unreadable-body-is-told-in-text": [
      "Malformed JSON is refused by the framework, in plain text",
      onDonationError(
        (outgoing, { body }) =>
          body !== undefined && !isJson(body) ? text(400, "Unexpected end of JSON input") : outgoing,
        { statuses: [400] },
      ),
    ],
    "problem-beside-an-error-root": [
      "Where a field is at fault, error names it beside title and status",
      onProblem((body) =>
        property(body, "errors") === undefined ? body : put(body, "error", { code: "VALIDATION_FAILED" }),
      ),
    ],
    "replacement-errors-are-sentences": [
      "Field errors of replacements are one sentence each in place of a list",
      onAnswer(["replaceCampaign", "replaceSegment"], (outgoing) => {
        const body = objectOf(parse(outgoing.body));
        if (outgoing.status !== 400 || body["errors"] === undefined) return outgoing;
        const errors = Object.entries(objectOf(body["errors"])).map(([name, texts]) => [name, String(texts)]);
        return withJson(outgoing, { ...body, errors: Object.fromEntries(errors) });
      }),
    ],
    "errors-of-several-parameters-are-sentences": [
      "Where several parameters of a list or a query are at fault, each has one sentence in place of a list",
      onProblem(
        (body) =>
          Object.keys(objectOf(property(body, "errors"))).length > 1 ? edit(body, "errors/*", joined) : body,
        { operations: paged },
      ),
    ],
  },
});
