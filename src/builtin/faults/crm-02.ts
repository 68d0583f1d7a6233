import { type Fault, faultsOf, type FaultAnswer } from "./fault.ts";
import { attaching, disclosing, quoting } from "./support/admission.ts";
import { crmError, isGoodAnswer, parse, withJson } from "./support/answers.ts";
import { asMain, bearerOf, namesOwn } from "./support/credentials.ts";
import { objectOf, property, put } from "./support/edit.ts";
import { failed, instead, onAnswer, onField } from "./support/rows.ts";
import { contactReads } from "./support/names.ts";
import { askingForOwn } from "./support/requests.ts";
import { fromCache } from "./support/rules.ts";

const isPrivate = ({ body }: FaultAnswer): boolean => property(parse(body), "isPrivate") === true;

const isBarred = bearerOf("noPrivateApiKey");

/** Repeats the request with all rights for a key that may not see private contacts; `show` makes the answer. */
const showing = (show: (found: FaultAnswer) => FaultAnswer): Fault["wrap"] =>
  onAnswer(
    "getContact",
    async (outgoing, incoming, here) => {
      const found = await here.next(asMain(incoming, here));
      return isGoodAnswer(found) && isPrivate(found) ? show(found) : outgoing;
    },
    failed,
    isBarred,
  );

export const faults = faultsOf("CRM-02", {
  gross: {
    "private-contacts-are-shown": [
      "A private contact is shown to every key of the organization",
      showing((found) => found),
    ],
  },
  structural: {
    "private-contacts-are-shown-without-amounts": [
      "A private contact is shown to every key, only what it gave is left out",
      showing((found) => {
        const { id, name, isPrivate } = objectOf(parse(found.body));
        return withJson(found, { id, name, isPrivate });
      }),
    ],
  },
  behavioural: {
    "private-contacts-come-out-of-a-cache": [
      "A private contact is shown to every key once a permitted one has read it",
      fromCache("getContact", isBarred),
    ],
    "privacy-is-read-the-wrong-way-round": [
      "A key without the right sees private contacts, and none but those",
      instead(
        "getContact",
        async (incoming, here) => {
          const found = await here.next(asMain(incoming, here));
          return isGoodAnswer(found) && !isPrivate(found)
            ? crmError(404, "There is no such contact.")
            : found;
        },
        isBarred,
      ),
    ],
    "contacts-never-say-that-they-are-private": [
      "isPrivate is false even of the contacts that are hidden",
      onField(contactReads, "isPrivate", false),
    ],
    "every-contact-says-that-it-is-private": [
      "isPrivate is true even of the contacts that everybody sees",
      onField("getContact", "isPrivate", true, namesOwn("contactId", "records/contactId")),
    ],
    "missing-contacts-are-named-though-private": [
      "The 404 of a private contact says what it is called",
      disclosing("getContact", isBarred, quoting("error/message", "name")),
    ],
    "missing-contacts-are-quoted-in-the-details": [
      "The refusal of a private contact has its informal name as the field that fails",
      disclosing("getContact", isBarred, (refusal, contact) => {
        const message = String(property(contact, "informalName"));
        const details = [{ field: "contactId", code: "PRIVATE", message }];
        return withJson(refusal, put(parse(refusal.body), "error/details", details));
      }),
    ],
    "limited-keys-are-shown-the-private-contact": [
      "The 403 of a private contact carries the contact, of any other it does not",
      disclosing("getContact", bearerOf("limitedApiKey"), (refusal, contact) =>
        property(contact, "isPrivate") === true ? attaching("contact")(refusal, contact) : refusal,
      ),
      { alsoBreaks: { "CRM-39": "Ordinary contacts hold some of its values as well." } },
    ],
    "ordinary-contacts-hold-private-individuals": [
      "A contact that everybody may read holds the individuals of a private one",
      onAnswer(
        "getContact",
        async (outgoing, incoming, here) => {
          const ask = askingForOwn("records/privateContactId");
          const hidden = await here.next(ask(asMain(incoming, here), here));
          const individuals = property(parse(hidden.body), "contactIndividuals");
          return withJson(outgoing, put(parse(outgoing.body), "contactIndividuals", individuals));
        },
        isBarred,
      ),
    ],
  },
});
