import type { InterfaceName } from "./interface-name.ts";

/** How records of one kind are written and read, as far as that is stated; what is left out is not stated. */
export interface Resource {
  readonly interface: InterfaceName;
  /** Dotted config path of the credential that may write and read it. */
  readonly credential: string;
  /** What a finding calls one of them: `order`. */
  readonly called: string;
  /**
   * Where answers show a record: one is the record, as stated; it is somewhere in them and has the id that was asked
   * for; or it is in one of the usual locations.
   */
  readonly shown: "whole" | "by-id" | "somewhere";
  /** The name in an answer of each property whose name in a request is another one. */
  readonly names?: Readonly<Record<string, string>>;
  /** The property of an answer that shows the day of a moment in a request, by the latter's name. */
  readonly days?: Readonly<Record<string, string>>;
  /** Properties of an answer that no write changes. */
  readonly keeps?: readonly string[];
  /** Properties of a request that an answer need not show. */
  readonly unshown?: readonly string[];
  /** Who must not get through with a write: without a credential, or with this one. Any 4xx where no status is stated. */
  readonly refused?: readonly RefusedCaller[];
  /** What malformed JSON must get. */
  readonly malformed?: { readonly statuses: readonly number[]; readonly fact: string };
  readonly create?: ResourceWrite & {
    /** Dotted config path of the JSON pointer to the id of a new record. */
    readonly newId: string;
  };
  readonly replace?: ResourceWrite;
  /** That it stores what is sent is stated, not what becomes of properties that are left out. */
  readonly update?: ResourceWrite;
  /**
   * A body that writes must refuse, with the stated status, or any 4xx: that at a dotted config path, or a valid one with
   * other values.
   */
  readonly invalid?: {
    readonly body?: string;
    readonly values?: Readonly<Record<string, unknown>>;
    readonly status?: number;
    readonly fact?: string;
  };
  readonly read?: ResourceRead;
  /**
   * The list of all records. `size` is its parameter for the number of records on a page, `total` the JSON pointer to
   * the number of all.
   */
  readonly list?: {
    readonly operation: string;
    readonly fact: string;
    readonly size: string;
    readonly total: string;
  };
  /** Pages that show the record, with the fact that states each. */
  readonly reads?: readonly PagedRead[];
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
  /** The fact that what is left out is gone, and those of single properties, where these are others. */
  readonly leftOut?: string;
  readonly facts?: Readonly<Record<string, string>>;
  /** Of a success; any 2xx where none is stated. */
  readonly statuses?: readonly number[];
  /** Properties that a body can hardly be without. */
  readonly least?: readonly string[];
  /** The parameter of the path with the record's id, and the dotted config path of that of a scratch record. */
  readonly id?: { readonly parameter: string; readonly setting: string };
  /** Dotted config path of the body; or the body, in which a text `$path` stands for the value at that path. */
  readonly body: string | Readonly<Record<string, unknown>>;
}

/** A read of one record. */
export interface ResourceRead {
  readonly operation: string;
  readonly parameter: string;
  /**
   * Dotted config path of a path template, below a prefix, where no read is stated: the configuration may name one.
   * The operation is then one of the same interface that reads.
   */
  readonly at?: string;
  readonly below?: string;
}

export interface PagedRead {
  readonly operation: string;
  readonly fact: string;
  /** Where the options of a page are: in the query by PascalCase names, or in the body; left out where none is stated. */
  readonly options?: "query" | "body";
  /** Dotted config path of the integer that names the type of a query. */
  readonly type?: string;
}
