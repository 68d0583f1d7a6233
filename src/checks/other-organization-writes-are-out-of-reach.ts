import { operations, type OperationId } from "../contract/generated/operations.ts";
import { defineCheck, sendAll } from "../harness/model/check.ts";
import { notApplicable } from "./support/judgements.ts";
import { handedOut } from "./support/other-organization.ts";
import { bearer, sampleCall } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const strangers = {
  crm: "crm.credentials.otherOrganizationApiKey",
  volunteer: "volunteer.credentials.otherOrganizationToken",
} as const;

/** Writes to a record that their path names. */
const writes = [
  { operation: "replaceContactNote", interface: "crm" },
  { operation: "updateGroup", interface: "volunteer" },
  { operation: "setGroupMembers", interface: "volunteer" },
  { operation: "updateProject", interface: "volunteer" },
] as const satisfies readonly {
  readonly operation: OperationId;
  readonly interface: keyof typeof strangers;
}[];

export const otherOrganizationWritesAreOutOfReach = defineCheck({
  id: "other-organization-writes-are-out-of-reach",
  facts: ["GEN-05"],
  // Of a target the same number may be a record of the other organization's own, and that is nobody's scratch record.
  effect: "sandbox",
  severity: "error",
  interfaces: [],
  needs: [],
  title: "Another organization's credential changes no record",
  why: "A caller that may not read a record must not overwrite it either.",
  *plan(context) {
    const calls = writes
      .filter(
        (write) => context.interfaces.includes(write.interface) && context.has(strangers[write.interface]),
      )
      .flatMap(({ operation, interface: name }) => {
        const label = `${operations[operation].summary} with another organization's credential`;
        return sampleCall(operation, context, bearer(strangers[name]), label) ?? [];
      });
    yield* sendAll(calls.map(toBeRefused));
  },
  *judge(exchanges) {
    if (exchanges.length === 0)
      return yield notApplicable("not configured: a credential of another organization, or a scratch record");
    for (const exchange of exchanges) yield* handedOut(exchange);
  },
});
