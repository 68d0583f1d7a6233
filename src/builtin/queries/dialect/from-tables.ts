import { assertOptions, option, type OptionsOf } from "../../../core/output/options.ts";
import { kinds, typed } from "../../../core/output/values.ts";
import { unchecked, aList, listOfLength, optional, anObject, aText } from "../../../core/source/rules.ts";
import { assertForm } from "../forms.ts";
import type { OperatorName } from "../operators.ts";
import type { ValueType } from "../values/value-types.ts";
import { defineDialect } from "./define-dialect.ts";
import type { ConjunctCode, Dialect, LetterCase } from "./dialect.ts";

/** A kind of record, described by a table of fields. */
export interface KindTable {
  readonly name: string;
  /** The integer of the query type (U-15). */
  readonly code: number;
  readonly fields: readonly {
    readonly name: string;
    readonly type: ValueType;
    readonly isSortable: boolean;
  }[];
  /** Selectable names; default: the fields. */
  readonly columns?: readonly string[];
}

const tableOptions = {
  /** U-12. */
  singleValueField: option.needed(kinds.text),
  /** U-14. */
  conjunctAnd: option.needed(typed<ConjunctCode>(kinds.any)),
  /** U-13: each operator with its integer. */
  operators: option.needed(typed<readonly (readonly [OperatorName, number])[]>(kinds.any)),
  letterCase: option.needed(typed<LetterCase>(kinds.text)),
  emptyMatchesNull: option.optional(kinds.truth),
  negationMatchesNull: option.optional(kinds.truth),
  kinds: option.needed(typed<readonly KindTable[]>(kinds.any)),
};

/** Assumed answers to open questions, as plain tables. */
export interface AssumptionTables extends OptionsOf<typeof tableOptions> {}

const tablesForm = anObject({
  operators: aList(listOfLength(unchecked, 2)),
  kinds: aList(
    anObject({
      name: aText,
      fields: aList(anObject({ name: aText, type: aText })),
      columns: optional(aList(aText)),
    }),
  ),
});

/**
 * The dialect of a set of assumptions, such as the sandbox's. The caller supplies them; this module knows none.
 * @throws UsageError for contradictory tables.
 * @example
 * ```ts
 * import { dialectFromTables } from "tripact/queries";
 *
 * const dialect = dialectFromTables({
 *   singleValueField: "value",
 *   conjunctAnd: 0,
 *   operators: [["equals", 0]],
 *   letterCase: "ignored",
 *   kinds: [{ name: "donor", code: 0, fields: [{ name: "city", type: "text", isSortable: true }] }],
 * });
 * console.log(dialect.queryTypes["donor"]?.columns); // [ 'city' ]
 * ```
 */
export const dialectFromTables = (tables: AssumptionTables): Dialect => {
  assertOptions(tables, tableOptions);
  assertForm(tables, "tables", tablesForm);
  return defineDialect({
    singleValueField: tables.singleValueField,
    conjunct: tables.conjunctAnd === 0 ? { and: 0, or: 1 } : { and: 1, or: 0 },
    letterCase: tables.letterCase,
    ...(tables.emptyMatchesNull === undefined ? {} : { emptyMatchesNull: tables.emptyMatchesNull }),
    ...(tables.negationMatchesNull === undefined ? {} : { negationMatchesNull: tables.negationMatchesNull }),
    operators: Object.fromEntries(tables.operators),
    queryTypes: Object.fromEntries(
      tables.kinds.map(({ name, code, fields, columns }) => [
        name,
        {
          code,
          parameters: Object.fromEntries(fields.map((field) => [field.name, { type: field.type }])),
          columns: columns ?? fields.map((field) => field.name),
          sortable: fields.filter(({ isSortable }) => isSortable).map((field) => field.name),
        },
      ]),
    ),
  });
};
