import { sendAll, type ActiveCheck, type PlanContext } from "../../core/model/check.ts";
import type { Call, Exchange } from "../../core/model/exchange.ts";
import type { Resource, ResourceRead } from "../../core/model/resource.ts";
import { notApplicable } from "../support/judgements.ts";
import { handedOut, type Known } from "../support/other-organization.ts";
import { toBeRefused } from "../support/refusal.ts";
import { bearer, idAt } from "../support/sample-calls.ts";

interface Reach {
  readonly read: ResourceRead;
  /** The record of one organization, its own credential, and the other's. */
  readonly record: string;
  readonly owner: string;
  readonly stranger: string;
}

const reachesOf = ({ read, credential, stranger }: Resource): readonly Reach[] => {
  if (read?.known === undefined || stranger === undefined) return [];
  const { own, other } = read.known;
  return [
    ...other.map((record): Reach => ({ read, record, owner: stranger, stranger: credential })),
    ...own.map((record): Reach => ({ read, record, owner: credential, stranger })),
  ];
};

/** Who asks for which record, by its setting. */
interface Tag {
  readonly who: "owner" | "stranger";
  readonly record: string;
}

const callOf = (reach: Reach, who: Tag["who"], context: PlanContext): readonly Call<Tag>[] => {
  const id = idAt(context, reach.record);
  if (id === undefined || !context.has(reach[who])) return [];
  return [
    {
      operation: reach.read.operation,
      path: { [reach.read.parameter]: id },
      authorization: bearer(reach[who]),
      label: `${who}: ${reach.record} with ${reach[who]}`,
      tag: { who, record: reach.record },
    },
  ];
};

/** What is known about the record that a stranger asked for: the owner's answer, and another record of its kind. */
const knownOf = (
  { operation, call }: Exchange<Tag>,
  exchanges: readonly Exchange<Tag>[],
): Known | undefined => {
  const owned = exchanges.filter((one) => one.operation === operation && one.call?.tag?.who === "owner");
  const isOf = (one: Exchange<Tag>): boolean => one.call?.tag?.record === call?.tag?.record;
  const owner = owned.find(isOf);
  return owner === undefined ? undefined : { owner, other: owned.find((one) => !isOf(one)) };
};

/** Records of both organizations can be read only with their owner's credential. */
export const outOfReach = (
  resources: readonly Resource[],
  words: Pick<ActiveCheck, "id" | "facts" | "title" | "why">,
): ActiveCheck<Tag> => ({
  ...words,
  effect: "read",
  interfaces: [],
  needs: [],
  *plan(context) {
    const asked = resources
      .flatMap(reachesOf)
      .filter((reach) => callOf(reach, "stranger", context).length > 0);
    // The owner first: a cached answer must not reach the other one.
    yield* sendAll(asked.flatMap((reach) => callOf(reach, "owner", context)));
    yield* sendAll(
      asked.flatMap((reach) => callOf(reach, "stranger", context)).map((call) => toBeRefused(call)),
    );
  },
  *judge(exchanges) {
    const strange = exchanges.filter(({ call }) => call?.tag?.who === "stranger");
    if (strange.length === 0)
      return yield notApplicable("not configured: a record or credential of another organization");
    for (const exchange of strange) yield* handedOut(exchange, knownOf(exchange, exchanges));
  },
});
