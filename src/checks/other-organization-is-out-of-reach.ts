import { defineCheck, sendAll, type PlanContext } from "../harness/model/check.ts";
import type { Call, Exchange } from "../harness/model/exchange.ts";
import type { OperationId } from "../contract/generated/operations.ts";
import { notApplicable } from "./support/judgements.ts";
import { handedOut, type Known } from "./support/other-organization.ts";
import { bearer, idAt } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

interface Reach {
  readonly operation: OperationId;
  readonly parameter: string;
  /** The record of one organization, its own credential, and that of the other. */
  readonly record: string;
  readonly owner: string;
  readonly stranger: string;
}

const crm = { main: "crm.credentials.apiKey", other: "crm.credentials.otherOrganizationApiKey" };
const volunteer = {
  main: "volunteer.credentials.token",
  other: "volunteer.credentials.otherOrganizationToken",
};

const bothWays = (
  operation: OperationId,
  parameter: string,
  records: { readonly main: string; readonly other: string },
  credentials: { readonly main: string; readonly other: string },
): readonly Reach[] => [
  { operation, parameter, record: records.other, owner: credentials.other, stranger: credentials.main },
  { operation, parameter, record: records.main, owner: credentials.main, stranger: credentials.other },
];

const reaches: readonly Reach[] = [
  ...bothWays(
    "getContact",
    "contactId",
    { main: "crm.records.contactId", other: "crm.records.otherOrganizationContactId" },
    crm,
  ),
  {
    operation: "getContact",
    parameter: "contactId",
    record: "crm.records.privateContactId",
    owner: crm.main,
    stranger: crm.other,
  },
  ...bothWays(
    "getWebhook",
    "webhookId",
    { main: "crm.records.webhookId", other: "crm.records.otherOrganizationWebhookId" },
    crm,
  ),
  ...bothWays(
    "getUser",
    "id",
    { main: "volunteer.records.userId", other: "volunteer.records.otherOrganizationUserId" },
    volunteer,
  ),
];

const callOf = (reach: Reach, who: "owner" | "stranger", context: PlanContext): Call[] => {
  const id = idAt(context, reach.record);
  if (id === undefined || !context.has(reach[who])) return [];
  return [
    {
      operation: reach.operation,
      path: { [reach.parameter]: id },
      authorization: bearer(reach[who]),
      label: `${who}: ${reach.record} with ${reach[who]}`,
    },
  ];
};

/** What is known of the record that a stranger asked for: as its owner was shown it, and another one of its kind. */
const knownOf = ({ operation, call }: Exchange, exchanges: readonly Exchange[]): Known | undefined => {
  const record = call?.label.split(" ")[1];
  const owned = exchanges.filter(
    (one) => one.operation === operation && one.call?.label.startsWith("owner: ") === true,
  );
  const isOf = (one: Exchange): boolean => one.call?.label.split(" ")[1] === record;
  const owner = owned.find(isOf);
  return owner === undefined ? undefined : { owner, other: owned.find((one) => !isOf(one)) };
};

export const otherOrganizationIsOutOfReach = defineCheck({
  id: "other-organization-is-out-of-reach",
  facts: ["GEN-05"],
  effect: "read",
  severity: "error",
  interfaces: [],
  needs: [],
  title: "A credential reads only its own organization's records",
  why: "One organization reading another's donors is the worst possible breach.",
  *plan(context) {
    const asked = reaches.filter((reach) => callOf(reach, "stranger", context).length > 0);
    // The owner first: what was read by one must not be handed on to the other.
    yield* sendAll(asked.flatMap((reach) => callOf(reach, "owner", context)));
    yield* sendAll(asked.flatMap((reach) => callOf(reach, "stranger", context)).map(toBeRefused));
  },
  *judge(exchanges) {
    const strange = exchanges.filter(({ call }) => call?.label.startsWith("stranger: ") === true);
    if (strange.length === 0)
      return yield notApplicable("not configured: a record or credential of another organization");
    for (const exchange of strange) yield* handedOut(exchange, knownOf(exchange, exchanges));
  },
});
