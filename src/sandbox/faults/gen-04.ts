import type { OperationId } from "../../contract/generated/operations.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { json } from "./support/answers.ts";
import { asMain, bornToken, mainCredential, credential, isMeantFor } from "./support/credentials.ts";
import { isPassword, isRefresh } from "./support/token-form.ts";
import { property } from "./support/edit.ts";
import { parse } from "./support/wrappers.ts";
import { attaching, bearing, disclosing, quoting } from "./support/disclosing.ts";

type Wrap = Fault["wrap"];

const isAt = ({ url }: Incoming, name: InterfaceName): boolean => url.pathname.startsWith(`/${name}/`);

/** One interface takes the main credential of another for its own. */
const taking =
  (name: InterfaceName, owner: InterfaceName, isMeant: (incoming: Incoming) => boolean = () => true): Wrap =>
  (next, surroundings) =>
  (incoming) => {
    const isForeign = isAt(incoming, name) && bornToken(incoming) === mainCredential(surroundings, owner);
    return next(isForeign && isMeant(incoming) ? asMain(incoming, surroundings, name) : incoming);
  };

const at =
  (operation: OperationId) =>
  (incoming: Incoming): boolean =>
    incoming.operation === operation;

/** Some operations of another interface take the tokens that the CRM has issued to some requests. */
const takingIssued =
  (
    name: InterfaceName,
    of: readonly OperationId[],
    field: string,
    isMeant: (incoming: Incoming) => boolean,
  ): Wrap =>
  (next, surroundings) => {
    const issued = new Set<unknown>();
    return async (incoming) => {
      const isTaken = isMeantFor(incoming, of) && issued.has(bornToken(incoming));
      const outgoing = await next(isTaken ? asMain(incoming, surroundings, name) : incoming);
      if (incoming.operation === "issueToken" && outgoing.status === 200 && isMeant(incoming))
        issued.add(property(parse(outgoing.body), field));
      return outgoing;
    };
  };

export const faults = faultsOf("GEN-04", {
  gross: {
    "crm-takes-donation-credentials": [
      "The crm interface takes credentials of the donation interface",
      taking("crm", "donation"),
    ],
    "crm-takes-volunteer-credentials": [
      "The crm interface takes credentials of the volunteer interface",
      taking("crm", "volunteer"),
    ],
    "donation-takes-crm-credentials": [
      "The donation interface takes credentials of the crm interface",
      taking("donation", "crm"),
    ],
    "donation-takes-volunteer-credentials": [
      "The donation interface takes credentials of the volunteer interface",
      taking("donation", "volunteer"),
    ],
    "volunteer-takes-crm-credentials": [
      "The volunteer interface takes credentials of the crm interface",
      taking("volunteer", "crm"),
    ],
    "volunteer-takes-donation-credentials": [
      "The volunteer interface takes credentials of the donation interface",
      taking("volunteer", "donation"),
    ],
  },
  structural: {
    "contact-read-takes-donation-tokens": [
      "getContact alone takes credentials of the donation interface",
      taking("crm", "donation", at("getContact")),
    ],
    "note-replacement-takes-volunteer-tokens": [
      "replaceContactNote alone takes credentials of the volunteer interface",
      taking("crm", "volunteer", at("replaceContactNote")),
    ],
    "query-options-take-crm-keys": [
      "getQueryOptions alone takes credentials of the crm interface",
      taking("donation", "crm", at("getQueryOptions")),
    ],
    "project-list-takes-volunteer-tokens": [
      "listProjects alone takes credentials of the volunteer interface",
      taking("donation", "volunteer", at("listProjects")),
    ],
    "user-read-takes-donation-tokens": [
      "getUser alone takes credentials of the donation interface",
      taking("volunteer", "donation", at("getUser")),
    ],
    "group-creation-takes-crm-keys": [
      "createGroup alone takes credentials of the crm interface",
      taking("volunteer", "crm", at("createGroup")),
    ],
    "donation-forbids-foreign-credentials": [
      "The donation interface knows a credential of the CRM and answers 403 in place of 401",
      (next, surroundings) => async (incoming) =>
        isAt(incoming, "donation") && bornToken(incoming) === mainCredential(surroundings, "crm")
          ? json(403, { title: "Forbidden", status: 403, detail: "This is a key of another product." })
          : next(incoming),
    ],
    "webhooks-take-volunteer-tokens": [
      "Reading a webhook takes the tokens of the volunteer interface",
      (next, surroundings) => (incoming) =>
        next(
          incoming.operation === "getWebhook" &&
            bornToken(incoming) === credential(surroundings, "volunteer", "token")
            ? asMain(incoming, surroundings, "crm")
            : incoming,
        ),
    ],
  },
  behavioural: {
    "replacing-projects-takes-crm-access-tokens": [
      "A project is replaced by whoever has an access token of the CRM",
      takingIssued("donation", ["replaceProject"], "access_token", () => true),
    ],
    "donation-lists-take-refreshed-tokens": [
      "The lists of donations take a refreshed access token of the CRM",
      takingIssued("donation", ["listDonors", "listGifts", "listCampaigns"], "access_token", isRefresh),
    ],
    "volunteer-takes-crm-access-tokens": [
      "The volunteer interface takes an access token of the CRM",
      takingIssued("volunteer", ["listUsers", "getUser"], "access_token", isPassword),
    ],
    "donation-discovery-takes-refresh-tokens": [
      "Query options take a refresh token of the CRM",
      takingIssued("donation", ["getQueryOptions"], "refresh_token", () => true),
    ],
    "crm-keys-are-shown-the-donors": [
      "The refusal of a CRM key by the donors carries them",
      disclosing(
        {
          of: ["listDonors", "queryDonors"],
          to: bearing("crm", "apiKey"),
          interface: "donation",
          owner: "token",
        },
        attaching("page"),
      ),
    ],
    "donation-tokens-are-shown-the-contact": [
      "The refusal of a donation token by the CRM names the contact",
      disclosing(
        { of: ["getContact"], to: bearing("donation", "token"), interface: "crm", owner: "apiKey" },
        quoting("error/message", "name"),
      ),
    ],
    "crm-keys-are-shown-the-user": [
      "The refusal of a CRM key by the volunteer interface names the user",
      disclosing(
        { of: ["getUser"], to: bearing("crm", "apiKey"), interface: "volunteer", owner: "token" },
        quoting("message", "data/email"),
      ),
    ],
  },
});
