import { escapeText, stringLiteral } from "../../core/output/escape.ts";
import { assertOptions, option, type OptionsOf } from "../../core/output/options.ts";
import { oneOfWords } from "../../core/output/values.ts";
import { shapeOf } from "../../core/validation/shape-of.ts";
import { type AnyCondition, type Filter, type Group, isGroup } from "./expression.ts";
import { assertForm, filterForm, pageForm, queryForm } from "./forms.ts";
import { operators } from "./operators.ts";
import type { PageOptions } from "./page-options.ts";
import type { Query } from "./query.ts";

const printOptions = {
  /**
   * `masked` prints the shape of every value (`string(6)`) and is safe anywhere; `shown` prints the values, long ones
   * shortened. Default: masked.
   */
  values: option.optional(oneOfWords("masked", "shown")),
};

/** How much of a query to show. */
export interface PrintOptions extends OptionsOf<typeof printOptions> {}

/** Whether to show the values of a query. @throws UsageError */
const printing = (options: PrintOptions): PrintValue => {
  assertOptions(options, printOptions);
  return options.values === "shown" ? shown : shapeOf;
};

type PrintValue = (value: unknown) => string;

/**
 * A query on one line: `donor where city = string(6) and amount > number sort by id select id, name take 50`.
 * @example
 * ```ts
 * import { all, field, printQuery } from "tripact/queries";
 *
 * const asked = { kind: "donor", filter: all(field("city").equals("Austin")), take: 50 };
 * console.log(printQuery(asked)); // donor where city = string(6) take 50
 * console.log(printQuery(asked, { values: "shown" })); // donor where city = "Austin" take 50
 * ```
 */
export const printQuery = (query: Query, options: PrintOptions = {}): string => {
  assertForm(query, "query", queryForm, pageForm);
  // Also without a filter.
  printing(options);
  return [
    kindText(query.kind),
    ...(query.filter === undefined ? [] : [`where ${printFilter(query.filter, options)}`]),
    ...(query.columns === undefined ? [] : [`select ${query.columns.map(nameText).join(", ")}`]),
    ...pageTexts(query),
  ].join(" ");
};

/**
 * A filter on one line: `city = string(6) and (amount > number or isArchived is true)`.
 * @example
 * ```ts
 * import { any, field, printFilter } from "tripact/queries";
 *
 * console.log(printFilter(any(field("city").equals("Austin"), field("city").isEmpty())));
 * ```
 */
export const printFilter = (filter: Filter, options: PrintOptions = {}): string => {
  assertForm(filter, "filter", filterForm);
  const text = filterText(filter, printing(options));
  return isGroup(filter) ? text.slice(1, -1) : text;
};

const kindText = (kind: Query["kind"]): string => {
  if (typeof kind === "string") return nameText(kind);
  return kind === undefined ? "a query without a type" : `query type ${kind}`;
};

const pageTexts = ({ skip, take, sortBy, descending, includeDetails }: PageOptions): readonly string[] => [
  ...(sortBy === undefined ? [] : [`sort by ${nameText(sortBy)}`]),
  ...(descending === undefined ? [] : [descending ? "descending" : "ascending"]),
  ...(skip === undefined ? [] : [`skip ${skip}`]),
  ...(take === undefined ? [] : [`take ${take}`]),
  ...(includeDetails === undefined ? [] : [includeDetails ? "with details" : "without details"]),
];

const joints: Readonly<Record<Group["kind"], string>> = { all: " and ", any: " or " };

const filterText = (filter: Filter, print: PrintValue): string =>
  isGroup(filter)
    ? `(${filter.members.map((member) => filterText(member, print)).join(joints[filter.kind])})`
    : conditionText(filter, print);

const conditionText = (condition: AnyCondition, print: PrintValue): string => {
  const name = nameText(condition.field);
  if (condition.kind === "numbered") {
    const { single, values, secondaryValue } = condition.operands;
    const operands = [single, values, secondaryValue].filter((operand) => operand !== undefined);
    return `${name} operator ${condition.code}${operands.map((operand) => ` ${print(operand)}`).join("")}`;
  }
  const { words, arity } = operators[condition.operator];
  const operands = condition.operands.map(print);
  if (arity === "none") return `${name} ${words}`;
  const text = arity === "many" ? `(${operands.join(", ")})` : operands.join(" and ");
  return words.includes("…") ? `${name} ${words.replace("…", () => text)}` : `${name} ${words} ${text}`;
};

const longest = 60;

const shown: PrintValue = (value) => {
  if (typeof value !== "string") return escapeText(cut(JSON.stringify(value) ?? "missing"));
  return value.length <= longest
    ? stringLiteral(value)
    : `${stringLiteral(value.slice(0, longest))}… (${value.length} characters)`;
};

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** A name, in quotes if it would not read as one. */
const nameText = (name: string): string => (/^[\w.-]{1,60}$/.test(name) ? name : stringLiteral(cut(name)));
