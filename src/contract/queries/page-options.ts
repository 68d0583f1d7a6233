import type { Refusal } from "./refusal.ts";

/** What lists and queries alike may be asked for besides their filter. */
export interface PageOptions {
  /** How many records of the ordered result to pass over. */
  readonly skip?: number;
  /** How many records a page holds at most; default and maximum are not stated (U-30). */
  readonly take?: number;
  /** In lower case: the case does not matter to the interface (DON-05). */
  readonly sortBy?: string;
  readonly descending?: boolean;
  /** Whether related records come along. */
  readonly includeDetails?: boolean;
}

export type Direction = "ascending" | "descending";

/** The one source of both spellings: camelCase in bodies (DON-10), and PascalCase in query strings (DON-04). */
export const pageOptionNames = ["skip", "take", "sortBy", "descending", "includeDetails"] as const;

/** A name as query strings spell it: `sortBy` is `SortBy`. */
export const pascalCase = <Name extends string>(name: Name): Capitalize<Name> =>
  // The same letters, the first one large.
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;

/** The options of a page alone, those that were given, in the order of the OpenAPI documents. */
export const pageOptionsOf = (options: PageOptions): PageOptions =>
  Object.fromEntries(
    pageOptionNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );

const counts = { skip: "how many records to pass over", take: "how many records a page holds" } as const;

/** What the interface must refuse of the options whose values do not depend on a dialect. */
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

/** How a sort field is carried, whatever its spelling. */
export const sortName = (name: string): string => name.toLowerCase();

/** Sorting by a field, with the direction where one was named. */
export const sorting = (name: string, direction: Direction | undefined): PageOptions => ({
  sortBy: sortName(name),
  ...(direction === undefined ? {} : { descending: direction === "descending" }),
});
