import type { OperationId } from "../../contract/generated/operations.ts";

import { faultsOf, type Fault } from "./fault.ts";
import { admitting, asMain, bearerOf, bears, isMeantFor, behindSmallLetters } from "./support/credentials.ts";
import { volunteerOperations, volunteerReads, volunteerWrites } from "./support/volunteer-operations.ts";
import { lettingInAfter, storingRefused, successOf } from "./support/over-time.ts";
import { attaching, bearing, disclosing, quoting, recalling } from "./support/disclosing.ts";

type Wrap = Fault["wrap"];

type Token = "revokedToken" | "suspendedToken" | "accessDisabledToken" | "limitedToken";

/** Refuses a token with another status. */
const refusing =
  (operations: readonly OperationId[], token: Token, status: number): Wrap =>
  (next, surroundings) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    return isMeantFor(incoming, operations) &&
      outgoing.status >= 400 &&
      bears(incoming, surroundings, "volunteer", token)
      ? { ...outgoing, status }
      : outgoing;
  };

export const faults = faultsOf("VOL-09", {
  gross: {
    "revoked-volunteer-token-works": [
      "A revoked token goes on working",
      admitting(volunteerOperations, bearerOf("revokedToken")),
    ],
    "permissions-of-volunteer-tokens-are-passed-over": [
      "A token without permission may do everything",
      admitting(volunteerOperations, bearerOf("limitedToken")),
    ],
  },
  structural: {
    "missing-permission-gets-401": [
      "A token without permission gets 401",
      refusing(volunteerOperations, "limitedToken", 401),
    ],
    "missing-permission-to-read-a-user-gets-404": [
      "A token without permission does not find the user",
      refusing(["getUser"], "limitedToken", 404),
    ],
    "suspended-account-gets-403": [
      "The token of a suspended account gets 403",
      refusing(volunteerOperations, "suspendedToken", 403),
    ],
    "disabled-access-gets-403": [
      "A token of an account without API access gets 403 from the list of users",
      refusing(["listUsers"], "accessDisabledToken", 403),
    ],
    "disabled-access-reads-users": [
      "Reading a user does not ask whether API access is enabled",
      admitting(["getUser"], bearerOf("accessDisabledToken")),
    ],
    "disabled-access-creates-projects": [
      "Creating a project looks at the token, not at whether API access is enabled",
      admitting(["createProject"], bearerOf("accessDisabledToken")),
    ],
    "disabled-access-is-forbidden-to-update-groups": [
      "A token of an account without API access gets 403 from the update of a group",
      refusing(["updateGroup"], "accessDisabledToken", 403),
    ],
  },
  behavioural: {
    "users-are-created-without-the-permission": [
      "A user whose creation is refused with 403 is created all the same",
      storingRefused(["createUser"], [403]),
    ],
    "suspended-accounts-read-users-after-others": [
      "A suspended account's token is taken for the one that was checked just before it",
      (next, surroundings) =>
        lettingInAfter(successOf("getUser"), ["getUser"], (incoming) =>
          bears(incoming, surroundings, "volunteer", "suspendedToken"),
        )(next, surroundings),
    ],
    "limited-tokens-update-projects-after-others": [
      "After an update of a project a token without the permission can update it",
      (next, surroundings) =>
        lettingInAfter(successOf("updateProject"), ["updateProject"], (incoming) =>
          bears(incoming, surroundings, "volunteer", "limitedToken"),
        )(next, surroundings),
    ],
    "revoked-volunteer-token-creates-groups": [
      "Creating a group alone accepts a revoked token",
      admitting(["createGroup"], bearerOf("revokedToken")),
    ],
    "suspended-account-may-write": [
      "Suspension is looked at by reads alone",
      admitting(volunteerWrites, bearerOf("suspendedToken")),
    ],
    "missing-permission-counts-for-reads-alone": [
      "A token without permission may set the members of a group",
      admitting(["setGroupMembers"], bearerOf("limitedToken")),
    ],
    "disabled-access-reads-after-all": [
      "API access that was disabled is noticed from the second request on",
      (next, surroundings) => {
        let count = 0;
        return async (incoming) => {
          const isDisabled =
            isMeantFor(incoming, volunteerReads) &&
            bears(incoming, surroundings, "volunteer", "accessDisabledToken");
          if (isDisabled) count += 1;
          return next(isDisabled && count === 1 ? asMain(incoming, surroundings, "volunteer") : incoming);
        };
      },
    ],
    "revoked-volunteer-token-works-behind-small-letters": [
      "A revoked token passes behind bearer in small letters",
      admitting(volunteerOperations, behindSmallLetters("revokedToken")),
    ],
    "forbidden-users-are-named": [
      "The 403 of a user names the e-mail address",
      disclosing(
        { of: ["getUser"], to: bearing("volunteer", "limitedToken"), interface: "volunteer", owner: "token" },
        quoting("message", "data/email"),
      ),
    ],
    "suspended-accounts-are-shown-the-users": [
      "The 401 of a suspended account carries the list",
      disclosing(
        {
          of: ["listUsers"],
          to: bearing("volunteer", "suspendedToken"),
          interface: "volunteer",
          owner: "token",
        },
        attaching("users"),
      ),
    ],
    "revoked-tokens-are-shown-the-group": [
      "The 401 to the update of a group quotes its name",
      recalling(
        {
          of: ["updateGroup"],
          to: bearing("volunteer", "revokedToken"),
          interface: "volunteer",
          owner: "token",
        },
        quoting("message", "data/name"),
      ),
    ],
    "suspended-accounts-list-users-on-the-usual-page": [
      "The list of users on a page of the usual size takes the token of a suspended account",
      (next, surroundings) => (incoming) =>
        next(
          incoming.operation === "listUsers" &&
            !incoming.url.searchParams.has("per_page") &&
            bears(incoming, surroundings, "volunteer", "suspendedToken")
            ? asMain(incoming, surroundings, "volunteer")
            : incoming,
        ),
    ],
  },
});
