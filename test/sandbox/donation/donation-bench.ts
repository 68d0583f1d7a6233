import { expect } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import type { OperationIdsOf } from "../../../src/builtin/generated/operation-types.ts";
import type { Operation } from "../../../src/core/model/operation.ts";
import { withDefaults, type Assumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import type { SandboxOptions } from "../../../src/sandbox/options.ts";
import { tokenText } from "../../../src/sandbox/builtin/seed/credentials.ts";
import type { RecordKindEntity } from "../../../src/sandbox/store/donation/kind.ts";
import { integerOf, type OperatorName } from "../../../src/sandbox/store/operators.ts";
import { queryTypeOfKind, queryTypes } from "../../../src/sandbox/store/donation/kinds.ts";
import { otherOrganization } from "../../../src/sandbox/store/organizations.ts";
import { validateResponse } from "../../../src/builtin/validation.ts";
import type { Received, Sent } from "../ask.ts";
import { type AtEnd, bench, type Bench } from "../support.ts";

type DonationOperation = OperationIdsOf<"donation">;

export type Json = Readonly<Record<string, unknown>>;

export interface DonationPage {
  readonly items: readonly Json[];
  readonly total: number;
}

interface DonationCall extends Sent {
  readonly path?: string | number;
  /** Query parameters. */
  readonly query?: Readonly<Record<string, string | number | boolean>>;
}

/** A condition by what its operator means. */
export interface Meant {
  readonly parameter: string;
  readonly operator: OperatorName;
  readonly value?: unknown;
  readonly values?: readonly unknown[];
  readonly secondaryValue?: unknown;
}

/** Conditions and groups joined by AND (`all`) or OR (`any`). */
export type MeantGroup = { readonly all: readonly MeantMember[] } | { readonly any: readonly MeantMember[] };
export type MeantMember = Meant | MeantGroup;

const isMeant = (member: MeantMember): member is Meant => "parameter" in member;
const isGroup = (member: MeantMember): member is MeantGroup => !isMeant(member);

export const queryOperations = {
  donor: "queryDonors",
  gift: "queryGifts",
  campaign: "queryCampaigns",
  recurringGift: "queryRecurringGifts",
  segment: "querySegments",
} as const satisfies Readonly<Record<string, DonationOperation>>;

export type Queried = keyof typeof queryOperations;
// The table's keys are those of the type.
export const queriedKinds = Object.keys(queryOperations) as Queried[];

export const listOperations = { donor: "listDonors", gift: "listGifts", campaign: "listCampaigns" } as const;

export type Listed = keyof typeof listOperations;
// As above.
export const listedKinds = Object.keys(listOperations) as Listed[];

/** What is shown of an answer that is refused because of a field, behind what was sent. */
export const expectRefused = ({ status, at }: Received, field: string, ...sent: readonly unknown[]): void => {
  const shown = [status, at("/title"), at("/status"), at("/errors")];
  expect([...sent, ...shown]).toEqual([...sent, 400, "Bad Request", 400, { [field]: [expect.any(String)] }]);
};

export const kindNamed = (name: string): RecordKindEntity => {
  const kind = queryTypes.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
};

/** A sandbox, asked as a client of the donation interface would. */
export interface DonationBench extends Bench {
  readonly assumptions: Assumptions;
  readonly otherToken: string;
  /**
   * Calls a documented operation, by default with the main token; its answer must fit the
   * documents.
   */
  call(operation: DonationOperation, call?: DonationCall): Promise<Received>;
  /** A page of a list endpoint; its parameters without their capital letters. */
  list(kind: Listed, query?: DonationCall["query"]): Promise<DonationPage>;
  /** A page of a query endpoint; `groups` and all else as they are sent, but for the query type. */
  query(kind: Queried, body?: Json): Promise<DonationPage>;
  /** The total and ids of what a group means, in the dialect of the assumptions. */
  match(
    kind: Queried,
    group: MeantGroup,
  ): Promise<{ readonly total: number; readonly ids: readonly unknown[] }>;
  groups(group: MeantGroup): readonly Json[];
  scratch(kind: "campaign" | "project" | "segment"): Json;
}

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const pageIn = (answer: Received): DonationPage => {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  // A valid answer of these operations is a page.
  return answer.json as DonationPage;
};

export const donationBench = (options: SandboxOptions = {}, atEnd?: AtEnd): DonationBench => {
  // Properties ask more often in an hour than anybody may.
  const chosen = { "U-28": 0, ...options.assumptions };
  const made = bench({ scale: 40, ...options, assumptions: chosen }, atEnd);
  const assumptions = withDefaults(chosen);
  const token = made.credential("donation", "token");
  const call: DonationBench["call"] = async (id, { path, query = {}, ...sent } = {}) => {
    const { method, path: template }: Operation = operations[id];
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const address = template.replace(/\{\w+\}/, encodeURIComponent(String(path)));
    const answer = await made.ask(`/donation${address}?${search}`, { token, method, ...sent });
    expect([id, answer.status, validateResponse(id, answer.status, answer.json)]).toEqual([
      id,
      answer.status,
      [],
    ]);
    return answer;
  };
  const conditionOf = ({ operator, value, ...rest }: Meant): Json => ({
    ...rest,
    operator: integerOf(operator, assumptions),
    ...(value === undefined ? {} : { [assumptions["U-12"]]: value }),
  });
  const groupOf = (group: MeantGroup): Json => {
    const members = "all" in group ? group.all : group.any;
    const isAnd = "all" in group;
    return {
      conjunct: isAnd === (assumptions["U-14"] === "and-is-0") ? 0 : 1,
      conditions: members.filter(isMeant).map(conditionOf),
      groups: members.filter(isGroup).map(groupOf),
    };
  };
  const query: DonationBench["query"] = async (kind, body = {}) => {
    const queryType = queryTypeOfKind(kindNamed(kind), assumptions);
    return pageIn(await call(queryOperations[kind], { body: { queryType, ...body } }));
  };
  return {
    ...made,
    assumptions,
    // It stands in no configuration.
    otherToken: tokenText(options.seed ?? 1, "donation", "otherOrganizationToken", otherOrganization),
    call,
    list: async (kind, parameters = {}) => {
      const named = Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [pascal(name), value]),
      );
      return pageIn(await call(listOperations[kind], { query: named }));
    },
    query,
    match: async (kind, group) => {
      const page = await query(kind, { groups: [groupOf(group)], take: 1000, selectedColumns: ["id"] });
      return { total: page.total, ids: page.items.map(({ id }) => id) };
    },
    groups: (group) => [groupOf(group)],
    // The configuration has these three.
    scratch: (kind) => made.setting("donation", "scratch", kind) as Json,
  };
};
