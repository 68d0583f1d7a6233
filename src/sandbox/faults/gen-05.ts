import type { OperationId } from "../../contract/generated/operations.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { faultsOf, type Fault, type Outgoing } from "./fault.ts";
import { isSuccess } from "./support/answers.ts";
import { asBearer, bears, credential, asMain } from "./support/credentials.ts";

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
  },
});
