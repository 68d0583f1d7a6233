import { defineCheck, sendAll, type PlanContext } from "../model/check.ts";
import { jsonOf, type Call, type Exchange } from "../model/exchange.ts";
import type { OperationId } from "../generated/operations.ts";
import { isObject } from "./support/json.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { bearer, idAt } from "./support/sample-calls.ts";

interface Reach {
  readonly operation: OperationId;
  readonly parameter: string;
  /** The record of one organization, and the credential of the other. */
  readonly record: string;
  readonly credential: string;
}

const reaches: readonly Reach[] = [
  { operation: "getContact", parameter: "contactId", record: "crm.records.otherOrganizationContactId", credential: "crm.credentials.apiKey" },
  { operation: "getWebhook", parameter: "webhookId", record: "crm.records.otherOrganizationWebhookId", credential: "crm.credentials.apiKey" },
  { operation: "getContact", parameter: "contactId", record: "crm.records.contactId", credential: "crm.credentials.otherOrganizationApiKey" },
  { operation: "getWebhook", parameter: "webhookId", record: "crm.records.webhookId", credential: "crm.credentials.otherOrganizationApiKey" },
  { operation: "getUser", parameter: "id", record: "volunteer.records.otherOrganizationUserId", credential: "volunteer.credentials.token" },
  { operation: "getUser", parameter: "id", record: "volunteer.records.userId", credential: "volunteer.credentials.otherOrganizationToken" },
];

const callOf = (reach: Reach, context: PlanContext): Call[] => {
  const id = idAt(context, reach.record);
  if (id === undefined || !context.has(reach.credential)) return [];
  return [
    {
      operation: reach.operation,
      path: { [reach.parameter]: id },
      authorization: bearer(reach.credential),
      label: `${reach.record} with ${reach.credential}`,
    },
  ];
};

/** Every id an answer carries at its root or one level below. */
const idsOf = (body: unknown): readonly unknown[] => {
  if (!isObject(body)) return [];
  const inner = Object.values(body).filter(isObject);
  return [body, ...inner].map((object) => object["id"]).filter((id) => id !== undefined);
};

const showsIt = (exchange: Exchange): boolean => {
  const asked = String(Object.values(exchange.call?.path ?? {})[0]);
  return idsOf(jsonOf(exchange)).some((id) => String(id) === asked);
};

export const otherOrganizationIsOutOfReach = defineCheck({
  id: "other-organization-is-out-of-reach",
  facts: ["GEN-05"],
  effect: "read",
  severity: "error",
  interfaces: [],
  needs: [],
  title: "A credential reaches only its own organization's records",
  why: "One organization that reads another's donors is the worst that can happen.",
  *plan(context) {
    yield* sendAll(reaches.flatMap((reach) => callOf(reach, context)));
  },
  *judge(exchanges) {
    if (exchanges.length === 0) return yield notApplicable("not configured: a record or credential of another organization");
    for (const exchange of exchanges) {
      if (statusOf(exchange) >= 300 || !showsIt(exchange)) continue;
      yield violation({
        rule: "relation",
        message: "a record came back to the credential of another organization",
        exchange,
        expected: "a refusal",
        actual: `${statusOf(exchange)} with the record's id`,
      });
    }
  },
});
