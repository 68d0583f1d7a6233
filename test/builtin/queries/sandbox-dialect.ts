import { type Dialect, dialectFromTables } from "../../../src/builtin/queries/index.ts";
import { withDefaults, type Assumptions } from "../../../src/sandbox/assumptions/assumptions.ts";
import { columnNames } from "../../../src/sandbox/store/donation/kind.ts";
import { integerOf, operatorNames } from "../../../src/sandbox/store/operators.ts";
import { queryTypeOfKind, queryTypes } from "../../../src/sandbox/store/donation/kinds.ts";

/** The dialect that a sandbox speaks under some assumptions. */
export const sandboxDialect = (chosen: Partial<Assumptions>): Dialect => {
  const assumptions = withDefaults(chosen);
  return dialectFromTables({
    singleValueField: assumptions["U-12"],
    conjunctAnd: assumptions["U-14"] === "and-is-0" ? 0 : 1,
    letterCase: assumptions["U-13.case"],
    emptyMatchesNull: assumptions["U-13.empty"] === "with-null",
    negationMatchesNull: assumptions["U-13.negation"] === "with-null",
    operators: operatorNames.map((name) => [name, integerOf(name, assumptions)] as const),
    kinds: queryTypes.map((kind) => ({
      name: kind.name,
      code: queryTypeOfKind(kind, assumptions),
      fields: kind.fields.map(({ name, type, details }) => ({
        name,
        type,
        isSortable: details.isSortable === true,
      })),
      columns: columnNames(kind, assumptions),
    })),
  });
};
