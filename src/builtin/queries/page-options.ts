import type { Refusal } from "./refusal.ts";

/** Options of lists and queries besides their filter. */
export interface PageOptions {
  /** Number of records of the ordered result to skip. */
  readonly skip?: number;
  /** Maximum number of records per page; default and maximum are not stated (U-30). */
  readonly take?: number;
  /** In lowercase: the interface ignores case (DON-05). */
  readonly sortBy?: string;
  readonly descending?: boolean;
  /** Whether to include related records. */
  readonly includeDetails?: boolean;
}

export type Direction = "ascending" | "descending";

/** The single source of both spellings: camelCase in bodies (DON-10), and PascalCase in query strings (DON-04). */
export const pageOptionNames = ["skip", "take", "sortBy", "descending", "includeDetails"] as const;

/** A name in the spelling of query strings: `sortBy` becomes `SortBy`. */
export const pascalCase = <Name extends string>(name: Name): Capitalize<Name> =>
  // The same letters, with the first in upper case.
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;

/** The given page options only, in the order of the OpenAPI documents. */
export const pageOptionsOf = (options: PageOptions): PageOptions =>
  Object.fromEntries(
    pageOptionNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );

const counts = { skip: "how many records to pass over", take: "how many records a page holds" } as const;

/** Options that the interface must refuse whatever the dialect. */
export function* pageRefusals(options: PageOptions): Generator<Refusal> {
  for (const name of ["skip", "take"] as const) {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue;
    yield {
      place: name,
      message: `${name} must be a whole number, 0 or more`,
      hint: `it is ${counts[name]}`,
    };
  }
}

/** A sort field as it is sent, in any spelling. */
export const sortName = (name: string): string => name.toLowerCase();

/** Sorting by a field, optionally with a direction. */
export const sorting = (name: string, direction: Direction | undefined): PageOptions => ({
  sortBy: sortName(name),
  ...(direction === undefined ? {} : { descending: direction === "descending" }),
});
