import type { InterfaceName } from "./interface-name.ts";

/** How records of one kind are written and read; whatever is not documented is left out. */
export interface Resource {
  readonly interface: InterfaceName;
  /** Dotted config path of the credential for writing and reading. */
  readonly credential: string;
  /** Dotted config path of the credential of another organization, for which these records are out of reach. */
  readonly stranger?: string;
  /** Its name in findings: `order`. */
  readonly called: string;
  /**
   * Where answers show a record: `whole`, the answer is the record, as documented; `by-id`, anywhere in the answer,
   * with the requested id; `somewhere`, in one of the usual locations; `ids`, the record is a set of ids, in one of the
   * answer's lists.
   */
  readonly shown: "whole" | "by-id" | "somewhere" | "ids";
  /** Dotted config path of the ids that a set may hold. */
  readonly ids?: string;
  /** Answer names of properties whose request name differs. */
  readonly names?: Readonly<Record<string, string>>;
  /** Answer properties that show only the day of a request's timestamp, by the request name. */
  readonly days?: Readonly<Record<string, string>>;
  /** Answer properties that no write changes. */
  readonly keeps?: readonly string[];
  /** Request properties whose values another organization need not have. */
  readonly perOrganization?: readonly string[];
  /** Request properties that an answer may omit. */
  readonly unshown?: readonly string[];
  /**
   * Who must be refused a write: callers without a credential, or with this one. Any 4xx unless a status is documented.
   */
  readonly refused?: readonly RefusedCaller[];
  /** The required answer to malformed JSON. */
  readonly malformed?: { readonly statuses: readonly number[]; readonly fact: string };
  readonly create?: ResourceWrite & {
    /** Dotted config path of the JSON pointer to a new record's id. */
    readonly newId: string;
  };
  readonly replace?: ResourceWrite;
  /** It is documented to store what is sent; properties that are left out are unspecified. */
  readonly update?: ResourceWrite;
  /**
   * A body that writes must refuse with the documented status, or any 4xx: the one at a dotted config path, or a valid
   * one with other values.
   */
  readonly invalid?: {
    readonly body?: string;
    readonly values?: Readonly<Record<string, unknown>>;
    readonly status?: number;
    readonly fact?: string;
  };
  readonly read?: ResourceRead;
  /** The list of all records. */
  readonly list?: PagedList;
  /** Lists that show the record. */
  readonly reads?: readonly PagedList[];
}

export interface RefusedCaller {
  /** Dotted config path. */
  readonly credential?: string;
  readonly status?: number;
  readonly fact: string;
}

export interface ResourceWrite {
  readonly operation: string;
  readonly fact: string;
  /** The fact that omitted properties are cleared, and those of single properties that differ. */
  readonly leftOut?: string;
  readonly facts?: Readonly<Record<string, string>>;
  /** Success statuses; any 2xx if none is documented. */
  readonly statuses?: readonly number[];
  /** Properties that a body practically needs. */
  readonly least?: readonly string[];
  /**
   * The path parameter of the record's id, and the dotted config paths of the ids of a scratch record and of one of
   * another organization.
   */
  readonly id?: { readonly parameter: string; readonly setting: string; readonly other?: string };
  /** Dotted config path of the body; or the body itself, with texts `$path` for the values at these paths. */
  readonly body: string | Readonly<Record<string, unknown>>;
}

/** A read of one record. */
export interface ResourceRead {
  readonly operation: string;
  /** The fact that it is answered. */
  readonly fact?: string;
  /** Success statuses, and those for an id that no record has and for a bad credential, as far as documented. */
  readonly statuses?: readonly number[];
  readonly unknown?: readonly number[] | "refusal";
  readonly badCredential?: readonly number[];
  readonly parameter: string;
  /**
   * Dotted config path of a configurable path template, below a prefix, for resources without a documented read. The
   * operation is then another read of the same interface.
   */
  readonly at?: string;
  readonly below?: string;
  /** Dotted config paths of the ids of this organization's records and of another one's. */
  readonly known?: { readonly own: readonly string[]; readonly other: readonly string[] };
}

/** A list of records that is read page by page. */
export interface PagedList {
  readonly interface: InterfaceName;
  /** Dotted config path of the credential for reading. */
  readonly credential: string;
  readonly operation: string;
  /** The fact that it is answered. */
  readonly fact: string;
  /** The name of its records: lists of the same name show the same records. */
  readonly of?: string;
  /** Dotted config path of the integer that names a query type. */
  readonly type?: string;
  readonly paging: Paging;
}

/**
 * What a page is asked for: its size, one of three positions (the number of records before it, its number from 1, or
 * what the page before it shows at `next`), its order and its content.
 */
export interface PageParameters {
  readonly take?: number;
  readonly skip?: number;
  readonly page?: number;
  readonly cursor?: string | number;
  readonly sortBy?: string;
  readonly descending?: boolean;
  readonly includeDetails?: boolean;
  readonly filter?: string;
  readonly columns?: readonly string[];
}

/** How the records of a list can be ordered. */
export interface ListOrder {
  /** The value of `sortBy` for the order of ids. */
  readonly ids: string;
  /** Another value, of which records may have the same, and the property that shows what it orders by. */
  readonly ties?: { readonly by: string; readonly shown: string };
  /**
   * The facts that `sortBy` orders in any letter case, if its values are stated; that the order can be reversed; and
   * that a position leaves out exactly the records before it.
   */
  readonly facts: { readonly sortBy?: string; readonly descending: string; readonly position: string };
}

/** How pages are asked for, and what they show. */
export interface Paging {
  readonly in: "query" | "body";
  /** The names of the parameters that are stated. */
  readonly parameters: Readonly<Partial<Record<keyof PageParameters, string>>>;
  /** Success statuses; any 2xx if none is documented. */
  readonly statuses?: readonly number[];
  /** JSON pointer to the records; if not stated, they are in one of the usual locations. */
  readonly items?: string;
  /** JSON pointer to the number of all records. */
  readonly total: string;
  /** JSON pointer to the cursor of the next page; null or absent on the last one. */
  readonly next?: string;
  readonly order?: ListOrder;
  /** The facts that a page is no longer than its size, and that its total is right. */
  readonly facts: { readonly take: string; readonly total: string };
}
