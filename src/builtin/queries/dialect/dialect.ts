import { own } from "../../../core/model/json-object.ts";
import type { Models } from "../../generated/operation-types.ts";
import type { OperatorName } from "../operators.ts";
import type { ValuesByType, ValueType } from "../values/value-types.ts";

/** The integer that states how a group joins its members (U-14). */
export type ConjunctCode = Models["donation"]["Conjunct"];

/** Whether text comparisons ignore the case of letters. */
export type LetterCase = "ignored" | "exact";

/** A parameter for conditions. */
export interface ParameterDialect {
  readonly type: ValueType;
  /**
   * The supported operators: by meaning, or by integer if the meaning is unknown. Default: every operator that fits the
   * type.
   */
  readonly operators?: readonly (OperatorName | number)[];
}

/** What is known about queries of one type. */
export interface QueryTypeDialect {
  /** The integer of `queryType`, 0 to 9 (DON-11, U-15). */
  readonly code: number;
  readonly parameters: Readonly<Record<string, ParameterDialect>>;
  /** Allowed names in `selectedColumns` (DON-14). */
  readonly columns: readonly string[];
  /** Allowed names in `sortBy` (U-34). Default: every parameter and column, and the two names known everywhere. */
  readonly sortable?: readonly string[];
}

/**
 * What the integers and names in queries mean to one target (U-12, U-13, U-14, U-15). Omit what is unknown: the builder
 * then refuses to use it instead of guessing.
 */
export interface Dialect {
  /** The property of a condition that holds a single value (U-12). */
  readonly singleValueField?: string;
  /** The conjunct for AND, and the one for OR (U-14). */
  readonly conjunct?: { readonly and: ConjunctCode; readonly or: ConjunctCode };
  /** The integer of each operator, 0 to 29 (U-13). */
  readonly operators: Readonly<Partial<Record<OperatorName, number>>>;
  /** By kind of record: `donor`, `gift`, `campaign`, `recurringGift`, `segment`, or a name for a further type. */
  readonly queryTypes: Readonly<Record<string, QueryTypeDialect>>;
  /** Whether text comparisons ignore the case of A to Z; default `ignored` (U-13). */
  readonly letterCase?: LetterCase;
  /** Whether `isEmpty` matches unset parameters as well as empty texts; default true (U-13). */
  readonly emptyMatchesNull?: boolean;
  /** Whether `notEquals`, `noneOf` and the other negations match unset parameters; default false (U-13). */
  readonly negationMatchesNull?: boolean;
  /** Maximum nesting of groups; 1 means no nested groups. Not stated (U-31); default 8. */
  readonly maximumDepth?: number;
}

/** The kinds of record with a query type in a dialect. */
export type KindOf<D extends Dialect> = keyof D["queryTypes"] & string;

type ParametersOf<D extends Dialect, K extends KindOf<D>> = D["queryTypes"][K]["parameters"];

/** The parameter names of a kind. */
export type FieldOf<D extends Dialect, K extends KindOf<D>> = keyof ParametersOf<D, K> & string;

/** The values that a parameter of a kind can be compared with. */
export type ComparableOf<
  D extends Dialect,
  K extends KindOf<D>,
  F extends FieldOf<D, K>,
> = ValuesByType[ParametersOf<D, K>[F]["type"]];

/** The selectable names of a kind. */
export type ColumnOf<D extends Dialect, K extends KindOf<D>> = D["queryTypes"][K]["columns"][number];

/** The two names by which every kind can be sorted (U-34). */
const knownSortable = ["id", "modifieddatetimeutc"] as const;

/** The sortable names of a kind. */
export type SortableOf<D extends Dialect, K extends KindOf<D>> = D["queryTypes"][K] extends {
  readonly sortable: readonly (infer Name extends string)[];
}
  ? Name
  : FieldOf<D, K> | ColumnOf<D, K> | (typeof knownSortable)[number];

/** The largest integers that the interface accepts (DON-11, DON-12); the smallest is 0. */
export const largestQueryType = 9;
export const largestOperator = 29;

/** Properties of a condition that cannot hold its single value because they have another purpose. */
export const takenFields: readonly string[] = ["parameter", "operator", "values", "secondaryValue"];

const defaultMaximumDepth = 8;

export const maximumDepthOf = (dialect: Dialect): number => dialect.maximumDepth ?? defaultMaximumDepth;

/** The query type of a kind; undefined if the dialect does not know it. */
export const queryTypeOf = (
  dialect: Dialect,
  kind: string | number | undefined,
): QueryTypeDialect | undefined => (typeof kind === "string" ? own(dialect.queryTypes, kind) : undefined);

/** Every sortable name of a query type, in the dialect's spelling. */
export const sortableNames = (type: QueryTypeDialect): readonly string[] =>
  type.sortable ?? [...new Set([...knownSortable, ...Object.keys(type.parameters), ...type.columns])];
