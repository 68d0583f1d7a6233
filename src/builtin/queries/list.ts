import type { QueryParameters } from "../generated/operation-types.ts";
import {
  type Direction,
  type PageOptions,
  pageOptionsOf,
  pageRefusals,
  pascalCase,
  sorting,
} from "./page-options.ts";
import { type Refusal, refusal, refuseFirst } from "./refusal.ts";

/**
 * The operation that lists each kind of record (DON-04).
 * @example
 * ```ts
 * import { listOperations } from "tripact/queries";
 *
 * console.log(listOperations.donor); // listDonors
 * ```
 */
export const listOperations = { donor: "listDonors", gift: "listGifts", campaign: "listCampaigns" } as const;

/** A kind of record that can be listed. */
export type ListKind = keyof typeof listOperations;

/** The query parameters of a list, as in the OpenAPI documents. */
export type ListParameters = QueryParameters<(typeof listOperations)[ListKind]>;

/** A list as plain data: page options and a search text. */
export interface List extends PageOptions {
  readonly kind: ListKind;
  /** Which fields it searches, and how, is not stated (U-10). */
  readonly filter?: string;
}

/**
 * Builds a list request; every step returns a new builder. Needs no dialect: all parameters are stated. Throws a
 * UsageError for what the interface must refuse.
 * @example
 * ```ts
 * import { list } from "tripact/queries";
 *
 * const first = list("donor").sortBy("id").take(50);
 * console.log(first.skip(50).parameters().Skip); // 50
 * ```
 */
export class ListBuilder {
  readonly list: List;

  constructor(list: List) {
    this.list = list;
  }

  /** Searches for a text. */
  matching(text: string): ListBuilder {
    return this.#with({ filter: text });
  }

  /** Orders the result. The case of the name does not matter (DON-05); the allowed names are not stated (U-34). */
  sortBy(name: string, direction?: Direction): ListBuilder {
    const { descending: _, ...others } = this.list;
    return checked({ ...others, ...sorting(name, direction) });
  }

  /** Skips the given number of records of the ordered result. */
  skip(count: number): ListBuilder {
    return this.#with({ skip: count });
  }

  /** Limits the number of records per page. */
  take(count: number): ListBuilder {
    return this.#with({ take: count });
  }

  /** Includes related records, such as a donor's addresses. */
  withDetails(wanted = true): ListBuilder {
    return this.#with({ includeDetails: wanted });
  }

  /** The parameters in PascalCase, with the types of the OpenAPI documents. */
  parameters(): ListParameters {
    const { filter } = this.list;
    const options = Object.entries(pageOptionsOf(this.list)).map(([name, value]) => [
      pascalCase(name),
      value,
    ]);
    return { ...Object.fromEntries(options), ...(filter === undefined ? {} : { Filter: filter }) };
  }

  #with(change: Partial<List>): ListBuilder {
    return checked({ ...this.list, ...change });
  }
}

/**
 * Starts a list of a kind of record: `list("donor").sortBy("id").take(50)`.
 * @example
 * ```ts
 * import { list } from "tripact/queries";
 *
 * const parameters = list("gift").sortBy("id", "descending").take(10).parameters();
 * console.log(parameters.Take); // 10
 * ```
 */
export const list = (kind: ListKind): ListBuilder => checked({ kind });

const checked = (wanted: List): ListBuilder => {
  refuseFirst(`${wanted.kind} list`, listRefusals(wanted));
  return new ListBuilder(wanted);
};

function* listRefusals(wanted: List): Generator<Refusal> {
  if (!Object.hasOwn(listOperations, wanted.kind))
    yield refusal("kind", "there is no such list", `known: ${Object.keys(listOperations).join(", ")}`);
  yield* pageRefusals(wanted);
  if (wanted.sortBy?.trim() === "") yield refusal("sortBy", "the field to sort by has no name");
}
