import type { JsonObject } from "./json.ts";

/** The options of a page request, in a form that lists and queries share. */
export interface Combination {
  readonly sortBy: string;
  readonly descending: boolean;
  readonly details: boolean;
  /** The text of a list's Filter, or the filter of a query (see filter-algebra.ts); empty for none. */
  readonly filter: string;
  /** All fields, one other than the id, or that one and the id. */
  readonly columns: "all" | "one" | "id and one";
  readonly skip: number;
  readonly take: number;
}

/** Records on a page of the walk that everything is compared with. */
export const longestPage = 100;

/** The page known from the walk. */
export const plainCombination: Combination = {
  sortBy: "id",
  descending: false,
  details: false,
  filter: "",
  columns: "all",
  skip: 0,
  take: longestPage,
};

type Part = keyof Combination;

/** In the order in which they are left out to find the smallest combination that still fails. */
const parts: readonly Part[] = ["details", "columns", "skip", "take", "sortBy", "filter", "descending"];

export const changedParts = (combination: Combination): readonly Part[] =>
  parts.filter((part) => combination[part] !== plainCombination[part]);

/** The same without one of its parts, for each part. */
export const smallerThan = (combination: Combination): readonly Combination[] =>
  changedParts(combination).map((part) => ({ ...combination, [part]: plainCombination[part] }));

/** The parts of which one value explains the effect of another. */
const alike: readonly Part[] = ["skip", "take", "sortBy"];

/** Whether one contains nothing beyond the other. */
export const isWithin = (small: Combination, large: Combination): boolean =>
  changedParts(small).every((part) =>
    alike.includes(part) ? changedParts(large).includes(part) : small[part] === large[part],
  );

const wordsOf: { readonly [Name in Part]: (combination: Combination) => string } = {
  sortBy: ({ sortBy }) => `SortBy ${sortBy}`,
  descending: () => "Descending",
  details: () => "IncludeDetails",
  filter: ({ filter }) => (filter.includes("(") ? `groups ${filter}` : "Filter"),
  columns: ({ columns }) => (columns === "one" ? "a selected column that is not the id" : "selected columns"),
  skip: ({ skip }) => `Skip ${skip}`,
  take: ({ take }) => `Take ${take}`,
};

/** Readable text of a combination: `Filter with Descending and Skip 3`. */
export const combinationText = (combination: Combination): string => {
  const words = parts
    .toReversed()
    .flatMap((part) => (changedParts(combination).includes(part) ? wordsOf[part](combination) : []));
  const [first = "no parameter", ...rest] = words;
  return rest.length === 0 ? first : `${first} with ${rest.join(" and ")}`;
};

const namesOf: Readonly<Record<Part, string>> = {
  sortBy: "SortBy",
  descending: "Descending",
  details: "IncludeDetails",
  filter: "a filter",
  columns: "selected columns",
  skip: "Skip",
  take: "Take",
};

/** What several combinations share: ` with Descending and Skip`; empty if nothing. */
export const sharedText = (combinations: readonly Combination[]): string => {
  const common = parts.filter((part) => combinations.every((one) => changedParts(one).includes(part)));
  return common.length === 0 ? "" : ` with ${common.map((part) => namesOf[part]).join(" and ")}`;
};

/** The options of the request, without the filter and the names of columns. */
export const optionsOf = ({ sortBy, descending, details, skip, take }: Combination): JsonObject => ({
  skip,
  take,
  sortBy,
  descending,
  includeDetails: details,
});

/** The label of a combination's exchange: unlike its text, another one for each. */
export const labelOf = (combination: Combination): string =>
  `combined: ${parts.map((part) => `${part} ${String(combination[part]) || "none"}`).join(", ")}`;
