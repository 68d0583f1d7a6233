import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { SandboxDatabase } from "../../../store/database.ts";
import { firstOf } from "../../../store/organizations.ts";
import { sql } from "../../../store/sql.ts";
import {
  campaigns,
  donors,
  gifts,
  projects,
  queryTypeOfKind,
  recurringGifts,
  segments,
} from "../../../store/donation/kinds.ts";
import type { RecordKindEntity } from "../../../store/donation/kind.ts";
import { integerOf, type OperatorName } from "../../../store/operators.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * The donation part of the configuration: bodies for disposable records, and the query dialect by the assumptions. The
 * last campaign, segment and project of an organization are disposable: no gift belongs to them.
 */
export const donationConfiguration = (
  database: SandboxDatabase,
  organizationId: number,
  assumptions: Assumptions,
): { readonly scratch: Json; readonly queries: Json } => {
  const last = (kind: RecordKindEntity): number =>
    firstOf(database, kind, organizationId, { order: sql`id desc` }) ?? 0;
  return {
    scratch: {
      campaign: { id: last(campaigns), ...scratchCampaign },
      project: { id: last(projects), ...scratchProject },
      segment: {
        id: last(segments),
        ...scratchSegment,
        campaignId: firstOf(database, campaigns, organizationId) ?? 0,
      },
    },
    queries: {
      singleValueField: assumptions["U-12"],
      conjunctAnd: assumptions["U-14"] === "and-is-0" ? 0 : 1,
      queryTypes: Object.fromEntries(queried.map((kind) => [kind.name, queryTypeOfKind(kind, assumptions)])),
      sampleConditions: Object.fromEntries(
        queried.map((kind) => [
          kind.name,
          (samples[kind.name] ?? []).map((sample) => conditionOf(sample, assumptions)),
        ]),
      ),
    },
  };
};

/** Every property that a replacement writes, none of them empty, because omitted properties differ from sent ones. */
const scratchCampaign = {
  name: "Disposable campaign",
  description: "Free to be replaced.",
  crmKey: "C-scratch",
  goal: 2500.75,
  startDate: "2025-01-01T00:00:00.000Z",
  endDate: "2025-12-31T23:59:59.999Z",
  isActive: true,
};

const scratchProject = {
  name: "Disposable project",
  description: "Free to be replaced.",
  code: "SCRATCH",
  crmKey: "P-scratch",
  goal: 1000.5,
  isActive: true,
  isTaxDeductible: true,
};

const scratchSegment = {
  name: "Disposable segment",
  code: "SCRATCH",
  description: "Free to be replaced.",
  cost: 99.95,
  isActive: true,
};

const queried: readonly RecordKindEntity[] = [donors, gifts, campaigns, recurringGifts, segments];

interface Sample {
  readonly parameter: string;
  readonly operator: OperatorName;
  readonly value?: unknown;
  readonly values?: readonly unknown[];
  readonly secondaryValue?: unknown;
}

/** Conditions that each match some records, but not all. */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  donor: [
    { parameter: "isOrganization", operator: "isFalse" },
    { parameter: "lifetimeGiving", operator: "greaterThan", value: 100 },
    { parameter: "name", operator: "contains", value: "an" },
    { parameter: "email", operator: "isSet" },
  ],
  gift: [
    { parameter: "status", operator: "equals", value: "Approved" },
    { parameter: "amount", operator: "between", value: 10, secondaryValue: 100 },
    { parameter: "paymentMethod", operator: "anyOf", values: ["Card", "Check"] },
  ],
  campaign: [
    { parameter: "isActive", operator: "isTrue" },
    { parameter: "goal", operator: "greaterThanOrEqual", value: 5000 },
  ],
  recurringGift: [
    { parameter: "status", operator: "equals", value: "Active" },
    { parameter: "amount", operator: "lessThan", value: 50 },
  ],
  segment: [
    { parameter: "isActive", operator: "isTrue" },
    { parameter: "code", operator: "startsWith", value: "MAIL" },
  ],
};

const conditionOf = ({ operator, value, ...sample }: Sample, assumptions: Assumptions): Json => ({
  ...sample,
  operator: integerOf(operator, assumptions),
  ...(value === undefined ? {} : { [assumptions["U-12"]]: value }),
});
