import { faultsOf, type FaultAnswer } from "./fault.ts";
import { crmError, empty, isGoodAnswer, parse, withJson } from "./support/answers.ts";
import { sends } from "./support/requests.ts";
import { isAdmitted } from "./support/credentials.ts";
import { enlarged, property, set } from "./support/edit.ts";
import { onAnswer, onBody, onField, onSentField, status } from "./support/rows.ts";
import { aMoment, cachedBy, everAfter, every, onNextSent } from "./support/rules.ts";

const add = "addEventContact";

export const faults = faultsOf("CRM-24", {
  gross: {
    "event-contacts-are-not-served": [
      "Adding an individual to an event points to nothing",
      onAnswer(add, crmError(404, "There is nothing at this address."), 200),
    ],
    "event-contacts-are-all-answered": [
      "Adding an individual to an event answers an array of all its contacts",
      onBody(add, (body) => [body]),
      { alsoBreaks: { "CRM-07": "The body is an array, not an EventContact." } },
    ],
  },
  structural: {
    "adding-an-event-contact-answers-created": [
      "Adding an individual to an event is answered 201",
      onAnswer(add, status(201), 200),
    ],
    "adding-an-event-contact-answers-nothing": [
      "Adding an individual to an event is answered 200 with an empty body",
      onAnswer(add, empty(200), 200),
    ],
  },
  behavioural: {
    "the-same-addition-again-names-the-next-contact": [
      "An individual who is on the event already is answered with the contact of somebody else",
      (next) => {
        let first: FaultAnswer | undefined;
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== add) return outgoing;
          if (isGoodAnswer(outgoing)) first ??= outgoing;
          return outgoing.status === 409 && first !== undefined
            ? withJson(first, set("contactId", enlarged(1))(parse(first.body)))
            : outgoing;
        };
      },
    ],
    "an-addition-after-a-malformed-one-is-of-the-next-individual": [
      "After malformed JSON the next individual is added",
      onNextSent(add, 400, (body) => ({
        ...body,
        contactIndividualId: Number(body["contactIndividualId"]) + 1,
      })),
      { alsoBreaks: { "CRM-14": "The avatar is that of the individual who was added." } },
    ],
    "added-individuals-leave-their-contact": [
      "An individual who is added to an event for the second time is no part of the contact any more",
      onField(
        "getContact",
        "contactIndividuals",
        (all) => (Array.isArray(all) ? all.slice(1) : all),
        everAfter(add, 409),
      ),
    ],
    "of-two-additions-at-once-neither-is-taken": [
      "Two additions of one individual that overlap are both taken for the second one",
      (next) => {
        let underWay = 0;
        return async (incoming) => {
          if (incoming.operation !== add) return next(incoming);
          underWay += 1;
          await aMoment();
          const isAlone = underWay === 1;
          const outgoing = await next(incoming);
          await aMoment();
          underWay -= 1;
          return isAlone || !isGoodAnswer(outgoing) ? outgoing : crmError(409, "Already added.");
        };
      },
    ],
    "every-third-event-contact-has-no-link": [
      "Every third event contact is answered with an empty contactUrl",
      onField(add, "contactUrl", "", every(3)),
    ],
    "event-contacts-are-accepted-for-later": [
      "Adding an individual is answered with 202 and the event contact",
      onAnswer("addEventContact", status(202), 200),
    ],
    "event-contact-names-the-organizers-contact": [
      "An event contact has the contact of the event's existing organizer",
      onField(add, "contactId", enlarged(1)),
    ],
    "event-contact-is-called-by-the-last-name": [
      "firstName and last name are swapped",
      onField(add, "firstName", (_, holder) => String(property(holder, "displayName")).split(" ").at(-1)),
    ],
    "the-next-individual-is-added": [
      "Another individual than the one asked for is added to the event",
      onSentField(add, "contactIndividualId", (id) => (typeof id === "number" ? id + 1 : id)),
      { alsoBreaks: { "CRM-14": "The avatar is that of the individual who was added." } },
    ],
    "a-second-individual-is-answered-as-the-first": [
      "The answer to an addition is kept for the event, and given again for any individual",
      cachedBy(
        add,
        ({ url }) => url.pathname,
        (...asked) =>
          isAdmitted(...asked) && sends(({ contactIndividualId: id }) => typeof id === "number")(...asked),
      ),
      { alsoBreaks: { "CRM-14": "The avatar is the first individual's." } },
    ],
  },
});
