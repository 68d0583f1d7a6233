import { UsageError } from "../../core/model/usage-error.ts";
import type { OperatorName } from "./operators.ts";
import type { Value } from "./values/value-types.ts";

/** For the compiler only: the type that a condition compares with. No object has this property. */
declare const compares: unique symbol;

/** A comparison of one field by a known operator. */
export interface Condition<out Field extends string = string, out Comparable = unknown> {
  readonly kind: "condition";
  readonly field: Field;
  readonly operator: OperatorName;
  /** As many as the operator takes. */
  readonly operands: readonly Value[];
  readonly [compares]?: Comparable;
}

/** The operands of a numbered condition, by property. */
export interface PlacedOperands {
  readonly single?: unknown;
  readonly values?: readonly unknown[];
  readonly secondaryValue?: unknown;
}

/** A comparison of one field by an integer of unknown meaning. It can be sent and shown, but not evaluated. */
export interface NumberedCondition<out Field extends string = string> {
  readonly kind: "numbered";
  readonly field: Field;
  readonly code: number;
  readonly operands: PlacedOperands;
}

/** A comparison of one field, by meaning or by number. */
export type AnyCondition = Condition | NumberedCondition;

/** Members that must all match, or of which one must match. Conditions precede groups, as in a body. */
export interface Group<out Member extends AnyCondition = AnyCondition> {
  readonly kind: "all" | "any";
  readonly members: readonly Filter<Member>[];
}

/** The filter of a query. */
export type Filter<Member extends AnyCondition = AnyCondition> = Member | Group<Member>;

/** The conditions in a filter, at any depth. */
type ConditionsIn<F> = F extends Group<infer Member> ? Member : F;

type GroupOf<Members extends readonly Filter[]> = Group<Extract<ConditionsIn<Members[number]>, AnyCondition>>;

export const isGroup = <Member extends AnyCondition>(filter: Filter<Member>): filter is Group<Member> =>
  filter.kind === "all" || filter.kind === "any";

/** Whether a value is a filter, for untyped callers. */
export const isFilter = (value: unknown): value is Filter =>
  typeof value === "object" && value !== null && "kind" in value && filterKinds.includes(String(value.kind));

const filterKinds: readonly string[] = ["all", "any", "condition", "numbered"];

/**
 * Matches if every member matches.
 * @throws UsageError without members: the meaning of an empty group is not stated.
 * @example
 * ```ts
 * import { all, field } from "tripact/queries";
 *
 * const both = all(field("city").equals("Austin"), field("name").contains("an"));
 * console.log(both.members.length); // 2
 * ```
 */
export const all = <const Members extends readonly Filter[]>(...members: Members): GroupOf<Members> =>
  group("all", members);

/**
 * Matches if at least one member matches.
 * @throws UsageError without members, as `all`.
 * @example
 * ```ts
 * import { any, field } from "tripact/queries";
 *
 * const either = any(field("city").equals("Austin"), field("city").equals("Boston"));
 * console.log(either.kind); // any
 * ```
 */
export const any = <const Members extends readonly Filter[]>(...members: Members): GroupOf<Members> =>
  group("any", members);

const group = <Members extends readonly Filter[]>(
  kind: Group["kind"],
  members: Members,
): GroupOf<Members> => {
  if (members.length === 0)
    throw new UsageError(`${kind}() has no members`, {
      hint: "omit the filter to ask for every record; what an empty group matches is not specified",
    });
  if (!members.every(isFilter))
    throw new UsageError(`a member of ${kind}() is a condition, all(…) or any(…)`);
  // The same members, reordered.
  return groupOf(kind, members) as GroupOf<Members>;
};

/** A group in canonical form: conditions before groups, otherwise in the given order. */
export const groupOf = (kind: Group["kind"], members: readonly Filter[]): Group => ({
  kind,
  members: [...members.filter((member) => !isGroup(member)), ...members.filter(isGroup)],
});
