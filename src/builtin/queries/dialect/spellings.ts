import { own } from "../../../core/model/json-object.ts";
import { isOperatorName, type OperatorName, operatorNames } from "../operators.ts";
import { isValueType, type ValueType } from "../values/value-types.ts";

/** Additional words for types, without case and separators. */
const typeWords: Readonly<Record<string, ValueType>> = {
  string: "text",
  varchar: "text",
  email: "text",
  phone: "text",
  enum: "text",
  picklist: "text",
  int: "integer",
  int32: "integer",
  int64: "integer",
  long: "integer",
  number: "decimal",
  money: "decimal",
  currency: "decimal",
  double: "decimal",
  float: "decimal",
  bool: "boolean",
  datetime: "instant",
  datetimeoffset: "instant",
  timestamp: "instant",
  dateonly: "date",
};

/** Additional words for operators, without case, separators and a leading `is`. */
const operatorWords: Readonly<Record<string, OperatorName>> = {
  equal: "equals",
  equalto: "equals",
  eq: "equals",
  notequal: "notEquals",
  notequalto: "notEquals",
  doesnotequal: "notEquals",
  not: "notEquals",
  ne: "notEquals",
  in: "anyOf",
  oneof: "anyOf",
  notin: "noneOf",
  notanyof: "noneOf",
  notoneof: "noneOf",
  less: "lessThan",
  lt: "lessThan",
  lessthanorequals: "lessThanOrEqual",
  lessthanorequalto: "lessThanOrEqual",
  atmost: "lessThanOrEqual",
  lte: "lessThanOrEqual",
  greater: "greaterThan",
  morethan: "greaterThan",
  gt: "greaterThan",
  greaterthanorequals: "greaterThanOrEqual",
  greaterthanorequalto: "greaterThanOrEqual",
  atleast: "greaterThanOrEqual",
  gte: "greaterThanOrEqual",
  doesnotcontain: "notContains",
  beginswith: "startsWith",
  doesnotstartwith: "notStartsWith",
  doesnotendwith: "notEndsWith",
  notnull: "isSet",
  exists: "isSet",
  hasvalue: "isSet",
  null: "isNotSet",
  hasnovalue: "isNotSet",
  blank: "isEmpty",
  notblank: "isNotEmpty",
  inthelastdays: "inLastDays",
  inthenextdays: "inNextDays",
};

const bare = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");

const withoutIs = (word: string): string => bare(word).replace(/^is/, "");

const ownOperatorWords: Readonly<Record<string, OperatorName>> = Object.fromEntries(
  operatorNames.map((name) => [withoutIs(name), name]),
);

/** The meaning of a target's word for a type; the given words take precedence. */
export const typeMeant = (
  word: string,
  more: Readonly<Record<string, ValueType>> = {},
): ValueType | undefined => {
  const plain = bare(word);
  return own(more, word) ?? (isValueType(plain) ? plain : own(typeWords, plain));
};

/** The meaning of a target's word for an operator; the given words take precedence. */
export const operatorMeant = (
  word: string,
  more: Readonly<Record<string, OperatorName>> = {},
): OperatorName | undefined =>
  own(more, word) ??
  (isOperatorName(word)
    ? word
    : (own(ownOperatorWords, withoutIs(word)) ?? own(operatorWords, withoutIs(word))));
