import { faultsOf } from "./fault.ts";
import { notAccepted } from "./support/answers.ts";
import { authorization, bearerOf } from "./support/credentials.ts";
import { instead } from "./support/rows.ts";
import { from, issued } from "./support/rules.ts";

export const faults = faultsOf("CRM-31", {
  gross: {
    "access-tokens-open-nothing": [
      "Access tokens are issued and accepted nowhere",
      instead("crm", notAccepted, issued()),
      {
        alsoBreaks: {
          "CRM-35": "No access token is accepted within its 15 days.",
          "CRM-37": "The access token of a refresh does not work either.",
        },
      },
    ],
  },
  structural: {
    "webhooks-take-keys-only": [
      "Reading a webhook takes no access token",
      instead("getWebhook", notAccepted, issued()),
    ],
    "contacts-take-keys-only": [
      "Reading a contact takes no access token",
      instead("getContact", notAccepted, issued()),
    ],
    "notes-take-keys-only": [
      "Replacing a note takes no access token",
      instead("replaceContactNote", notAccepted, issued()),
    ],
    "event-contacts-take-keys-only": [
      "Adding an event contact takes no access token",
      instead("addEventContact", notAccepted, issued()),
    ],
    "webhooks-take-access-tokens-only": [
      "Reading a webhook takes no API key",
      instead("getWebhook", notAccepted, bearerOf("apiKey")),
      { alsoBreaks: { "CRM-25": "A webhook cannot be read with the main key." } },
    ],
  },
  behavioural: {
    "tokens-work-five-times": [
      "An access token is not accepted from its sixth use on",
      instead("crm", notAccepted, issued(), from(6, authorization)),
      { alsoBreaks: { "CRM-37": "The tokens of a refresh are tokens, too." } },
    ],
    "access-tokens-work-twice": [
      "An access token is used up by two requests",
      instead("crm", notAccepted, issued(), from(3, authorization)),
    ],
  },
});
