import { defineFault, type Fault } from "./fault.ts";
import { crmError, empty } from "./support/answers.ts";
import { edit, property } from "./support/edit.ts";
import { onAnswer, onRequestBody, onSuccess } from "./support/wrappers.ts";

const add = "addEventContact";

export const faults: readonly Fault[] = [
  defineFault({
    id: "event-contacts-are-not-served",
    fact: "CRM-24",
    grade: "gross",
    title: "Adding an individual to an event leads nowhere",
    wrap: onAnswer(add, (outgoing) =>
      outgoing.status === 200 ? crmError(404, "NOT_FOUND", "There is nothing at this address.") : outgoing,
    ),
  }),
  defineFault({
    id: "event-contacts-are-all-answered",
    fact: "CRM-24",
    grade: "gross",
    title: "Adding an individual to an event answers an array of all its contacts",
    drags: { "CRM-07": "An array stands where an EventContact is stated." },
    wrap: onSuccess(add, (body) => [body]),
  }),
  defineFault({
    id: "adding-an-event-contact-answers-created",
    fact: "CRM-24",
    grade: "structural",
    title: "Adding an individual to an event is answered 201",
    wrap: onAnswer(add, (outgoing) => (outgoing.status === 200 ? { ...outgoing, status: 201 } : outgoing)),
  }),
  defineFault({
    id: "adding-an-event-contact-answers-nothing",
    fact: "CRM-24",
    grade: "structural",
    title: "Adding an individual to an event is answered 200 with an empty body",
    wrap: onAnswer(add, (outgoing) => (outgoing.status === 200 ? empty(200) : outgoing)),
  }),
  defineFault({
    id: "event-contact-names-the-organizers-contact",
    fact: "CRM-24",
    grade: "behavioural",
    title: "An event contact tells the contact of whoever organizes the event already",
    wrap: onSuccess(add, (body) => edit(body, "contactId", (id) => Number(id) + 1)),
  }),
  defineFault({
    id: "event-contact-is-called-by-the-last-name",
    fact: "CRM-24",
    grade: "behavioural",
    title: "firstName and last name are swapped",
    wrap: onSuccess(add, (body) =>
      edit(body, "firstName", (_, holder) => String(property(holder, "displayName")).split(" ").at(-1)),
    ),
  }),
  defineFault({
    id: "the-next-individual-is-added",
    fact: "CRM-24",
    grade: "behavioural",
    title: "Another individual than the one asked for is added to the event",
    drags: { "CRM-14": "The avatar is that of the individual who was added." },
    wrap: onRequestBody(add, (body) => edit(body, "contactIndividualId", (id) => Number(id) + 1)),
  }),
];
