import type { OperationId } from "../../contract/generated/operations.ts";
import { faultsOf, type Fault, type Outgoing } from "./fault.ts";
import { isMeantFor } from "./support/credentials.ts";
import { isCrm, isSuccess, text, withHeader, crmError, json, onCrmStatus } from "./support/answers.ts";
import { objectOf, property } from "./support/edit.ts";
import { onAnswer, parse } from "./support/wrappers.ts";
import { onDonationError } from "./support/donation-errors.ts";
import { problem } from "./support/problems.ts";
import { afterWrites } from "./support/later.ts";

/** Some operations know their media type by its whole text. */
const charsetRefused =
  (of: readonly OperationId[], refusal: () => Outgoing): Fault["wrap"] =>
  (next) =>
  async (incoming) =>
    isMeantFor(incoming, of) && /charset/i.test(incoming.headers.get("content-type") ?? "")
      ? refusal()
      : next(incoming);

/** Some operations read JSON in one writing alone. */
const refusingWriting =
  (of: readonly OperationId[], isOther: (body: string) => boolean, refusal: () => Outgoing): Fault["wrap"] =>
  (next) =>
  async (incoming) => {
    const { body } = incoming;
    const isRefused =
      isMeantFor(incoming, of) && body !== undefined && parse(body) !== undefined && isOther(body);
    return isRefused ? refusal() : next(incoming);
  };

const isOfLines = (body: string): boolean => body.includes("\n");

export const faults = faultsOf("GEN-03", {
  gross: {
    "crm-json-announced-as-html": [
      "Every successful CRM answer is announced as HTML, the framework's default",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        return isCrm(incoming) && isSuccess(outgoing)
          ? withHeader(outgoing, "content-type", "text/html")
          : outgoing;
      },
    ],
  },
  structural: {
    "gift-list-announced-as-text": [
      "The list of gifts is announced as plain text",
      onAnswer("listGifts", (outgoing) =>
        isSuccess(outgoing) ? withHeader(outgoing, "content-type", "text/plain") : outgoing,
      ),
    ],
    "volunteer-user-announced-as-javascript": [
      "A single volunteer user is announced as a script",
      onAnswer("getUser", (outgoing) =>
        isSuccess(outgoing) ? withHeader(outgoing, "content-type", "text/javascript") : outgoing,
      ),
    ],
    "reference-contact-behind-a-guard-prefix": [
      "The read by reference puts a prefix against script inclusion before its JSON",
      onAnswer("getContactByReference", (outgoing) =>
        isSuccess(outgoing) ? { ...outgoing, body: `)]}',\n${outgoing.body}` } : outgoing,
      ),
    ],
    "webhook-as-xml": [
      "A webhook is answered as XML",
      onAnswer("getWebhook", (outgoing) =>
        isSuccess(outgoing)
          ? text(
              200,
              `<Webhook><Id>${String(property(parse(outgoing.body), "id"))}</Id></Webhook>`,
              "application/xml",
            )
          : outgoing,
      ),
      { alsoBreaks: { "CRM-25": "The id of the webhook cannot be found in what is no JSON." } },
    ],
  },
  behavioural: {
    "refused-gift-lists-announced-as-text": [
      "A 400 for the list of gifts is announced as plain text",
      onDonationError((outgoing) => withHeader(outgoing, "content-type", "text/plain"), {
        statuses: [400],
        operations: ["listGifts"],
      }),
    ],
    "unknown-events-announced-as-xml": [
      "A 404 for an event is in the envelope and announced as XML",
      onCrmStatus([404], (outgoing) => withHeader(outgoing, "content-type", "text/xml"), ["addEventContact"]),
    ],
    "conflicts-announced-as-html": [
      "A 409 is in the envelope and announced as HTML",
      onCrmStatus([409], (outgoing) => withHeader(outgoing, "content-type", "text/html; charset=utf-8")),
    ],
    "forbidden-notes-announced-as-text": [
      "A 403 for a note is in the envelope and announced as plain text",
      onCrmStatus([403], (outgoing) => withHeader(outgoing, "content-type", "text/plain"), [
        "replaceContactNote",
      ]),
    ],
    "unknown-contacts-announced-as-xml": [
      "A 404 for a contact is in the envelope and announced as XML",
      onCrmStatus([404], (outgoing) => withHeader(outgoing, "content-type", "application/xml"), [
        "getContact",
      ]),
    ],
    "malformed-gift-queries-announced-as-text": [
      "A 400 for a query of gifts is announced as plain text",
      onDonationError((outgoing) => withHeader(outgoing, "content-type", "text/plain"), {
        statuses: [400],
        operations: ["queryGifts"],
      }),
    ],
    "refused-replacements-announced-as-html": [
      "A 400 for a replaced project is announced as HTML",
      onDonationError((outgoing) => withHeader(outgoing, "content-type", "text/html"), {
        statuses: [400],
        operations: ["replaceProject"],
      }),
    ],
    "problems-of-premiums-announced-as-xml": [
      "A refusal of the list of premiums is announced as XML, which its type of problem may be",
      onDonationError((outgoing) => withHeader(outgoing, "content-type", "application/problem+xml"), {
        operations: ["listPremiums"],
      }),
    ],
    "bad-fields-announced-as-html": [
      "A 422 of the CRM is announced as HTML",
      onCrmStatus([422], (outgoing) => withHeader(outgoing, "content-type", "text/html")),
    ],
    "spent-hours-of-writes-announced-as-text": [
      "A 429 for a note is in the envelope and announced as plain text",
      onCrmStatus([429], (outgoing) => withHeader(outgoing, "content-type", "text/plain"), [
        "replaceContactNote",
      ]),
    ],
    "queries-with-a-charset-are-no-json": [
      "A query whose media type has a charset is refused",
      charsetRefused(["queryGifts"], () => problem(400, "The body is no JSON.")),
    ],
    "notes-with-a-charset-are-no-json": [
      "A note whose media type has a charset is refused",
      charsetRefused(["replaceContactNote"], () => crmError(400, "BAD_REQUEST", "The body is no JSON.")),
    ],
    "groups-with-a-charset-are-no-json": [
      "An update of a group whose media type has a charset is refused",
      charsetRefused(["updateGroup"], () => json(415, { message: "Send JSON." })),
    ],
    "users-announced-as-html-after-a-write": [
      "Once something was written, the list of users is announced as HTML",
      afterWrites(["listUsers"], ["updateGroup"], (outgoing) =>
        withHeader(outgoing, "content-type", "text/html"),
      ),
    ],
    "ages-that-are-not-numbers": [
      "An age that cannot be computed is written as NaN, which no JSON parser reads",
      onAnswer("getContactByReference", (outgoing) =>
        isSuccess(outgoing)
          ? { ...outgoing, body: outgoing.body.replace(/"approximateAge":\d+/, '"approximateAge":NaN') }
          : outgoing,
      ),
    ],
    "notes-are-json-of-one-line": [
      "A note whose JSON has several lines is refused",
      refusingWriting(["replaceContactNote"], isOfLines, () =>
        crmError(400, "BAD_REQUEST", "The body is not JSON."),
      ),
    ],
    "gift-queries-are-json-of-one-line": [
      "A query of gifts whose JSON has several lines is refused",
      refusingWriting(["queryGifts"], isOfLines, () => problem(400, "The body is not JSON.")),
    ],
    "segments-are-json-in-one-order": [
      "A segment whose id is not the first property is refused",
      refusingWriting(
        ["replaceSegment"],
        (body) => Object.keys(objectOf(parse(body))).indexOf("id") > 0,
        () => problem(400, "The body has no id."),
      ),
    ],
    "groups-are-json-of-one-line": [
      "A group whose JSON has several lines is refused",
      refusingWriting(["updateGroup"], isOfLines, () => json(415, { message: "The body is not JSON." })),
    ],
  },
});
