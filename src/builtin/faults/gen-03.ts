import { faultsOf } from "./fault.ts";
import { withMediaType, crmError, message, parse, problemAnswer, textAnswer } from "./support/answers.ts";
import type { Who } from "./support/credentials.ts";
import { property } from "./support/edit.ts";
import { hasCharset, sends, writtenAs } from "./support/requests.ts";
import { instead, onAnswer, problems } from "./support/rows.ts";
import { everAfter } from "./support/rules.ts";

/** Requests with JSON of several lines. */
const isOfLines: Who = ({ body }) => parse(body) !== undefined && body?.includes("\n") === true;

const asText = withMediaType("text/plain");

const asHtml = withMediaType("text/html");

export const faults = faultsOf("GEN-03", {
  gross: {
    "crm-json-announced-as-html": [
      "Every successful CRM answer is announced as HTML, the framework's default",
      onAnswer("crm", asHtml),
    ],
  },
  structural: {
    "gift-list-announced-as-text": [
      "The list of gifts is announced as plain text",
      onAnswer("listGifts", asText),
    ],
    "volunteer-user-announced-as-javascript": [
      "A single volunteer user is announced as a script",
      onAnswer("getUser", withMediaType("text/javascript")),
    ],
    "reference-contact-behind-a-guard-prefix": [
      "The read by reference puts a prefix against script inclusion before its JSON",
      onAnswer("getContactByReference", (outgoing) => ({ ...outgoing, body: `)]}',\n${outgoing.body}` })),
    ],
    "webhook-as-xml": [
      "A webhook is answered as XML",
      onAnswer("getWebhook", (outgoing) => {
        const id = String(property(parse(outgoing.body), "id"));
        return textAnswer(200, `<Webhook><Id>${id}</Id></Webhook>`, "application/xml");
      }),
      { alsoBreaks: { "CRM-25": "The id of the webhook cannot be found in what is no JSON." } },
    ],
  },
  behavioural: {
    "refused-gift-lists-announced-as-text": [
      "A 400 for the list of gifts is announced as plain text",
      onAnswer("listGifts", asText, 400),
    ],
    "unknown-events-announced-as-xml": [
      "A 404 for an event is in the envelope and announced as XML",
      onAnswer("addEventContact", withMediaType("text/xml"), 404),
    ],
    "conflicts-announced-as-html": [
      "A 409 is in the envelope and announced as HTML",
      onAnswer("crm", withMediaType("text/html; charset=utf-8"), 409),
    ],
    "forbidden-notes-announced-as-text": [
      "A 403 for a note is in the envelope and announced as plain text",
      onAnswer("replaceContactNote", asText, 403),
    ],
    "unknown-contacts-announced-as-xml": [
      "A 404 for a contact is in the envelope and announced as XML",
      onAnswer("getContact", withMediaType("application/xml"), 404),
    ],
    "malformed-gift-queries-announced-as-text": [
      "A 400 for a query of gifts is announced as plain text",
      onAnswer("queryGifts", asText, 400),
    ],
    "refused-replacements-announced-as-html": [
      "A 400 for a replaced project is announced as HTML",
      onAnswer("replaceProject", asHtml, 400),
    ],
    "problems-of-premiums-announced-as-xml": [
      "A refusal of the list of premiums is announced as XML, which its type of problem may be",
      onAnswer("listPremiums", withMediaType("application/problem+xml"), problems),
    ],
    "bad-fields-announced-as-html": ["A 422 of the CRM is announced as HTML", onAnswer("crm", asHtml, 422)],
    "spent-hours-of-writes-announced-as-text": [
      "A 429 for a note is in the envelope and announced as plain text",
      onAnswer("replaceContactNote", asText, 429),
    ],
    "queries-with-a-charset-are-no-json": [
      "A query whose media type has a charset is refused",
      instead("queryGifts", problemAnswer(400, "The body is no JSON."), hasCharset),
    ],
    "notes-with-a-charset-are-no-json": [
      "A note whose media type has a charset is refused",
      instead("replaceContactNote", crmError(400, "The body is no JSON."), hasCharset),
    ],
    "groups-with-a-charset-are-no-json": [
      "An update of a group whose media type has a charset is refused",
      instead("updateGroup", message(415, "Send JSON."), hasCharset),
    ],
    "users-announced-as-html-after-a-write": [
      "Once something was written, the list of users is announced as HTML",
      onAnswer("listUsers", asHtml, everAfter("updateGroup")),
    ],
    "ages-that-are-not-numbers": [
      "An age that cannot be computed is written as NaN, which no JSON parser reads",
      onAnswer("getContactByReference", (outgoing) => ({
        ...outgoing,
        body: outgoing.body.replace(/"approximateAge":\d+/, '"approximateAge":NaN'),
      })),
    ],
    "notes-are-json-of-one-line": [
      "A note whose JSON has several lines is refused",
      instead("replaceContactNote", crmError(400, "The body is not JSON."), isOfLines),
    ],
    "gift-queries-are-json-of-one-line": [
      "A query of gifts whose JSON has several lines is refused",
      instead("queryGifts", problemAnswer(400, "The body is not JSON."), isOfLines),
    ],
    "segments-are-json-in-one-order": [
      "A segment whose id is not the first property is refused",
      instead(
        "replaceSegment",
        problemAnswer(400, "The body has no id."),
        sends((segment) => Object.keys(segment).indexOf("id") > 0),
      ),
    ],
    "segments-are-json-without-escapes": [
      "A segment whose JSON has escaped letters is refused",
      instead("replaceSegment", problemAnswer(400, "The body is not JSON."), writtenAs(/\\u00/)),
    ],
    "groups-are-json-of-one-line": [
      "A group whose JSON has several lines is refused",
      instead("updateGroup", message(415, "The body is not JSON."), isOfLines),
    ],
  },
});
