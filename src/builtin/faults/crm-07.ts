import { faultsOf } from "./fault.ts";
import { inPascalCase, property, respelled, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const eventContact = "addEventContact";

export const faults = faultsOf("CRM-07", {
  gross: {
    "event-contact-in-pascal-case": [
      "An event contact's properties are spelt in PascalCase",
      onBody(eventContact, respelled("", inPascalCase)),
    ],
    "event-contact-in-an-envelope": [
      "An event contact is wrapped in eventContact",
      onBody(eventContact, (body) => ({ eventContact: body })),
    ],
  },
  structural: {
    "event-contact-names-ids-as-text": [
      "contactId of an event contact is a string",
      onField(eventContact, "contactId", String),
    ],
    "event-contact-without-its-own-link": [
      "eventContactUrl is missing",
      onBody(eventContact, droppingPaths("eventContactUrl")),
    ],
    "event-contact-without-an-editor": [
      "modifiedByUser is null as long as nobody has modified the event contact",
      onField(eventContact, "modifiedByUser", null),
    ],
    "event-contact-phone-in-parts": [
      "primaryPhone is the whole contact method",
      onField(eventContact, "primaryPhone", (value) => ({ type: "Phone", value })),
    ],
  },
  behavioural: {
    "event-contact-name-only-if-it-differs": [
      "displayName is left out where it begins with the first name",
      onField(eventContact, "displayName", (name, holder) =>
        String(name).startsWith(String(property(holder, "firstName"))) ? undefined : name,
      ),
    ],
  },
});
