import { faultsOf } from "./fault.ts";
import { attaching, disclosing, quoting, recalling } from "./support/admission.ts";
import { asMain, bearerOf, behindSmallLetters } from "./support/credentials.ts";
import { volunteerOperations, volunteerReads, volunteerWrites } from "./support/names.ts";
import { admitting, also, failed, onAnswer, status } from "./support/rows.ts";
import { nth, rightAfter } from "./support/rules.ts";

const isSuspended = bearerOf("suspendedToken");

const isDisabled = bearerOf("accessDisabledToken");

const isLimited = bearerOf("limitedToken");

const isRevoked = bearerOf("revokedToken");

export const faults = faultsOf("VOL-09", {
  gross: {
    "revoked-volunteer-token-works": [
      "A revoked token goes on working",
      admitting(volunteerOperations, isRevoked),
    ],
    "permissions-of-volunteer-tokens-are-passed-over": [
      "A token without permission may do everything",
      admitting(volunteerOperations, isLimited),
    ],
  },
  structural: {
    "missing-permission-gets-401": [
      "A token without permission gets 401",
      onAnswer(volunteerOperations, status(401), failed, isLimited),
    ],
    "missing-permission-to-read-a-user-gets-404": [
      "A token without permission does not find the user",
      onAnswer("getUser", status(404), failed, isLimited),
    ],
    "suspended-account-gets-403": [
      "The token of a suspended account gets 403",
      onAnswer(volunteerOperations, status(403), failed, isSuspended),
    ],
    "disabled-access-gets-403": [
      "A token of an account without API access gets 403 from the list of users",
      onAnswer("listUsers", status(403), failed, isDisabled),
    ],
    "disabled-access-reads-users": [
      "Reading a user does not ask whether API access is enabled",
      admitting("getUser", isDisabled),
    ],
    "disabled-access-creates-projects": [
      "Creating a project looks at the token, not at whether API access is enabled",
      admitting("createProject", isDisabled),
    ],
    "disabled-access-is-forbidden-to-update-groups": [
      "A token of an account without API access gets 403 from the update of a group",
      onAnswer("updateGroup", status(403), failed, isDisabled),
    ],
  },
  behavioural: {
    "users-are-created-without-the-permission": [
      "A user whose creation is refused with 403 is created all the same",
      onAnswer("createUser", also(asMain), 403),
    ],
    "suspended-accounts-read-users-after-others": [
      "A suspended account's token is taken for the one that was checked just before it",
      admitting("getUser", isSuspended, rightAfter("getUser")),
    ],
    "limited-tokens-update-projects-after-others": [
      "After an update of a project a token without the permission can update it",
      admitting("updateProject", isLimited, rightAfter("updateProject")),
    ],
    "revoked-volunteer-token-creates-groups": [
      "Creating a group alone accepts a revoked token",
      admitting("createGroup", isRevoked),
    ],
    "suspended-account-may-write": [
      "Suspension is looked at by reads alone",
      admitting(volunteerWrites, isSuspended),
    ],
    "missing-permission-counts-for-reads-alone": [
      "A token without permission may set the members of a group",
      admitting("setGroupMembers", isLimited),
    ],
    "disabled-access-reads-after-all": [
      "API access that was disabled is noticed from the second request on",
      admitting(volunteerReads, isDisabled, nth(1)),
    ],
    "revoked-volunteer-token-works-behind-small-letters": [
      "A revoked token passes behind bearer in small letters",
      admitting(volunteerOperations, behindSmallLetters("revokedToken")),
    ],
    "forbidden-users-are-named": [
      "The 403 of a user names the e-mail address",
      disclosing("getUser", isLimited, quoting("message", "data/email")),
    ],
    "suspended-accounts-are-shown-the-users": [
      "The 401 of a suspended account carries the list",
      disclosing("listUsers", isSuspended, attaching("users")),
    ],
    "revoked-tokens-are-shown-the-group": [
      "The 401 to the update of a group quotes its name",
      recalling("updateGroup", isRevoked, quoting("message", "data/name")),
    ],
    "suspended-accounts-list-users-on-the-usual-page": [
      "The list of users on a page of the usual size takes the token of a suspended account",
      admitting("listUsers", isSuspended, ({ url }) => !url.searchParams.has("per_page")),
    ],
  },
});
