import type { OperationId } from "../generated/operations.ts";
import { type Fault, faultsOf, type FaultEnvironment, type FaultAnswer } from "./fault.ts";
import {
  attaching,
  disclosing,
  heading,
  openingThePrivate,
  quoting,
  recalling,
} from "./support/admission.ts";
import { parse, withJson } from "./support/answers.ts";
import { justCreated } from "./support/created.ts";
import {
  asMain,
  asOther,
  bearerOf,
  configuredValue,
  isAdmitted,
  isOther,
  namesOwn,
  type Who,
} from "./support/credentials.ts";
import { asArray, objectOf, property, put } from "./support/edit.ts";
import { askingForOwn, at, leavesOut, sentBody } from "./support/requests.ts";
import { admitting, again, also, failed, onAnswer, onRequest, type TimedRule } from "./support/rows.ts";
import { address, from, fromCache, cachedBy } from "./support/rules.ts";

const note = "replaceContactNote";

/** Finds the other organization's records for the main one. */
const finding = (of: OperationId, ...when: readonly TimedRule[]): Fault["wrap"] =>
  onAnswer(of, again(asOther), 404, isAdmitted, ...when);

/** Finds the main organization's records for the other one. */
const foundByOther = (of: OperationId, ...when: readonly TimedRule[]): Fault["wrap"] =>
  onAnswer(of, again(asMain), 404, isOther, ...when);

/** Lets the other organization act as the main one. */
const actingAsMain = (of: OperationId, ...when: readonly Who[]): Fault["wrap"] =>
  admitting(of, isOther, ...when);

const otherEvent = (here: FaultEnvironment): string =>
  String(configuredValue(here, "crm", "scratch/otherOrganizationEventId"));

const otherIndividual = (here: FaultEnvironment): unknown =>
  configuredValue(here, "crm", "scratch/otherOrganizationContactIndividualId");

/**
 * If the main key's request is refused, repeats it for the other organization, with that one's event and individual.
 */
const atOther = (isMeant: Who): Fault["wrap"] =>
  onAnswer(
    "addEventContact",
    again((incoming, here) => ({
      ...at(() => `/crm/api/Event/${otherEvent(here)}/Contacts`)(asOther(incoming, here), here),
      body: JSON.stringify({ contactIndividualId: otherIndividual(here) }),
      path: { eventId: otherEvent(here) },
    })),
    failed,
    isAdmitted,
    isMeant,
  );

const avatar = "The avatar is that of the individual who was added in place of the one asked for.";

const dataOf = ({ body }: FaultAnswer): readonly unknown[] => asArray(property(parse(body), "data"));

export const faults = faultsOf("GEN-05", {
  gross: {
    "contacts-are-found-by-id-alone": [
      "A contact is looked up without regard to the organization",
      finding("getContact"),
    ],
  },
  structural: {
    "contacts-are-open-to-the-other-organization": [
      "The first organization's contacts are open to the second, not the other way round",
      foundByOther("getContact"),
    ],
    "webhooks-are-found-by-id-alone": [
      "A webhook, secret and all, is looked up without regard to the organization",
      finding("getWebhook"),
    ],
    "volunteers-are-found-by-id-alone": [
      "A volunteer user is looked up without regard to the organization",
      finding("getUser"),
    ],
    "volunteers-are-open-to-the-other-organization": [
      "The first organization's volunteers are open to the second",
      foundByOther("getUser"),
    ],
    "notes-are-replaced-by-other-organizations": [
      "Another organization's key replaces a note, though it cannot read one",
      actingAsMain(note),
    ],
    "groups-are-updated-by-other-organizations": [
      "Another organization's token updates a group",
      actingAsMain("updateGroup"),
    ],
  },
  behavioural: {
    "a-cache-of-webhooks-forgets-the-organization": [
      "A webhook that was read once is shown to another organization",
      cachedBy("getWebhook", address, bearerOf("apiKey", "otherOrganizationApiKey")),
    ],
    "a-cache-of-users-forgets-the-organization": [
      "A user that was read once is shown to another organization",
      cachedBy("getUser", address, bearerOf("token", "otherOrganizationToken")),
    ],
    "notes-are-replaced-by-id-alone": [
      "A note of another organization can be replaced, and is answered",
      finding(note),
    ],
    "contact-cache-forgets-the-organization": [
      "A contact that one organization has read is served to the other out of a cache",
      fromCache("getContact", isOther, isAdmitted, 404),
    ],
    "groups-of-others-are-updated-by-id-alone": [
      "A group of another organization is updated by its id alone",
      finding("updateGroup"),
    ],
    "projects-are-updated-by-other-organizations": [
      "Another organization's token updates a project",
      actingAsMain("updateProject"),
    ],
    "members-are-set-by-other-organizations": [
      "Another organization's token sets the members of a group",
      actingAsMain("setGroupMembers"),
    ],
    "other-organizations-are-refused-and-obeyed": [
      "Another organization's token is answered 404 after it has set the members",
      onAnswer("setGroupMembers", also(asMain), 404, isOther),
    ],
    "members-of-others-are-set-by-id-alone": [
      "Members of another organization's group are set by its id alone",
      finding("setGroupMembers"),
    ],
    "users-of-others-become-members": [
      "A user of another organization is taken as a member",
      (next, here) => {
        const foreign = configuredValue(here, "volunteer", "scratch/otherOrganizationMemberId");
        const guests = new Map<string, readonly unknown[]>();
        return async (incoming) => {
          const path = incoming.url.pathname;
          const sent = sentBody(incoming);
          const { members } = sent;
          if (incoming.operation === "setGroupMembers" && Array.isArray(members)) {
            const rest = members.filter((id) => id !== foreign);
            guests.set(path, rest.length < members.length ? [{ id: foreign, type: "user" }] : []);
            return next({ ...incoming, body: JSON.stringify({ ...sent, members: rest }) });
          }
          const outgoing = await next(incoming);
          const added = guests.get(path) ?? [];
          return incoming.method === "GET" && added.length > 0
            ? withJson(outgoing, put(parse(outgoing.body), "data", [...dataOf(outgoing), ...added]))
            : outgoing;
        };
      },
    ],
    "new-users-are-open-to-everybody": [
      "A user who was just created is found by its id alone, whoever asks",
      foundByOther("getUser", justCreated()),
    ],
    "users-created-elsewhere-are-open-here": [
      "A user whom another organization has just created is found by the first one",
      finding("getUser", justCreated(isOther)),
    ],
    "the-user-list-is-cached-for-everybody": [
      "The list of users is cached without regard to the token",
      cachedBy(
        "listUsers",
        address,
        (incoming, here) => isAdmitted(incoming, here) || isOther(incoming, here),
      ),
    ],
    "individuals-of-others-join-events": [
      "An individual of another organization is added to an event, and shown",
      atOther(({ body }, here) => property(parse(body), "contactIndividualId") === otherIndividual(here)),
    ],
    "events-of-others-take-contacts": [
      "An event of another organization takes contacts by its id alone",
      atOther(({ path }, here) => path["eventId"] === otherEvent(here)),
      { alsoBreaks: { "CRM-14": avatar } },
    ],
    "other-organizations-add-to-events": [
      "Another organization's key adds its own individual to an event",
      onRequest(
        "addEventContact",
        (incoming, here) => {
          const contactIndividualId = configuredValue(here, "crm", "scratch/contactIndividualId");
          return { ...asMain(incoming, here), body: JSON.stringify({ contactIndividualId }) };
        },
        isOther,
      ),
      { alsoBreaks: { "CRM-14": avatar } },
    ],
    "missing-contacts-are-named-to-other-organizations": [
      "The 404 of a contact names it to another organization",
      disclosing("getContact", isOther, quoting("error/message", "name")),
    ],
    "missing-webhooks-come-with-the-refusal": [
      "The 404 of another organization's webhook carries the webhook, secret and all",
      disclosing("getWebhook", isAdmitted, attaching("webhook"), asOther),
    ],
    "refused-replacements-quote-the-note": [
      "The refusal to replace another organization's note says who made it",
      recalling(note, isOther, quoting("error/message", "createdByUser")),
    ],
    "missing-users-are-named-to-other-organizations": [
      "The 404 of a user names the e-mail address to another organization",
      disclosing("getUser", isOther, quoting("message", "data/email")),
    ],
    "refused-groups-come-with-the-refusal": [
      "The refusal to update another organization's group, or its members, carries the group",
      recalling(["updateGroup", "setGroupMembers"], isOther, attaching("group")),
    ],
    "missing-users-are-named-in-a-header": [
      "The 404 of another organization's user has the telephone number in a header",
      disclosing("getUser", isAdmitted, heading("x-record", "data/phone"), asOther),
    ],
    "the-user-list-ends-with-a-stranger": [
      "The last user of a page is one of another organization",
      onAnswer(
        "listUsers",
        async (outgoing, incoming, here) => {
          const [guest] = dataOf(await here.next(asOther(incoming, here)));
          return withJson(
            outgoing,
            put(parse(outgoing.body), "data", [...dataOf(outgoing).slice(0, -1), guest]),
          );
        },
        isAdmitted,
      ),
      {
        alsoBreaks: {
          "VOL-01": "A user who was created is no longer the last of the list.",
          "VOL-02": "The user who is listed cannot be read.",
        },
      },
    ],
    "contacts-hold-contacts-of-another-organization": [
      "A contact holds one of another organization as its parent",
      onAnswer(
        "getContact",
        async (outgoing, incoming, here) => {
          const ask = askingForOwn("records/otherOrganizationContactId");
          const other = await here.next(ask(asOther(incoming, here), here));
          const { id, name } = objectOf(parse(other.body));
          return withJson(outgoing, put(parse(outgoing.body), "parent", { id, name }));
        },
        isAdmitted,
      ),
    ],
    "private-contacts-are-open-to-other-organizations": [
      "A private contact is looked up without regard to the organization",
      openingThePrivate(isOther),
    ],
    "notes-are-replaced-in-part-by-other-organizations": [
      "Whose a note is is asked only of a body with a date, so another organization's key replaces it in part",
      actingAsMain(note, leavesOut("noteDateTime"), namesOwn("noteId", "scratch/noteId")),
    ],
    "contacts-of-others-are-found-in-the-end": [
      "Whoever asks for another organization's contact often enough is shown it",
      finding("getContact", from(3, address)),
    ],
    "users-of-others-are-found-in-the-end": [
      "Whoever asks for another organization's user often enough is shown the user",
      finding("getUser", from(3, address)),
    ],
    "groups-are-read-by-anybody": [
      "A group is read by its number, whoever asks",
      onRequest(
        ({ method, url }) => method === "GET" && /\/groups\/\d+$/.test(url.pathname),
        asMain,
        isOther,
      ),
    ],
    "members-are-read-by-anybody": [
      "The members of a group are read by its number, whoever asks",
      onRequest(({ method, url }) => method === "GET" && url.pathname.endsWith("/members"), asMain, isOther),
    ],
    "users-are-created-in-the-main-organization": [
      "Whoever creates a user creates it in one organization",
      onRequest("createUser", asMain, isOther),
    ],
  },
});
