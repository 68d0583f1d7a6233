import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault } from "./fault.ts";
import { asMain, bears, isMeantFor, credential } from "./support/credentials.ts";
import { volunteerOperations, volunteerReads, volunteerWrites } from "./support/volunteer-operations.ts";

type Wrap = Fault["wrap"];

type Token = "revokedToken" | "suspendedToken" | "accessDisabledToken" | "limitedToken";

/** Lets a token pass as the main one. */
const admitting =
  (operations: readonly OperationId[], token: Token): Wrap =>
  (next, surroundings) =>
  (incoming) =>
    next(
      isMeantFor(incoming, operations) && bears(incoming, surroundings, "volunteer", token)
        ? asMain(incoming, surroundings, "volunteer")
        : incoming,
    );

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

export const faults: readonly Fault[] = [
  defineFault({
    id: "revoked-volunteer-token-works",
    fact: "VOL-09",
    grade: "gross",
    title: "A revoked token goes on working",
    wrap: admitting(volunteerOperations, "revokedToken"),
  }),
  defineFault({
    id: "permissions-of-volunteer-tokens-are-passed-over",
    fact: "VOL-09",
    grade: "gross",
    title: "A token without permission may do everything",
    wrap: admitting(volunteerOperations, "limitedToken"),
  }),
  defineFault({
    id: "missing-permission-gets-401",
    fact: "VOL-09",
    grade: "structural",
    title: "A token without permission gets 401",
    wrap: refusing(volunteerOperations, "limitedToken", 401),
  }),
  defineFault({
    id: "missing-permission-to-read-a-user-gets-404",
    fact: "VOL-09",
    grade: "structural",
    title: "A token without permission does not find the user",
    wrap: refusing(["getUser"], "limitedToken", 404),
  }),
  defineFault({
    id: "suspended-account-gets-403",
    fact: "VOL-09",
    grade: "structural",
    title: "The token of a suspended account gets 403",
    wrap: refusing(volunteerOperations, "suspendedToken", 403),
  }),
  defineFault({
    id: "disabled-access-gets-403",
    fact: "VOL-09",
    grade: "structural",
    title: "A token of an account without API access gets 403 from the list of users",
    wrap: refusing(["listUsers"], "accessDisabledToken", 403),
  }),
  defineFault({
    id: "disabled-access-reads-users",
    fact: "VOL-09",
    grade: "structural",
    title: "Reading a user does not ask whether API access is enabled",
    wrap: admitting(["getUser"], "accessDisabledToken"),
  }),
  defineFault({
    id: "revoked-volunteer-token-creates-groups",
    fact: "VOL-09",
    grade: "behavioural",
    title: "Creating a group alone accepts a revoked token",
    wrap: admitting(["createGroup"], "revokedToken"),
  }),
  defineFault({
    id: "suspended-account-may-write",
    fact: "VOL-09",
    grade: "behavioural",
    title: "Suspension is looked at by reads alone",
    wrap: admitting(volunteerWrites, "suspendedToken"),
  }),
  defineFault({
    id: "missing-permission-counts-for-reads-alone",
    fact: "VOL-09",
    grade: "behavioural",
    title: "A token without permission may set the members of a group",
    wrap: admitting(["setGroupMembers"], "limitedToken"),
  }),
  defineFault({
    id: "disabled-access-reads-after-all",
    fact: "VOL-09",
    grade: "behavioural",
    title: "API access that was disabled is noticed from the second request on",
    wrap: (next, surroundings) => {
      let count = 0;
      return async (incoming) => {
        const isDisabled =
          isMeantFor(incoming, volunteerReads) &&
          bears(incoming, surroundings, "volunteer", "accessDisabledToken");
        if (isDisabled) count += 1;
        return next(isDisabled && count === 1 ? asMain(incoming, surroundings, "volunteer") : incoming);
      };
    },
  }),
  defineFault({
    id: "revoked-volunteer-token-works-behind-small-letters",
    fact: "VOL-09",
    grade: "behavioural",
    title: "A revoked token passes behind bearer in small letters",
    wrap: (next, surroundings) => (incoming) =>
      next(
        incoming.headers.get("authorization") ===
          `bearer ${credential(surroundings, "volunteer", "revokedToken")}`
          ? asMain(incoming, surroundings, "volunteer")
          : incoming,
      ),
  }),
  defineFault({
    id: "disabled-access-creates-projects",
    fact: "VOL-09",
    grade: "structural",
    title: "Creating a project looks at the token, not at whether API access is enabled",
    wrap: admitting(["createProject"], "accessDisabledToken"),
  }),
  defineFault({
    id: "disabled-access-is-forbidden-to-update-groups",
    fact: "VOL-09",
    grade: "structural",
    title: "A token of an account without API access gets 403 from the update of a group",
    wrap: refusing(["updateGroup"], "accessDisabledToken", 403),
  }),
];
