import type { BuiltinInterface } from "../interface-name.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { attaching, disclosing, quoting } from "./support/admission.ts";
import { jsonAnswer } from "./support/answers.ts";
import { asMain, bearing, bornToken, mainCredential } from "./support/credentials.ts";
import { lists, volunteerReads } from "./support/names.ts";
import { isPassword, isRefresh } from "./support/requests.ts";
import { admitting, instead, type Of, onRequest } from "./support/rows.ts";
import { issued } from "./support/rules.ts";

/** Accepts the main credential of another interface. */
const taking = (of: Of, owner: BuiltinInterface): Fault["wrap"] =>
  onRequest(of, asMain, (incoming, here) => bornToken(incoming) === mainCredential(here, owner));

const foreign = { title: "Forbidden", status: 403, detail: "This is a key of another product." };

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
      taking("getContact", "donation"),
    ],
    "note-replacement-takes-volunteer-tokens": [
      "replaceContactNote alone takes credentials of the volunteer interface",
      taking("replaceContactNote", "volunteer"),
    ],
    "query-options-take-crm-keys": [
      "getQueryOptions alone takes credentials of the crm interface",
      taking("getQueryOptions", "crm"),
    ],
    "project-list-takes-volunteer-tokens": [
      "listProjects alone takes credentials of the volunteer interface",
      taking("listProjects", "volunteer"),
    ],
    "user-read-takes-donation-tokens": [
      "getUser alone takes credentials of the donation interface",
      taking("getUser", "donation"),
    ],
    "group-creation-takes-crm-keys": [
      "createGroup alone takes credentials of the crm interface",
      taking("createGroup", "crm"),
    ],
    "donation-forbids-foreign-credentials": [
      "The donation interface knows a credential of the CRM and answers 403 in place of 401",
      instead("donation", jsonAnswer(403, foreign), bearing("crm", "apiKey")),
    ],
    "webhooks-take-volunteer-tokens": [
      "Reading a webhook takes the tokens of the volunteer interface",
      taking("getWebhook", "volunteer"),
    ],
  },
  behavioural: {
    "replacing-projects-takes-crm-access-tokens": [
      "A project is replaced by whoever has an access token of the CRM",
      admitting("replaceProject", issued()),
    ],
    "donation-lists-take-refreshed-tokens": [
      "The lists of donations take a refreshed access token of the CRM",
      admitting(lists, issued("access_token", isRefresh)),
    ],
    "volunteer-takes-crm-access-tokens": [
      "The volunteer interface takes an access token of the CRM",
      admitting(volunteerReads, issued("access_token", isPassword)),
    ],
    "donation-discovery-takes-refresh-tokens": [
      "Query options take a refresh token of the CRM",
      admitting("getQueryOptions", issued("refresh_token")),
    ],
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
