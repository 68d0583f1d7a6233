import { afterwards, afterwardsRead, isTaken } from "./support/over-time.ts";
import { faultsOf, type Outgoing } from "./fault.ts";
import { crmError, empty } from "./support/answers.ts";
import { edit, property } from "./support/edit.ts";
import { onAnswer, onRequestBody, onSuccess, parse, withJson } from "./support/wrappers.ts";

const add = "addEventContact";

export const faults = faultsOf("CRM-24", {
  gross: {
    "event-contacts-are-not-served": [
      "Adding an individual to an event points to nothing",
      onAnswer(add, (outgoing) =>
        outgoing.status === 200 ? crmError(404, "NOT_FOUND", "There is nothing at this address.") : outgoing,
      ),
    ],
    "event-contacts-are-all-answered": [
      "Adding an individual to an event answers an array of all its contacts",
      onSuccess(add, (body) => [body]),
      { alsoBreaks: { "CRM-07": "The body is an array, not an EventContact." } },
    ],
  },
  structural: {
    "adding-an-event-contact-answers-created": [
      "Adding an individual to an event is answered 201",
      onAnswer(add, (outgoing) => (outgoing.status === 200 ? { ...outgoing, status: 201 } : outgoing)),
    ],
    "adding-an-event-contact-answers-nothing": [
      "Adding an individual to an event is answered 200 with an empty body",
      onAnswer(add, (outgoing) => (outgoing.status === 200 ? empty(200) : outgoing)),
    ],
  },
  behavioural: {
    "the-same-addition-again-names-the-next-contact": [
      "An individual who is on the event already is answered with the contact of somebody else",
      (next) => {
        let first: Outgoing | undefined;
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== add) return outgoing;
          if (isTaken(outgoing)) first = outgoing;
          return outgoing.status === 409 && first !== undefined
            ? withJson(
                first,
                edit(parse(first.body), "contactId", (id) => Number(id) + 1),
              )
            : outgoing;
        };
      },
    ],
    "an-addition-after-a-malformed-one-is-of-the-next-individual": [
      "After malformed JSON the next individual is added",
      afterwardsRead(
        (incoming, { status }) => incoming.operation === add && status === 400,
        [add],
        (body) => ({
          ...body,
          contactIndividualId: Number(body["contactIndividualId"]) + 1,
        }),
      ),
      { alsoBreaks: { "CRM-14": "The avatar is that of the individual who was added." } },
    ],
    "added-individuals-leave-their-contact": [
      "An individual who is added to an event for the second time is no part of the contact any more",
      afterwards(
        (incoming, { status }) => incoming.operation === add && status === 409,
        ["getContact"],
        (outgoing) =>
          withJson(
            outgoing,
            edit(parse(outgoing.body), "contactIndividuals", (all) =>
              Array.isArray(all) ? all.slice(1) : all,
            ),
          ),
        true,
      ),
    ],
    "of-two-additions-at-once-neither-is-taken": [
      "Two additions of one individual that overlap are both taken for the second one",
      (next) => {
        let underWay = 0;
        return async (incoming) => {
          if (incoming.operation !== add) return next(incoming);
          underWay += 1;
          await new Promise((resolve) => setImmediate(resolve));
          const isAlone = underWay === 1;
          const outgoing = await next(incoming);
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return isAlone || !isTaken(outgoing) ? outgoing : crmError(409, "CONFLICT", "Already added.");
        };
      },
    ],
    "event-contacts-are-accepted-for-later": [
      "Adding an individual is answered with 202 and the event contact",
      onAnswer("addEventContact", (outgoing) =>
        outgoing.status === 200 ? { ...outgoing, status: 202 } : outgoing,
      ),
    ],
    "event-contact-names-the-organizers-contact": [
      "An event contact has the contact of the event's existing organizer",
      onSuccess(add, (body) => edit(body, "contactId", (id) => Number(id) + 1)),
    ],
    "event-contact-is-called-by-the-last-name": [
      "firstName and last name are swapped",
      onSuccess(add, (body) =>
        edit(body, "firstName", (_, holder) => String(property(holder, "displayName")).split(" ").at(-1)),
      ),
    ],
    "the-next-individual-is-added": [
      "Another individual than the one asked for is added to the event",
      onRequestBody(add, (body) => edit(body, "contactIndividualId", (id) => Number(id) + 1)),
      { alsoBreaks: { "CRM-14": "The avatar is that of the individual who was added." } },
    ],
  },
});
