import { property } from "./json.ts";
import {
  type Broken,
  brokenIn,
  type Filter,
  filtersOf,
  type Letters,
  type Relation,
  relationsOf,
  type Totals,
} from "./filter-algebra.ts";

const depthOf = (filter: Filter): number => {
  let [depth, deepest] = [0, 0];
  for (const letter of filter) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

const lettersIn = (filters: readonly Filter[]): readonly string[] =>
  filters.flatMap((filter) => filter.match(/[A-Z]/g) ?? []);

const spoken = ({ of, plus, minus = [] }: Relation): readonly Filter[] => [of, ...plus, ...minus];

/** How large a relation is: first by its different conditions, then by nesting, groups side by side, and length. */
const sizeOf = (relation: Relation): readonly number[] => {
  const filters = spoken(relation);
  return [
    new Set(lettersIn(filters)).size,
    Math.max(...filters.map(depthOf)),
    Math.max(...filters.map((filter) => filter.split(";").length)),
    lettersIn([relation.of]).length,
    lettersIn(filters).length,
  ];
};

/** Negative, zero or positive as one relation is smaller than, as large as or larger than the other. */
export const compareSizes = (one: Relation, other: Relation): number => {
  const sizes = sizeOf(other);
  return sizeOf(one).reduce((order, size, index) => (order === 0 ? size - (sizes[index] ?? 0) : order), 0);
};

/** The smallest relation that does not hold; of two alike, the first one. */
export const smallestBroken = (totals: Totals): Broken | undefined =>
  brokenIn(totals).toSorted((one, other) => compareSizes(one.relation, other.relation))[0];

/**
 * What to ask next about a relation that is broken: the filters, not asked yet, of the smallest relation that is smaller
 * and was not looked at. Undefined when there is none, so that the break cannot be made smaller.
 */
export const smallerToTry = (
  broken: Broken,
  letters: Letters,
  asked: ReadonlySet<Filter>,
): readonly Filter[] | undefined => {
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

const filterText = (filter: Filter): string =>
  filter === "" ? "no filter" : filter.replaceAll(",", ", ").replaceAll(";", " beside ");

/** A filter and what its letters denote: `1(A, B), where A: name by operator 3; B: …`. */
export const expressionOf = (filter: Filter, totals: Totals): string => {
  const letters = [...new Set(lettersIn([filter]))].toSorted();
  const conditions = letters.map((letter) => conditionText(letter, totals)).join("; ");
  return letters.length === 0 ? filterText(filter) : `${filterText(filter)}, where ${conditions}`;
};

/** What a relation says: `total of 1(A, B) = 0(A) + 0(B) - 0(A, B)`. */
export const relationText = ({ of, plus, minus = [] }: Relation): string => {
  const taken = minus.map((filter) => ` - ${filterText(filter)}`).join("");
  return `total of ${filterText(of)} = ${plus.map(filterText).join(" + ")}${taken}`;
};
