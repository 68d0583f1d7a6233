import { faultsOf } from "./fault.ts";
import { crmError, parse } from "./support/answers.ts";
import { configuredValue, type Who } from "./support/credentials.ts";
import { property } from "./support/edit.ts";
import { leniently } from "./support/requests.ts";
import { type Ask, onAnswer, onRequest, onSent } from "./support/rows.ts";

const writes = ["replaceContactNote", "addEventContact"] as const;

const unreadable = "The body cannot be read.";

/** Reads an unparsable body as an empty object. */
const asEmpty: Ask = (incoming) => ({ ...incoming, body: "{}" });

const isMalformed: Who = ({ body }) => parse(body) === undefined;

export const faults = faultsOf("CRM-45", {
  gross: {
    "malformed-bodies-fail-validation": [
      "JSON that does not parse gets 422",
      onAnswer(writes, crmError(422, unreadable), 400),
    ],
  },
  structural: {
    "malformed-notes-crash": [
      "JSON that does not parse gets 500 from the replacement of a note",
      onAnswer("replaceContactNote", crmError(500, unreadable), 400),
    ],
    "missing-individuals-are-bad-requests": [
      "A missing contactIndividualId gets 400",
      onAnswer("addEventContact", crmError(400, "A field is missing."), 422),
    ],
    "missing-individuals-are-not-found": [
      "A missing contactIndividualId counts as 0 and gets 404",
      onAnswer("addEventContact", crmError(404, "There is no such individual."), 422),
    ],
    "malformed-event-contacts-are-unprocessable": [
      "JSON that does not parse breaks a rule of the one POST",
      onAnswer(
        "addEventContact",
        (outgoing) => ({
          ...outgoing,
          status: 422,
          body: outgoing.body.replace("BAD_REQUEST", "VALIDATION_FAILED"),
        }),
        400,
      ),
    ],
  },
  behavioural: {
    "malformed-notes-are-empty-notes": [
      "JSON that does not parse replaces the note by an empty one",
      onRequest("replaceContactNote", asEmpty, isMalformed),
    ],
    "malformed-event-contacts-miss-a-field": [
      "JSON that does not parse counts as an empty object, of which a field is missing",
      onRequest("addEventContact", asEmpty, isMalformed),
    ],
    "missing-individuals-are-made-up": [
      "Without contactIndividualId a default individual is added to the event",
      onSent("addEventContact", (body, _incoming, here) => ({
        contactIndividualId:
          property(body, "contactIndividualId") ??
          configuredValue(here, "crm", "scratch/contactIndividualId"),
      })),
    ],
    "single-quotes-are-read": [
      "JSON is read with single quotes, too",
      onRequest(writes, leniently(/'/g, '"')),
    ],
    "notes-may-be-nothing": [
      "A note replaced by nothing at all is answered 200",
      onRequest("replaceContactNote", (incoming, here) => ({
        ...incoming,
        body:
          incoming.body === ""
            ? JSON.stringify({ type: configuredValue(here, "crm", "scratch/noteType") })
            : incoming.body,
      })),
    ],
  },
});
