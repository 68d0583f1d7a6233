import type { ActiveExamples, Family } from "../../kit/example.ts";
import { donationRefusals, refusals } from "../../kit/refusals.ts";

/** What each credential opens is asked before what it must not open. */
const acceptedFirst = {
  pass: { "accepted: listContactMethodTypes": 200, "accepted: listDonors": 200, "accepted: listUsers": 200 },
  otherwise: {
    "a credential opens its own interface": { isUnjudged: true, answers: { "accepted: listDonors": 401 } },
  },
} as const;

export const active: Family<ActiveExamples> = {
  "credentials-are-not-interchangeable": refusals(
    401,
    {
      "GEN-04: The donation interface knows a credential of the CRM and answers 403 in place of 401": {
        "querySegments with a crm credential": 403,
      },
      "GEN-04: The volunteer interface takes credentials of the donation interface": {
        "getUser with a donation credential": 200,
      },
    },
    acceptedFirst,
  ),
  "credentials-are-not-interchangeable-to-write": refusals(
    401,
    {
      "GEN-04: The donation interface knows a credential of the CRM and answers 403 in place of 401": {
        "replaceProject with a crm credential": 403,
      },
      "GEN-04: The volunteer interface takes credentials of the donation interface": {
        "createProject with a donation credential": 201,
      },
    },
    acceptedFirst,
  ),
  "crm-credential-is-required-to-read": refusals(401, {
    "CRM-30: A read without a credential is redirected to the login page": {
      "getContact with no credential": 302,
      "getContact with no credential, in full": 302,
      "getContact with a credential in other places, together": 302,
    },
    "CRM-30: The key alone, without Bearer before it, is accepted": { "getContact with no scheme": 200 },
    "CRM-30: The key is compared without regard to case": {
      "getWebhook with a token in the other letter case": 200,
    },
  }),
  "crm-credential-is-required-to-write": refusals(401, {
    "CRM-30: A request without a credential gets 403": {
      "replaceContactNote with no credential": 403,
      "replaceContactNote with a credential in other places, together": 403,
    },
    "CRM-30: The key alone, without Bearer before it, is accepted": {
      "replaceContactNote with no scheme": 200,
    },
  }),
  "crm-limited-key-is-forbidden": refusals(
    403,
    {
      "CRM-39: A key without permission gets an empty list of contact method types": {
        "listContactMethodTypes with a key without permission": 200,
      },
      "CRM-39: A key without permission gets 404 from the read of webhooks": {
        "getWebhook with a key without permission": 404,
      },
    },
    {
      otherwise: {
        "whoever may not read a contact may know that there is one": {
          "getContact with a key without permission, in full": 404,
        },
      },
    },
  ),
  "crm-limited-key-is-forbidden-to-write": refusals(
    403,
    {
      "CRM-39: A key without permission gets 404 from the one POST, which hides what it may not change": {
        "addEventContact with a key without permission": 404,
      },
      "CRM-39: A key without permission gets 422 from the replacement of a note, which is validated first": {
        "replaceContactNote with a key without permission": 422,
      },
      "CRM-39: A note without any property is taken before anybody asks for the permission": {
        "replaceContactNote with a key without permission, with an empty body": 200,
      },
    },
    {
      otherwise: {
        "the permission is asked before the body is read": {
          "replaceContactNote with a key without permission, with an empty body": 422,
        },
      },
    },
  ),
  "crm-revoked-key-is-refused": refusals(401, {
    "CRM-32: A revoked key gets 403 from the read of webhooks": { "getWebhook with a revoked key": 403 },
    "CRM-32: Reading a contact does not ask whether a key was revoked": {
      "getContact with a revoked key": 200,
    },
  }),
  "crm-revoked-key-is-refused-to-write": refusals(401, {
    "CRM-32: Adding an event contact does not ask whether a key was revoked": {
      "addEventContact with a revoked key": 200,
    },
    "CRM-32: Replacing a note does not ask whether a key was revoked": {
      "replaceContactNote with a revoked key": 200,
    },
  }),
  "donation-credential-is-required-to-read": donationRefusals({
    "DON-21: Without a credential the lists answer an empty page in place of a refusal": {
      "listGifts with no credential": 200,
      "listGifts with a credential in other places, together": 200,
    },
    "DON-21: The segment query decodes the token and does not verify it": {
      "querySegments with a credential in other places and a malformed token, together": 200,
    },
  }),
  "donation-credential-is-required-to-write": donationRefusals({
    "DON-21: No donation endpoint asks for a credential": {
      "replaceProject with no credential": 200,
      "replaceProject with a credential in other places, together": 200,
    },
    "DON-21: A token without Bearer before it is accepted": {
      "replaceCampaign with no credential": 200,
      "replaceCampaign with a credential in other places, together": 200,
    },
  }),
  "donation-revoked-token-is-refused": donationRefusals({
    "DON-21: The list of projects asks whether there is an Authorization header, not what it holds": {
      "querySegments with a revoked token behind bearer in small letters": 200,
    },
  }),
  "donation-revoked-token-is-refused-to-write": donationRefusals({
    "DON-21: Replacements accept a revoked token, the reads do not": {
      "replaceProject with a revoked token": 200,
    },
    "DON-21: A second parser reads bearer in small letters, and knows of no revocation": {
      "replaceProject with a revoked token behind bearer in small letters": 200,
    },
  }),
  "volunteer-bearer-is-required-to-read": refusals(401, {
    "VOL-08: A request without a credential gets 403": {
      "getUser with no credential": 403,
      "getUser with a credential in other places, together": 403,
    },
    "VOL-08: A token that is malformed gets 400": { "getUser with a fourth part": 400 },
  }),
  "volunteer-bearer-is-required-to-write": refusals(401, {
    "VOL-08: A token that is malformed gets 400": { "createProject with a fourth part": 400 },
    "VOL-08: A request without a credential gets 403": {
      "createProject with no credential": 403,
      "createProject with a credential in other places, together": 403,
    },
  }),
  "volunteer-disabled-token-is-refused": refusals(401, {
    "VOL-09: A token of an account without API access gets 403 from the list of users": {
      "listUsers with a token without API access": 403,
    },
    "VOL-09: Reading a user does not ask whether API access is enabled": {
      "getUser with a token without API access": 200,
    },
  }),
  "volunteer-disabled-token-is-refused-to-write": refusals(401, {
    "VOL-09: Creating a project looks at the token, not at whether API access is enabled": {
      "createProject with a token without API access": 201,
    },
  }),
  "volunteer-limited-token-is-forbidden": refusals(403, {
    "VOL-09: A token without permission does not find the user": {
      "getUser with a token without permission": 404,
    },
    "VOL-09: A token without permission gets 401": { "getUser with a token without permission": 401 },
  }),
  "volunteer-limited-token-is-forbidden-to-write": refusals(403, {
    "VOL-09: A token without permission gets 401": { "updateGroup with a token without permission": 401 },
  }),
  "volunteer-revoked-token-is-refused": refusals(401, {
    "VOL-09: A revoked token goes on working": { "getUser with a revoked token": 200 },
    "VOL-09: A revoked token passes behind bearer in small letters": {
      "listUsers with a revoked token behind bearer in small letters": 200,
    },
  }),
  "volunteer-revoked-token-is-refused-to-write": refusals(401, {
    "VOL-09: A revoked token goes on working": { "createProject with a revoked token": 201 },
    "VOL-09: A revoked token passes behind bearer in small letters": {
      "updateProject with a revoked token behind bearer in small letters": 201,
    },
  }),
  "volunteer-suspended-token-is-refused": refusals(401, {
    "VOL-09: The token of a suspended account gets 403": { "getUser with a suspended account's token": 403 },
  }),
  "volunteer-suspended-token-is-refused-to-write": refusals(401, {
    "VOL-09: The token of a suspended account gets 403": {
      "createProject with a suspended account's token": 403,
    },
  }),
};
