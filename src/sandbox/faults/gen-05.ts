import type { OperationId } from "../../generated/operations.ts";
import type { InterfaceName } from "../../model/interface-name.ts";
import { defineFault, type Fault, type Outgoing } from "./fault.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "contacts-are-found-by-id-alone",
    fact: "GEN-05",
    grade: "gross",
    title: "A contact is looked up without regard to the organization",
    wrap: findingAll("crm", "getContact", "main"),
  }),
  defineFault({
    id: "contacts-are-open-to-the-other-organization",
    fact: "GEN-05",
    grade: "structural",
    title: "The first organization's contacts are open to the second, not the other way round",
    wrap: findingAll("crm", "getContact", "other"),
  }),
  defineFault({
    id: "webhooks-are-found-by-id-alone",
    fact: "GEN-05",
    grade: "structural",
    title: "A webhook, secret and all, is looked up without regard to the organization",
    wrap: findingAll("crm", "getWebhook", "main"),
  }),
  defineFault({
    id: "volunteers-are-found-by-id-alone",
    fact: "GEN-05",
    grade: "structural",
    title: "A volunteer user is looked up without regard to the organization",
    wrap: findingAll("volunteer", "getUser", "main"),
  }),
  defineFault({
    id: "volunteers-are-open-to-the-other-organization",
    fact: "GEN-05",
    grade: "structural",
    title: "The first organization's volunteers are open to the second",
    wrap: findingAll("volunteer", "getUser", "other"),
  }),
  defineFault({
    id: "notes-are-replaced-by-id-alone",
    fact: "GEN-05",
    grade: "behavioural",
    title: "A note of another organization can be replaced, and is answered",
    wrap: findingAll("crm", "replaceContactNote", "main"),
  }),
  defineFault({
    id: "contact-cache-forgets-the-organization",
    fact: "GEN-05",
    grade: "behavioural",
    title: "A contact that one organization has read is served to the other out of a cache",
    wrap: (next, surroundings) => {
      const cache = new Map<string, Outgoing>();
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== "getContact") return outgoing;
        const { href } = incoming.url;
        if (isSuccess(outgoing) && bears(incoming, surroundings, "crm", "apiKey")) cache.set(href, outgoing);
        const isStrange = bears(incoming, surroundings, "crm", "otherOrganizationApiKey");
        return isStrange && outgoing.status === 404 ? (cache.get(href) ?? outgoing) : outgoing;
      };
    },
  }),
  defineFault({
    id: "notes-are-replaced-by-other-organizations",
    fact: "GEN-05",
    grade: "structural",
    title: "Another organization's key replaces a note, though it cannot read one",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.operation === "replaceContactNote" &&
          bears(incoming, surroundings, "crm", "otherOrganizationApiKey")
          ? asMain(incoming, surroundings, "crm")
          : incoming,
      ),
  }),
  defineFault({
    id: "groups-are-updated-by-other-organizations",
    fact: "GEN-05",
    grade: "structural",
    title: "Another organization's token updates a group",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.operation === "updateGroup" &&
          bears(incoming, surroundings, "volunteer", "otherOrganizationToken")
          ? asMain(incoming, surroundings, "volunteer")
          : incoming,
      ),
  }),
];
