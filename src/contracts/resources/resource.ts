import type { JsonObject } from "../../core/model/json-object.ts";
import type { Callable } from "../checks/api.ts";

/** How records of one kind are created, read, listed and changed, as declared or as inferred from the document. */
export interface ApiResource {
  /** In fact ids and sentences: `order`. */
  readonly name: string;
  /** In fact ids, in place of the name. */
  readonly factName?: string;
  /** What is declared fails; what is only inferred warns. */
  readonly isDeclared: boolean;
  readonly create?: Creation;
  readonly read?: Callable;
  readonly list?: Listing;
  /** Further lists of the same records, each judged by itself. */
  readonly otherLists?: readonly Listing[];
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
  /** What a server does beyond the operations above; no relation judges it. */
  readonly serving?: Serving;
}

/** What is said of a resource for whoever serves it. */
interface Serving {
  /** Name of the schema of its records, where no answer shows the whole record. */
  readonly model?: string;
  /** Properties that hold the id of a record, and the resource that it is of. */
  readonly refers: Readonly<Record<string, string>>;
  /** Properties that are copied from what a record refers to when it is stored, and the paths that lead there. */
  readonly copies: Readonly<Record<string, string>>;
  /** Names of queries for properties, beside their own: `Email Address`. */
  readonly names: Readonly<Record<string, string>>;
  readonly operations: readonly FurtherOperation[];
}

/** What a further operation does with the records of a resource. */
export const furtherVerbs = [
  "create",
  "upsert",
  "read",
  "list",
  "query",
  "options",
  "update",
  "set",
  "delete",
] as const;

export type FurtherVerb = (typeof furtherVerbs)[number];

/** An operation on records beside the one of its kind: at another address, for other records, or for many at once. */
export interface FurtherOperation {
  readonly callable: Callable;
  readonly does: FurtherVerb;
  /** Names of a request's values, and the properties that hold them: dots lead into objects, lists and other records. */
  readonly by: Readonly<Record<string, string>>;
  /** What its records have: what changes them stores it, what reads them looks for it. */
  readonly values: JsonObject;
  /** Name of the text that is searched for. */
  readonly text?: string;
  /** JSON pointer to the list of records in a body. */
  readonly items?: string;
  /** A resource that links two others: `by` and `values` are about its records, whose property holds an id. */
  readonly through?: { readonly resource: string; readonly property: string };
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
