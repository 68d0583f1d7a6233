import type { OperationId } from "../../contract/generated/operations.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { mainCredentialKey } from "../../contract/interfaces.ts";
import { faultsOf, type Fault, type Incoming, type Outgoing } from "./fault.ts";
import { isSuccess } from "./support/answers.ts";
import { asBearer, bears, credential, asMain, configured } from "./support/credentials.ts";
import { objectOf, property } from "./support/edit.ts";
import { parse, withJson } from "./support/wrappers.ts";
import { keeping } from "./support/over-time.ts";
import {
  attaching,
  bearing,
  disclosing,
  heading,
  quoting,
  recalling,
  type Breach,
} from "./support/disclosing.ts";
import { openingThePrivate } from "./support/contacts.ts";

type Wrap = Fault["wrap"];

const otherNames: Readonly<Partial<Record<InterfaceName, string>>> = {
  crm: "otherOrganizationApiKey",
  volunteer: "otherOrganizationToken",
};

/** Looks a record up by its id alone: what a main or other key does not find is found by the opposite one. */
const findingAll =
  (name: InterfaceName, operation: OperationId, from: "main" | "other"): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    const main = name === "crm" ? "apiKey" : "token";
    const other = otherNames[name] ?? main;
    const [asked, opposite] = from === "main" ? [main, other] : [other, main];
    const outgoing = await next(incoming);
    const isMissed = incoming.operation === operation && outgoing.status === 404;
    return isMissed && bears(incoming, surroundings, name, asked)
      ? next(asBearer(incoming, credential(surroundings, name, opposite)))
      : outgoing;
  };

/** Finds what the main credential has missed so often at one address by the other organization's. */
const findingFrom =
  (first: number, name: InterfaceName, operation: OperationId): Wrap =>
  (next, surroundings) => {
    const missed = new Map<string, number>();
    return async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== operation || outgoing.status !== 404) return outgoing;
      if (!bears(incoming, surroundings, name, mainCredentialKey(name))) return outgoing;
      const count = (missed.get(incoming.url.href) ?? 0) + 1;
      missed.set(incoming.url.href, count);
      const other = credential(surroundings, name, otherNames[name] ?? "");
      return count < first ? outgoing : next(asBearer(incoming, other));
    };
  };

/** Takes another organization's credential for the main one. */
const actingAsMain =
  (name: InterfaceName, operation: OperationId, path: string): Wrap =>
  (next, surroundings) =>
  (incoming) =>
    next(
      incoming.operation === operation && bears(incoming, surroundings, name, path)
        ? asMain(incoming, surroundings, name)
        : incoming,
    );

/** Does at the other organization what the main key asks for and is refused: it adds that one's own individual. */
const atOther =
  (
    isMeant: (
      incoming: Incoming,
      scratch: { readonly event: unknown; readonly individual: unknown },
    ) => boolean,
  ): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    const [event, individual] = ["Event", "ContactIndividual"].map((what) =>
      configured(surroundings, "crm", `scratch/otherOrganization${what}Id`),
    );
    const outgoing = await next(incoming);
    const isRefused = incoming.operation === "addEventContact" && outgoing.status >= 400;
    if (
      !isRefused ||
      !bears(incoming, surroundings, "crm", "apiKey") ||
      !isMeant(incoming, { event, individual })
    )
      return outgoing;
    const url = new URL(`/crm/api/Event/${String(event)}/Contacts`, incoming.url);
    const body = JSON.stringify({ contactIndividualId: individual });
    return next({
      ...asBearer(incoming, credential(surroundings, "crm", "otherOrganizationApiKey")),
      url,
      body,
      path: { eventId: String(event) },
    });
  };

const avatar = "The avatar is that of the individual who was added in place of the one asked for.";

/** Keeps the answers of an operation by their address alone, for whichever of two organizations' credentials asked. */
const cachedForBoth =
  (operation: OperationId, name: InterfaceName, credentials: readonly string[]): Fault["wrap"] =>
  (next, surroundings) =>
    keeping(
      (incoming) =>
        incoming.operation === operation &&
        credentials.some((credential) => bears(incoming, surroundings, name, credential)),
      ({ url }) => url.href,
    )(next, surroundings);

/** What one organization's credential is refused, and the answer shows of the other one's record. */
const breach =
  (name: InterfaceName) =>
  (of: readonly OperationId[], stranger: string, owner: string): Breach => ({
    of,
    to: (incoming, surroundings) => bears(incoming, surroundings, name, stranger),
    interface: name,
    owner,
  });

const crmBreach = breach("crm");
const volunteerBreach = breach("volunteer");

const listAt = ({ body }: Outgoing, name: string): readonly unknown[] => {
  const list = property(parse(body), name);
  return Array.isArray(list) ? list : [];
};

export const faults = faultsOf("GEN-05", {
  gross: {
    "contacts-are-found-by-id-alone": [
      "A contact is looked up without regard to the organization",
      findingAll("crm", "getContact", "main"),
    ],
  },
  structural: {
    "contacts-are-open-to-the-other-organization": [
      "The first organization's contacts are open to the second, not the other way round",
      findingAll("crm", "getContact", "other"),
    ],
    "webhooks-are-found-by-id-alone": [
      "A webhook, secret and all, is looked up without regard to the organization",
      findingAll("crm", "getWebhook", "main"),
    ],
    "volunteers-are-found-by-id-alone": [
      "A volunteer user is looked up without regard to the organization",
      findingAll("volunteer", "getUser", "main"),
    ],
    "volunteers-are-open-to-the-other-organization": [
      "The first organization's volunteers are open to the second",
      findingAll("volunteer", "getUser", "other"),
    ],
    "notes-are-replaced-by-other-organizations": [
      "Another organization's key replaces a note, though it cannot read one",
      (next, surroundings) => (incoming) =>
        next(
          incoming.operation === "replaceContactNote" &&
            bears(incoming, surroundings, "crm", "otherOrganizationApiKey")
            ? asMain(incoming, surroundings, "crm")
            : incoming,
        ),
    ],
    "groups-are-updated-by-other-organizations": [
      "Another organization's token updates a group",
      (next, surroundings) => (incoming) =>
        next(
          incoming.operation === "updateGroup" &&
            bears(incoming, surroundings, "volunteer", "otherOrganizationToken")
            ? asMain(incoming, surroundings, "volunteer")
            : incoming,
        ),
    ],
  },
  behavioural: {
    "a-cache-of-webhooks-forgets-the-organization": [
      "A webhook that was read once is shown to another organization",
      cachedForBoth("getWebhook", "crm", ["apiKey", "otherOrganizationApiKey"]),
    ],
    "a-cache-of-users-forgets-the-organization": [
      "A user that was read once is shown to another organization",
      cachedForBoth("getUser", "volunteer", ["token", "otherOrganizationToken"]),
    ],
    "notes-are-replaced-by-id-alone": [
      "A note of another organization can be replaced, and is answered",
      findingAll("crm", "replaceContactNote", "main"),
    ],
    "contact-cache-forgets-the-organization": [
      "A contact that one organization has read is served to the other out of a cache",
      (next, surroundings) => {
        const cache = new Map<string, Outgoing>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== "getContact") return outgoing;
          const { href } = incoming.url;
          if (isSuccess(outgoing) && bears(incoming, surroundings, "crm", "apiKey"))
            cache.set(href, outgoing);
          const isStrange = bears(incoming, surroundings, "crm", "otherOrganizationApiKey");
          return isStrange && outgoing.status === 404 ? (cache.get(href) ?? outgoing) : outgoing;
        };
      },
    ],

    "groups-of-others-are-updated-by-id-alone": [
      "A group of another organization is updated by its id alone",
      findingAll("volunteer", "updateGroup", "main"),
    ],
    "projects-are-updated-by-other-organizations": [
      "Another organization's token updates a project",
      actingAsMain("volunteer", "updateProject", "otherOrganizationToken"),
    ],
    "members-are-set-by-other-organizations": [
      "Another organization's token sets the members of a group",
      actingAsMain("volunteer", "setGroupMembers", "otherOrganizationToken"),
    ],
    "other-organizations-are-refused-and-obeyed": [
      "Another organization's token is answered 404 after it has set the members",
      (next, surroundings) => async (incoming) => {
        const isStrange = bears(incoming, surroundings, "volunteer", "otherOrganizationToken");
        const outgoing = await next(incoming);
        if (incoming.operation === "setGroupMembers" && isStrange && outgoing.status === 404)
          await next(asMain(incoming, surroundings, "volunteer"));
        return outgoing;
      },
    ],
    "members-of-others-are-set-by-id-alone": [
      "Members of another organization's group are set by its id alone",
      findingAll("volunteer", "setGroupMembers", "main"),
    ],
    "users-of-others-become-members": [
      "A user of another organization is taken as a member",
      (next, surroundings) => {
        const guests = new Map<string, readonly unknown[]>();
        return async (incoming) => {
          const path = incoming.url.pathname;
          const { members } = objectOf(parse(incoming.body));
          const { scratch } = surroundings.config.interfaces.volunteer;
          const foreign = property(scratch, "otherOrganizationMemberId");
          if (incoming.operation === "setGroupMembers" && Array.isArray(members)) {
            const rest = members.filter((id) => id !== foreign);
            guests.set(path, rest.length < members.length ? [{ id: foreign, type: "user" }] : []);
            return next({
              ...incoming,
              body: JSON.stringify({ ...objectOf(parse(incoming.body)), members: rest }),
            });
          }
          const outgoing = await next(incoming);
          const list = property(parse(outgoing.body), "data");
          const added = guests.get(path) ?? [];
          return incoming.method === "GET" && added.length > 0 && Array.isArray(list)
            ? withJson(outgoing, { ...objectOf(parse(outgoing.body)), data: [...list, ...added] })
            : outgoing;
        };
      },
    ],
    "new-users-are-open-to-everybody": [
      "A user who was just created is found by its id alone, whoever asks",
      (next, surroundings) => {
        const fresh = new Set<string>();
        const open = findingAll("volunteer", "getUser", "other")(next, surroundings);
        return async (incoming) => {
          const isNew = incoming.operation === "getUser" && fresh.has(incoming.path["id"] ?? "");
          const outgoing = await (isNew ? open(incoming) : next(incoming));
          const id = property(property(parse(outgoing.body), "data"), "id");
          if (incoming.operation === "createUser" && id !== undefined) fresh.add(String(id));
          return outgoing;
        };
      },
    ],
    "users-created-elsewhere-are-open-here": [
      "A user whom another organization has just created is found by the first one",
      (next, surroundings) => {
        const fresh = new Set<string>();
        const open = findingAll("volunteer", "getUser", "main")(next, surroundings);
        return async (incoming) => {
          const isNew = incoming.operation === "getUser" && fresh.has(incoming.path["id"] ?? "");
          const isStrange = bears(incoming, surroundings, "volunteer", "otherOrganizationToken");
          const outgoing = await (isNew ? open(incoming) : next(incoming));
          const id = property(property(parse(outgoing.body), "data"), "id");
          if (incoming.operation === "createUser" && isStrange && id !== undefined) fresh.add(String(id));
          return outgoing;
        };
      },
    ],
    "the-user-list-is-cached-for-everybody": [
      "The list of users is cached without regard to the token",
      (next) => {
        const cache = new Map<string, Outgoing>();
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== "listUsers" || !isSuccess(outgoing)) return outgoing;
          const first = cache.get(incoming.url.href) ?? outgoing;
          cache.set(incoming.url.href, first);
          return { ...first, headers: new Headers(first.headers) };
        };
      },
    ],
    "individuals-of-others-join-events": [
      "An individual of another organization is added to an event, and shown",
      atOther(({ body }, scratch) => property(parse(body), "contactIndividualId") === scratch.individual),
    ],
    "events-of-others-take-contacts": [
      "An event of another organization takes contacts by its id alone",
      atOther(({ path }, scratch) => path["eventId"] === String(scratch.event)),
      { alsoBreaks: { "CRM-14": avatar } },
    ],
    "other-organizations-add-to-events": [
      "Another organization's key adds its own individual to an event",
      (next, surroundings) => (incoming) => {
        const isStrange = bears(incoming, surroundings, "crm", "otherOrganizationApiKey");
        if (incoming.operation !== "addEventContact" || !isStrange) return next(incoming);
        const contactIndividualId = configured(surroundings, "crm", "scratch/contactIndividualId");
        return next({
          ...asMain(incoming, surroundings, "crm"),
          body: JSON.stringify({ contactIndividualId }),
        });
      },
      { alsoBreaks: { "CRM-14": avatar } },
    ],
    "missing-contacts-are-named-to-other-organizations": [
      "The 404 of a contact names it to another organization",
      disclosing(
        crmBreach(["getContact"], "otherOrganizationApiKey", "apiKey"),
        quoting("error/message", "name"),
      ),
    ],
    "missing-webhooks-come-with-the-refusal": [
      "The 404 of another organization's webhook carries the webhook, secret and all",
      disclosing(crmBreach(["getWebhook"], "apiKey", "otherOrganizationApiKey"), attaching("webhook")),
    ],
    "refused-replacements-quote-the-note": [
      "The refusal to replace another organization's note says who made it",
      recalling(
        crmBreach(["replaceContactNote"], "otherOrganizationApiKey", "apiKey"),
        quoting("error/message", "createdByUser"),
      ),
    ],
    "missing-users-are-named-to-other-organizations": [
      "The 404 of a user names the e-mail address to another organization",
      disclosing(
        volunteerBreach(["getUser"], "otherOrganizationToken", "token"),
        quoting("message", "data/email"),
      ),
    ],
    "refused-groups-come-with-the-refusal": [
      "The refusal to update another organization's group, or its members, carries the group",
      recalling(
        volunteerBreach(["updateGroup", "setGroupMembers"], "otherOrganizationToken", "token"),
        attaching("group"),
      ),
    ],
    "missing-users-are-named-in-a-header": [
      "The 404 of another organization's user has the telephone number in a header",
      disclosing(
        volunteerBreach(["getUser"], "token", "otherOrganizationToken"),
        heading("x-record", "data/phone"),
      ),
    ],
    "the-user-list-ends-with-a-stranger": [
      "The last user of a page is one of another organization",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        const body = objectOf(parse(outgoing.body));
        const isMeant =
          incoming.operation === "listUsers" && bears(incoming, surroundings, "volunteer", "token");
        if (!isMeant || !Array.isArray(body["data"])) return outgoing;
        const others = await next(
          asBearer(incoming, credential(surroundings, "volunteer", "otherOrganizationToken")),
        );
        const [guest] = listAt(others, "data");
        return withJson(outgoing, { ...body, data: [...listAt(outgoing, "data").slice(0, -1), guest] });
      },
      {
        alsoBreaks: {
          "VOL-01": "A user who was created is no longer the last of the list.",
          "VOL-02": "The user who is listed cannot be read.",
        },
      },
    ],
    "contacts-hold-contacts-of-another-organization": [
      "A contact holds one of another organization as its parent",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        const isMeant = incoming.operation === "getContact" && bears(incoming, surroundings, "crm", "apiKey");
        if (!isMeant || !isSuccess(outgoing)) return outgoing;
        const contactId = String(configured(surroundings, "crm", "records/otherOrganizationContactId"));
        const url = new URL(`/crm/api/Contact/${contactId}`, incoming.url);
        const key = credential(surroundings, "crm", "otherOrganizationApiKey");
        const other = await next({ ...asBearer(incoming, key), url, path: { contactId } });
        const parent = { id: Number(contactId), name: property(parse(other.body), "name") };
        return withJson(outgoing, { ...objectOf(parse(outgoing.body)), parent });
      },
    ],
    "private-contacts-are-open-to-other-organizations": [
      "A private contact is looked up without regard to the organization",
      openingThePrivate(bearing("crm", "otherOrganizationApiKey")),
    ],
    "notes-are-replaced-in-part-by-other-organizations": [
      "Whose a note is is asked only of a body with a date, so another organization's key replaces it in part",
      (next, surroundings) => (incoming) => {
        const isInPart = property(parse(incoming.body), "noteDateTime") === undefined;
        const isOurs = incoming.path["noteId"] === String(configured(surroundings, "crm", "scratch/noteId"));
        return next(
          incoming.operation === "replaceContactNote" &&
            isInPart &&
            isOurs &&
            bears(incoming, surroundings, "crm", "otherOrganizationApiKey")
            ? asMain(incoming, surroundings, "crm")
            : incoming,
        );
      },
    ],
    "contacts-of-others-are-found-in-the-end": [
      "Whoever asks for another organization's contact often enough is shown it",
      findingFrom(3, "crm", "getContact"),
    ],
    "users-of-others-are-found-in-the-end": [
      "Whoever asks for another organization's user often enough is shown the user",
      findingFrom(3, "volunteer", "getUser"),
    ],
  },
});
