import { madeOnce } from "../../core/model/made-once.ts";
import { shownCount } from "../../core/validation/shape-of.ts";
import { property } from "./json.ts";
import {
  type Broken,
  brokenIn,
  type FilterText,
  filtersOf,
  type Letters,
  type Relation,
  relationsOf,
  splitAtTop,
  type Totals,
} from "./filter-algebra.ts";

const depthOf = (filter: FilterText): number => {
  let [depth, deepest] = [0, 0];
  for (const letter of filter) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

const lettersIn = (filters: readonly FilterText[]): readonly string[] =>
  filters.flatMap((filter) => filter.match(/[A-Z]/g) ?? []);

const spoken = ({ of, plus, minus = [] }: Relation): readonly FilterText[] => [of, ...plus, ...minus];

/** Size of a relation: by its different conditions, then by nesting, groups side by side, and length. */
const sizeOf = madeOnce((relation: Relation): readonly number[] => {
  const filters = spoken(relation);
  return [
    new Set(lettersIn(filters)).size,
    Math.max(...filters.map(depthOf)),
    Math.max(...filters.map((filter) => filter.split(";").length)),
    lettersIn([relation.of]).length,
    lettersIn(filters).length,
  ];
});

/** Negative, zero or positive if one relation is smaller than, as large as or larger than the other. */
export const compareSizes = (one: Relation, other: Relation): number => {
  const others = sizeOf(other);
  return sizeOf(one).reduce((order, size, index) => (order === 0 ? size - (others[index] ?? 0) : order), 0);
};

/** The smallest relation that does not hold; the first on a tie. */
export const smallestBroken = (totals: Totals): Broken | undefined =>
  brokenIn(totals).toSorted((one, other) => compareSizes(one.relation, other.relation))[0];

/**
 * The next filters to ask about a violated relation: those not yet asked of the smallest untested relation that is
 * smaller. Undefined if there is none, so that the violation cannot be shrunk.
 */
export const smallerToTry = (
  broken: Broken,
  letters: Letters,
  asked: ReadonlySet<FilterText>,
): readonly FilterText[] | undefined => {
  const smaller = relationsOf(letters)
    .filter((relation) => compareSizes(relation, broken.relation) < 0)
    .toSorted(compareSizes);
  for (const relation of smaller) {
    const missing = filtersOf(relation).filter((filter) => !asked.has(filter));
    if (missing.length > 0) return [...new Set(missing)];
  }
  return undefined;
};

/** What a letter denotes: the parameter and the operator of its condition, never a value. */
const conditionText = (letter: string, totals: Totals): string => {
  const body = totals.get(`0(${letter})`)?.exchange.request.body;
  const [group] = listOf(property(body, "groups"));
  const [condition] = listOf(property(group, "conditions"));
  const [parameter, operator] = ["parameter", "operator"].map((name) => String(property(condition, name)));
  return `${letter}: ${parameter} by operator ${operator}`;
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The conjunct that means AND, as far as a run has found out. */
export type And = 0 | 1 | undefined;

const nestedText = (filter: FilterText, and: And): string => {
  if (!filter.includes("(")) return filter;
  const members = splitAtTop(filter.slice(2, -1), ",");
  const texts = members.map((one) => nestedText(one, and));
  if (and === undefined) return `${filter.charAt(0)}(${texts.join(", ")})`;
  return `(${texts.join(Number(filter.charAt(0)) === and ? " AND " : " OR ")})`;
};

/**
 * A filter as an expression: `A AND (B OR C)`; with the integers of the conjuncts, `0(A, 1(B, C))`, if their meaning is
 * unknown.
 */
export const filterText = (filter: FilterText, and?: And): string => {
  if (filter === "") return "no filter";
  const groups = splitAtTop(filter, ";");
  const texts = groups.map((group) => nestedText(group, and));
  if (groups.length > 1 || and === undefined) return texts.join(" beside ");
  return texts.map((text) => text.slice(1, -1)).join();
};

/** What the letters of filters denote: `where A: name by operator 3; B: …`; empty if they have none. */
export const lettersText = (filters: readonly FilterText[], totals: Totals): string => {
  const letters = [...new Set(lettersIn(filters))].toSorted();
  const conditions = letters.map((letter) => conditionText(letter, totals)).join("; ");
  return letters.length === 0 ? "" : `, where ${conditions}`;
};

/** The total of a filter, with the filter: `4 [A AND B]`. */
export const measuredText = (filter: FilterText, totals: Totals, and?: And): string =>
  `${shownCount(totals.get(filter)?.total)} [${filterText(filter, and)}]`;

/** The numbers of a relation: `9 = 4 [A AND B] + 7 [A AND C] - 2 [A AND B AND C]`. */
export const relationText = ({ relation, expected }: Broken, totals: Totals, and?: And): string => {
  const measured = (filter: FilterText): string => measuredText(filter, totals, and);
  const taken = (relation.minus ?? []).map((filter) => ` - ${measured(filter)}`).join("");
  return `${shownCount(expected)} = ${relation.plus.map(measured).join(" + ")}${taken}`;
};
