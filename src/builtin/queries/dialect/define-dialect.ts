import { UsageError } from "../../../core/model/usage-error.ts";
import { dotted } from "../../../core/source/path.ts";
import { dialectProblems } from "./check-dialect.ts";
import type { Dialect } from "./dialect.ts";

/** Dialects are constants, so each is validated once. */
const sound = new WeakSet<Dialect>();

/**
 * A dialect in code. Its names are kept as types, so a query with a wrong name does not compile.
 * @throws UsageError for the first rule that it breaks, with the path.
 * @example
 * ```ts
 * import { defineDialect } from "tripact/queries";
 *
 * const dialect = defineDialect({
 *   singleValueField: "value",
 *   conjunct: { and: 0, or: 1 },
 *   operators: { equals: 0, contains: 1 },
 *   queryTypes: {
 *     donor: {
 *       code: 0,
 *       parameters: { city: { type: "text" }, name: { type: "text" } },
 *       columns: ["id", "name", "city"],
 *     },
 *   },
 * });
 * console.log(dialect.queryTypes.donor.code); // 0
 * ```
 */
export const defineDialect = <const D extends Dialect>(dialect: D): D => {
  assertSound(dialect);
  return dialect;
};

/** @throws UsageError as `defineDialect`. */
export const assertSound = (dialect: Dialect): void => {
  if (sound.has(dialect)) return;
  for (const { path, message, hint } of dialectProblems(dialect))
    throw new UsageError(message, {
      location: path.length === 0 ? "dialect" : `dialect, ${dotted(path)}`,
      hint,
    });
  sound.add(dialect);
};
