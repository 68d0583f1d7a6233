import { defineFault, type Fault } from "./fault.ts";
import { empty, text } from "./support/answers.ts";
import { onDonationError, onProblem } from "./support/donation-errors.ts";
import { queries, replacements } from "./support/donation-operations.ts";
import { drop, edit, objectOf, pascalCase, property, put, respell } from "./support/edit.ts";
import { parse, onAnswer, withJson } from "./support/wrappers.ts";

const isJson = (body: string): boolean => parse(body) !== undefined;

const joined = (messages: unknown): unknown => (Array.isArray(messages) ? messages.join(" ") : messages);

export const faults: readonly Fault[] = [
  defineFault({
    id: "donation-errors-are-crm-errors",
    fact: "DON-18",
    grade: "gross",
    title: "Donation errors have the envelope of the CRM",
    wrap: onProblem((body) => ({
      error: { code: "BAD_REQUEST", message: property(body, "detail"), details: [] },
    })),
  }),
  defineFault({
    id: "donation-errors-in-pascal-case",
    fact: "DON-18",
    grade: "gross",
    title: "The properties of an error are spelt in PascalCase",
    wrap: onProblem((body) => respell(body, "", pascalCase)),
  }),
  defineFault({
    id: "donation-errors-without-detail",
    fact: "DON-18",
    grade: "structural",
    title: "A 401 has no detail",
    wrap: onProblem((body) => drop(body, "detail"), { statuses: [401] }),
  }),
  defineFault({
    id: "donation-error-status-is-text",
    fact: "DON-18",
    grade: "structural",
    title: "The status in the error of a query is a string",
    wrap: onProblem((body) => edit(body, "status", String), { operations: queries }),
  }),
  defineFault({
    id: "donation-error-title-is-null",
    fact: "DON-18",
    grade: "structural",
    title: "The title of an error in a replacement is null",
    wrap: onProblem((body) => put(body, "title", null), { operations: replacements }),
  }),
  defineFault({
    id: "field-errors-are-a-list",
    fact: "DON-18",
    grade: "structural",
    title: "errors is a list of fields with messages, as in the CRM",
    wrap: onProblem((body) =>
      edit(body, "errors", (errors) =>
        Object.entries(objectOf(errors)).map(([field, messages]) => ({ field, message: joined(messages) })),
      ),
    ),
  }),
  defineFault({
    id: "field-errors-are-single-texts",
    fact: "DON-18",
    grade: "structural",
    title: "errors has one text for each field of the gift query in place of an array",
    wrap: onProblem((body) => edit(body, "errors/*", joined), { operations: ["queryGifts"] }),
  }),
  defineFault({
    id: "field-errors-are-nested",
    fact: "DON-18",
    grade: "structural",
    title: "errors of the donor query is not flat: the messages stand below the kind of error",
    wrap: onProblem((body) => edit(body, "errors/*", (messages) => ({ validation: messages })), {
      operations: ["queryDonors"],
    }),
  }),
  defineFault({
    id: "refused-discovery-is-a-web-page",
    fact: "DON-18",
    grade: "structural",
    title: "The discovery endpoints refuse with a page for people",
    wrap: onDonationError(({ status }) => text(status, "<h1>Refused</h1>", "text/html"), {
      operations: ["getQueryOptions", "getQueryList"],
    }),
  }),
  defineFault({
    id: "refused-premium-list-has-no-body",
    fact: "DON-18",
    grade: "structural",
    title: "The list of premiums refuses a caller without a body",
    wrap: onDonationError(({ status }) => empty(status), { operations: ["listPremiums"] }),
  }),
  defineFault({
    id: "unreadable-body-is-told-in-text",
    fact: "DON-18",
    grade: "behavioural",
    title: "Malformed JSON is refused by the framework, in plain text",
    wrap: onDonationError(
      (outgoing, { body }) =>
        body !== undefined && !isJson(body) ? text(400, "Unexpected end of JSON input") : outgoing,
      { statuses: [400] },
    ),
  }),
  defineFault({
    id: "problem-beside-an-error-root",
    fact: "DON-18",
    grade: "behavioural",
    title: "Where a field is at fault, error names it beside title and status",
    wrap: onProblem((body) =>
      property(body, "errors") === undefined ? body : put(body, "error", { code: "VALIDATION_FAILED" }),
    ),
  }),
  defineFault({
    id: "replacement-errors-are-sentences",
    fact: "DON-18",
    grade: "behavioural",
    title: "Field errors of replacements are one sentence each in place of a list",
    wrap: onAnswer(["replaceCampaign", "replaceSegment"], (outgoing) => {
      const body = objectOf(parse(outgoing.body));
      if (outgoing.status !== 400 || body["errors"] === undefined) return outgoing;
      const errors = Object.entries(objectOf(body["errors"])).map(([name, texts]) => [name, String(texts)]);
      return withJson(outgoing, { ...body, errors: Object.fromEntries(errors) });
    }),
  }),
];
