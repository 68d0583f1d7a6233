import type { Callable } from "../checks/api.ts";

/** How records of one kind are created, read, listed and changed, as declared or as inferred from the document. */
export interface ApiResource {
  /** In fact ids and sentences: `order`. */
  readonly name: string;
  /** What is declared fails; what is only inferred warns. */
  readonly isDeclared: boolean;
  readonly create?: Creation;
  readonly read?: Callable;
  readonly list?: Listing;
  /** Merges what is sent into the record. */
  readonly update?: Callable;
  /** Replaces the record by what is sent. */
  readonly replace?: Callable;
  readonly remove?: Removal;
  /** Name of the resource whose id is in its paths. */
  readonly parent?: string;
  /** Properties of which no two records have the same value. */
  readonly unique: readonly string[];
  /** Properties that the server spells in its own way. */
  readonly canonical: readonly string[];
  /** Properties that change by themselves. */
  readonly moves: readonly string[];
  /** Whether lists follow later than a second. */
  readonly lags: boolean;
}

export interface Creation {
  readonly callable: Callable;
  /** A body that is accepted; made from the schema if absent. */
  readonly body?: unknown;
}

export interface Listing {
  readonly callable: Callable;
  /** JSON pointers (RFC 6901) to the records, to the number of all, and to the cursor of the next page. */
  readonly items?: string;
  readonly total?: string;
  readonly next?: string;
}

export interface Removal {
  readonly callable: Callable;
  /** Whether the record can still be read afterwards. */
  readonly keeps: boolean;
}
