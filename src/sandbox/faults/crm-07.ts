import { defineFault, type Fault } from "./fault.ts";
import { drop, edit, editAll, pascalCase, property, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const eventContact = "addEventContact";

export const faults: readonly Fault[] = [
  defineFault({
    id: "event-contact-in-pascal-case",
    fact: "CRM-07",
    grade: "gross",
    title: "An event contact's properties are spelt in PascalCase",
    wrap: onSuccess(eventContact, (body) => respell(body, "", pascalCase)),
  }),
  defineFault({
    id: "event-contact-in-an-envelope",
    fact: "CRM-07",
    grade: "gross",
    title: "An event contact is wrapped in eventContact",
    wrap: onSuccess(eventContact, (body) => ({ eventContact: body })),
  }),
  defineFault({
    id: "event-contact-names-ids-as-text",
    fact: "CRM-07",
    grade: "structural",
    title: "contactId of an event contact is a string",
    wrap: onSuccess(eventContact, (body) => edit(body, "contactId", String)),
  }),
  defineFault({
    id: "event-contact-without-its-own-link",
    fact: "CRM-07",
    grade: "structural",
    title: "eventContactUrl is missing",
    wrap: onSuccess(eventContact, (body) => drop(body, "eventContactUrl")),
  }),
  defineFault({
    id: "event-contact-without-an-editor",
    fact: "CRM-07",
    grade: "structural",
    title: "modifiedByUser is null as long as nobody has modified the event contact",
    wrap: onSuccess(eventContact, (body) => edit(body, "modifiedByUser", () => null)),
  }),
  defineFault({
    id: "event-contact-phone-in-parts",
    fact: "CRM-07",
    grade: "structural",
    title: "primaryPhone is the whole contact method",
    wrap: onSuccess(eventContact, (body) =>
      edit(body, "primaryPhone", (value) => ({ type: "Phone", value })),
    ),
  }),
  defineFault({
    id: "event-contact-name-only-if-it-differs",
    fact: "CRM-07",
    grade: "behavioural",
    title: "displayName is left out where it begins with the first name",
    wrap: onSuccess(eventContact, (body) =>
      editAll(body, ["displayName"], (name, holder) =>
        String(name).startsWith(String(property(holder, "firstName"))) ? undefined : name,
      ),
    ),
  }),
];
