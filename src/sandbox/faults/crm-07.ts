import { faultsOf } from "./fault.ts";
import { drop, edit, editAll, pascalCase, property, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const eventContact = "addEventContact";

export const faults = faultsOf("CRM-07", {
  gross: {
    "event-contact-in-pascal-case": [
      "An event contact's properties are spelt in PascalCase",
      onSuccess(eventContact, (body) => respell(body, "", pascalCase)),
    ],
    "event-contact-in-an-envelope": [
      "An event contact is wrapped in eventContact",
      onSuccess(eventContact, (body) => ({ eventContact: body })),
    ],
  },
  structural: {
    "event-contact-names-ids-as-text": [
      "contactId of an event contact is a string",
      onSuccess(eventContact, (body) => edit(body, "contactId", String)),
    ],
    "event-contact-without-its-own-link": [
      "eventContactUrl is missing",
      onSuccess(eventContact, (body) => drop(body, "eventContactUrl")),
    ],
    "event-contact-without-an-editor": [
      "modifiedByUser is null as long as nobody has modified the event contact",
      onSuccess(eventContact, (body) => edit(body, "modifiedByUser", () => null)),
    ],
    "event-contact-phone-in-parts": [
      "primaryPhone is the whole contact method",
      onSuccess(eventContact, (body) => edit(body, "primaryPhone", (value) => ({ type: "Phone", value }))),
    ],
  },
  behavioural: {
    "event-contact-name-only-if-it-differs": [
      "displayName is left out where it begins with the first name",
      onSuccess(eventContact, (body) =>
        editAll(body, ["displayName"], (name, holder) =>
          String(name).startsWith(String(property(holder, "firstName"))) ? undefined : name,
        ),
      ),
    ],
  },
});
