import { UsageError } from "../../core/model/usage-error.ts";
import { dotted } from "../../core/source/path.ts";
import {
  anything,
  byKind,
  is,
  list,
  number,
  oneOf,
  optional,
  problem,
  record,
  type Rule,
  text,
  truth,
} from "../../core/source/rules.ts";
import { operatorNames } from "./operators.ts";
import { isValue } from "./values/value-types.ts";

/** Callers without types may pass anything: the forms of what functions take besides their options. */

/** No dialect and no body nests as deep. */
const deepest = 100;

const tooDeep: Rule = (_, path) => [problem(path.slice(0, 2), `groups nest deeper than ${deepest}`)];

/** @param below what holds for groups that nest too deep */
const filterOf = (below: Rule): Rule => {
  const anyFilter: Rule = (value, path) => (path.length > 2 * deepest ? below : ofKind)(value, path);
  const group = record({ members: list(anyFilter) });
  const ofKind = byKind({ all: group, any: group, condition, numbered });
  return anyFilter;
};

const condition = record({
  field: text,
  operator: oneOf(...operatorNames),
  operands: list(is("a text, a number, true or false", isValue)),
});

const numbered = record({
  field: text,
  code: number,
  operands: record({ values: optional(list(anything)) }),
});

const kind = optional(is("text or a number", (value) => ["string", "number"].includes(typeof value)));

export const filterForm: Rule = filterOf(tooDeep);

/** Without the parts that `refusalsOf` judges, such as the depth. */
export const queryForm: Rule = record({
  kind,
  filter: optional(filterOf(anything)),
  columns: optional(list(text)),
  sortBy: optional(text),
});

/** With numbers, switches and depth, for functions that judge none. */
export const pageForm: Rule = record({
  filter: optional(filterForm),
  skip: optional(number),
  take: optional(number),
  descending: optional(truth),
  includeDetails: optional(truth),
});

export const recordsForm: Rule = list(record({}));

/** @throws UsageError that says where a value has another form */
export const assertForm = (value: unknown, name: string, ...rules: readonly Rule[]): void => {
  for (const rule of rules)
    for (const { path, message } of rule(value, []))
      throw new UsageError(message, { location: path.length === 0 ? name : `${name}, ${dotted(path)}` });
};
