import { faultsOf, type Fault, type Outgoing } from "./fault.ts";
import { crmError, isSuccess } from "./support/answers.ts";
import { contactReads } from "./support/contacts.ts";
import { asMain, bears, configured } from "./support/credentials.ts";
import { edit, property } from "./support/edit.ts";
import { onSuccess, parse, withJson } from "./support/wrappers.ts";
import { attaching, bearing, disclosing, quoting } from "./support/disclosing.ts";

const isPrivate = ({ body }: Outgoing): boolean => property(parse(body), "isPrivate") === true;

/** Asks again with all rights where a key may not see private contacts, and lets `show` make the answer. */
const showing =
  (show: (outgoing: Outgoing) => Outgoing): Fault["wrap"] =>
  (next, surroundings) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const isKept = incoming.operation === "getContact" && !isSuccess(outgoing);
    if (!isKept || !bears(incoming, surroundings, "crm", "noPrivateApiKey")) return outgoing;
    const found = await next(asMain(incoming, surroundings, "crm"));
    return isSuccess(found) && isPrivate(found) ? show(found) : outgoing;
  };

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
        const shown = ["id", "name", "isPrivate"].map(
          (name) => [name, property(parse(found.body), name)] as const,
        );
        return withJson(found, Object.fromEntries(shown));
      }),
    ],
  },
  behavioural: {
    "private-contacts-come-out-of-a-cache": [
      "A private contact is shown to every key once a permitted one has read it",
      (next, surroundings) => {
        const cache = new Map<string, Outgoing>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== "getContact") return outgoing;
          const { href } = incoming.url;
          if (isSuccess(outgoing)) cache.set(href, outgoing);
          return bears(incoming, surroundings, "crm", "noPrivateApiKey")
            ? (cache.get(href) ?? outgoing)
            : outgoing;
        };
      },
    ],
    "privacy-is-read-the-wrong-way-round": [
      "A key without the right sees private contacts, and none but those",
      (next, surroundings) => async (incoming) => {
        if (incoming.operation !== "getContact" || !bears(incoming, surroundings, "crm", "noPrivateApiKey"))
          return next(incoming);
        const found = await next(asMain(incoming, surroundings, "crm"));
        return isSuccess(found) && !isPrivate(found)
          ? crmError(404, "NOT_FOUND", "There is no such contact.")
          : found;
      },
    ],
    "contacts-never-say-that-they-are-private": [
      "isPrivate is false even of the contacts that are hidden",
      onSuccess(contactReads, (body) => edit(body, "isPrivate", () => false)),
    ],
    "every-contact-says-that-it-is-private": [
      "isPrivate is true even of the contacts that everybody sees",
      (next, surroundings) =>
        onSuccess("getContact", (body, incoming) =>
          incoming.path["contactId"] === String(configured(surroundings, "crm", "records/contactId"))
            ? edit(body, "isPrivate", () => true)
            : body,
        )(next, surroundings),
    ],
    "missing-contacts-are-named-though-private": [
      "The 404 of a private contact says what it is called",
      disclosing(
        { of: ["getContact"], to: bearing("crm", "noPrivateApiKey"), interface: "crm", owner: "apiKey" },
        quoting("error/message", "name"),
      ),
    ],
    "missing-contacts-are-quoted-in-the-details": [
      "The refusal of a private contact has its informal name as the field that fails",
      disclosing(
        { of: ["getContact"], to: bearing("crm", "noPrivateApiKey"), interface: "crm", owner: "apiKey" },
        (refusal, contact) =>
          withJson(
            refusal,
            edit(parse(refusal.body), "error/details", () => [
              { field: "contactId", code: "PRIVATE", message: String(property(contact, "informalName")) },
            ]),
          ),
      ),
    ],
    "limited-keys-are-shown-the-private-contact": [
      "The 403 of a private contact carries the contact, of any other it does not",
      disclosing(
        { of: ["getContact"], to: bearing("crm", "limitedApiKey"), interface: "crm", owner: "apiKey" },
        (refusal, contact) =>
          property(contact, "isPrivate") === true ? attaching("contact")(refusal, contact) : refusal,
      ),
      { alsoBreaks: { "CRM-39": "Ordinary contacts hold some of its values as well." } },
    ],
    "ordinary-contacts-hold-private-individuals": [
      "A contact that everybody may read holds the individuals of a private one",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        const isMeant =
          incoming.operation === "getContact" &&
          isSuccess(outgoing) &&
          bears(incoming, surroundings, "crm", "noPrivateApiKey");
        if (!isMeant) return outgoing;
        const contactId = String(configured(surroundings, "crm", "records/privateContactId"));
        const url = new URL(`/crm/api/Contact/${contactId}`, incoming.url);
        const hidden = await next({ ...asMain(incoming, surroundings, "crm"), url, path: { contactId } });
        return withJson(
          outgoing,
          edit(parse(outgoing.body), "contactIndividuals", () =>
            property(parse(hidden.body), "contactIndividuals"),
          ),
        );
      },
    ],
  },
});
