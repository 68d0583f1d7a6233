import type { InterfaceName } from "../../contract/interface-name.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { attaching, disclosing, quoting } from "./support/admission.ts";
import { json } from "./support/answers.ts";
import { asMain, bearing, bornToken, mainCredential } from "./support/credentials.ts";
import { lists, volunteerReads } from "./support/names.ts";
import { isPassword, isRefresh } from "./support/requests.ts";
import { admitting, instead, type Of, onRequest } from "./support/rows.ts";
import { issued } from "./support/rules.ts";

/** Accepts the main credential of another interface. */
const taking = (of: Of, owner: InterfaceName): Fault["wrap"] =>
  onRequest(of, asMain, (incoming, here) => bornToken(incoming) === mainCredential(here, owner));

const foreign = { title: "Forbidden", status: 403, detail: "This is a key of another product." };

export const faults = faultsOf("GEN-04", {
  gross: {
    "crm-takes-donation-credentials": taking("crm", "donation"),
    "crm-takes-volunteer-credentials": taking("crm", "volunteer"),
    "donation-takes-crm-credentials": taking("donation", "crm"),
    "donation-takes-volunteer-credentials": taking("donation", "volunteer"),
    "volunteer-takes-crm-credentials": taking("volunteer", "crm"),
    "volunteer-takes-donation-credentials": taking("volunteer", "donation"),
  },
  structural: {
    "contact-read-takes-donation-tokens": taking("getContact", "donation"),
    "note-replacement-takes-volunteer-tokens": taking("replaceContactNote", "volunteer"),
    "query-options-take-crm-keys": taking("getQueryOptions", "crm"),
    "project-list-takes-volunteer-tokens": taking("listProjects", "volunteer"),
    "user-read-takes-donation-tokens": taking("getUser", "donation"),
    "group-creation-takes-crm-keys": taking("createGroup", "crm"),
    "donation-forbids-foreign-credentials": [
      "The donation interface knows a credential of the CRM and answers 403 in place of 401",
      instead("donation", json(403, foreign), bearing("crm", "apiKey")),
    ],
    "webhooks-take-volunteer-tokens": taking("getWebhook", "volunteer"),
  },
  behavioural: {
    "replacing-projects-takes-crm-access-tokens": admitting("replaceProject", issued()),
    "donation-lists-take-refreshed-tokens": admitting(lists, issued("access_token", isRefresh)),
    "volunteer-takes-crm-access-tokens": admitting(volunteerReads, issued("access_token", isPassword)),
    "donation-discovery-takes-refresh-tokens": admitting("getQueryOptions", issued("refresh_token")),
    "crm-keys-are-shown-the-donors": [
      "The refusal of a CRM key by the donors carries them",
      disclosing(["listDonors", "queryDonors"], bearing("crm", "apiKey"), attaching("page")),
    ],
    "donation-tokens-are-shown-the-contact": [
      "The refusal of a donation token by the CRM names the contact",
      disclosing("getContact", bearing("donation", "token"), quoting("error/message", "name")),
    ],
    "crm-keys-are-shown-the-user": [
      "The refusal of a CRM key by the volunteer interface names the user",
      disclosing("getUser", bearing("crm", "apiKey"), quoting("message", "data/email")),
    ],
  },
});
