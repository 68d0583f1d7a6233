import type { Models } from "../../generated/operation-types.ts";
import type { OperatorName } from "../operators.ts";
import type { ValuesByType, ValueType } from "../values/value-types.ts";

/** The integer by which a group says how its members are joined (U-14). */
export type ConjunctCode = Models["donation"]["Conjunct"];

/** Whether `A` and `a` are the same letter where texts are compared. */
export type LetterCase = "ignored" | "exact";

/** A parameter that conditions may name. */
export interface ParameterDialect {
  readonly type: ValueType;
  /**
   * The operators it may be compared by: by meaning, or by integer where the meaning is not known. Left out: every
   * operator that fits the type.
   */
  readonly operators?: readonly (OperatorName | number)[];
}

/** What queries of one type know. */
export interface QueryTypeDialect {
  /** The integer that `queryType` carries, 0 to 9 (DON-11, U-15). */
  readonly code: number;
  readonly parameters: Readonly<Record<string, ParameterDialect>>;
  /** Names that `selectedColumns` may hold (DON-14). */
  readonly columns: readonly string[];
  /** Names that `sortBy` may hold (U-34). Left out: every parameter, column and the two names that are known. */
  readonly sortable?: readonly string[];
}

/**
 * What the bare integers and names of a query mean to one target (U-12, U-13, U-14, U-15). What is not known is left
 * out; the builder then refuses what would need it, rather than guess.
 */
export interface Dialect {
  /** The property of a condition that holds a single value (U-12). */
  readonly singleValueField?: string;
  /** Which conjunct joins by AND, and which by OR (U-14). */
  readonly conjunct?: { readonly and: ConjunctCode; readonly or: ConjunctCode };
  /** The integer of each operator, 0 to 29 (U-13). */
  readonly operators: Readonly<Partial<Record<OperatorName, number>>>;
  /** By kind of record: `donor`, `gift`, `campaign`, `recurringGift`, `segment`, or a name for a further type. */
  readonly queryTypes: Readonly<Record<string, QueryTypeDialect>>;
  /** Whether the letters A to Z count apart from a to z where texts are compared; default `ignored` (U-13). */
  readonly letterCase?: LetterCase;
  /** Whether `isEmpty` matches a parameter that holds nothing as well as an empty text; default true (U-13). */
  readonly emptyMatchesNull?: boolean;
  /** Whether `notEquals`, `noneOf` and the other negations match one that holds nothing; default false (U-13). */
  readonly negationMatchesNull?: boolean;
  /** How deep groups may nest; 1 is a group without groups. Not stated (U-31); default 8. */
  readonly maximumDepth?: number;
}

/** The kinds of record that a dialect has query types for. */
export type KindOf<D extends Dialect> = keyof D["queryTypes"] & string;

type ParametersOf<D extends Dialect, K extends KindOf<D>> = D["queryTypes"][K]["parameters"];

/** The names of the parameters of a kind. */
export type FieldOf<D extends Dialect, K extends KindOf<D>> = keyof ParametersOf<D, K> & string;

/** What a parameter of a kind is compared with. */
export type ComparableOf<
  D extends Dialect,
  K extends KindOf<D>,
  F extends FieldOf<D, K>,
> = ValuesByType[ParametersOf<D, K>[F]["type"]];

/** The names that may be selected of a kind. */
export type ColumnOf<D extends Dialect, K extends KindOf<D>> = D["queryTypes"][K]["columns"][number];

/** The two names that sorting is known to take everywhere (U-34). */
const knownSortable = ["id", "modifieddatetimeutc"] as const;

/** The names that results of a kind may be sorted by. */
export type SortableOf<D extends Dialect, K extends KindOf<D>> = D["queryTypes"][K] extends {
  readonly sortable: readonly (infer Name extends string)[];
}
  ? Name
  : FieldOf<D, K> | ColumnOf<D, K> | (typeof knownSortable)[number];

/** The largest integers that the interface takes (DON-11, DON-12); the smallest is 0. */
export const largestQueryType = 9;
export const largestOperator = 29;

/** Properties of a condition that cannot hold its single value, since they hold something else. */
export const takenFields: readonly string[] = ["parameter", "operator", "values", "secondaryValue"];

const defaultMaximumDepth = 8;

export const maximumDepthOf = (dialect: Dialect): number => dialect.maximumDepth ?? defaultMaximumDepth;

/** The value of a map's own key: names from outside never reach what every object inherits. */
export const own = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** The query type of a kind; undefined when the dialect does not know it. */
export const queryTypeOf = (
  dialect: Dialect,
  kind: string | number | undefined,
): QueryTypeDialect | undefined => (typeof kind === "string" ? own(dialect.queryTypes, kind) : undefined);

/** Every name that results of a query type may be sorted by, as the dialect spells it. */
export const sortableNames = (type: QueryTypeDialect): readonly string[] =>
  type.sortable ?? [...new Set([...knownSortable, ...Object.keys(type.parameters), ...type.columns])];
