import { UsageError } from "../../core/model/usage-error.ts";
import { dotted } from "../../core/source/path.ts";
import {
  unchecked,
  byKind,
  is,
  aList,
  aNumber,
  oneOfThese,
  optional,
  problemAt,
  anObject,
  type ValueRule,
  aText,
  aTruth,
} from "../../core/source/rules.ts";
import { operatorNames } from "./operators.ts";
import { isValue } from "./values/value-types.ts";

/** Callers without types may pass anything: the forms of what functions take besides their options. */

/** No dialect and no body nests as deep. */
const deepest = 100;

const tooDeep: ValueRule = (_, path) => [problemAt(path.slice(0, 2), `groups nest deeper than ${deepest}`)];

/** @param below what holds for groups that nest too deep */
const filterOf = (below: ValueRule): ValueRule => {
  const anyFilter: ValueRule = (value, path) => (path.length > 2 * deepest ? below : ofKind)(value, path);
  const group = anObject({ members: aList(anyFilter) });
  const ofKind = byKind({ all: group, any: group, condition, numbered });
  return anyFilter;
};

const condition = anObject({
  field: aText,
  operator: oneOfThese(...operatorNames),
  operands: aList(is("a text, a number, true or false", isValue)),
});

const numbered = anObject({
  field: aText,
  code: aNumber,
  operands: anObject({ values: optional(aList(unchecked)) }),
});

const kind = optional(is("text or a number", (value) => ["string", "number"].includes(typeof value)));

export const filterForm: ValueRule = filterOf(tooDeep);

/** Without the parts that `refusalsOf` judges, such as the depth. */
export const queryForm: ValueRule = anObject({
  kind,
  filter: optional(filterOf(unchecked)),
  columns: optional(aList(aText)),
  sortBy: optional(aText),
});

/** With numbers, switches and depth, for functions that judge none. */
export const pageForm: ValueRule = anObject({
  filter: optional(filterForm),
  skip: optional(aNumber),
  take: optional(aNumber),
  descending: optional(aTruth),
  includeDetails: optional(aTruth),
});

export const recordsForm: ValueRule = aList(anObject({}));

/** @throws UsageError that says where a value has another form */
export const assertForm = (value: unknown, name: string, ...rules: readonly ValueRule[]): void => {
  for (const rule of rules)
    for (const { path, message } of rule(value, []))
      throw new UsageError(message, { location: path.length === 0 ? name : `${name}, ${dotted(path)}` });
};
