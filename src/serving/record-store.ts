import type { RefusedField } from "./verbs.ts";

/** How the values of a property compare. */
export type ComparedAs = "text" | "integer" | "decimal" | "instant" | "boolean";

/** A property of a record: the names that lead to it, through lists and objects. */
export interface ComparedProperty {
  readonly path: readonly string[];
  readonly type: ComparedAs;
}

export interface RecordCondition {
  readonly property: ComparedProperty;
  /** By its name: `IsAnyOf`. */
  readonly operator: string;
  readonly values: readonly unknown[];
}

/** A filter: all conditions of any group hold, and everything if there is no group. */
export interface RecordQuery {
  readonly groups: readonly (readonly RecordCondition[])[];
  /** The order in which they were added, without one. */
  readonly order?: ComparedProperty | undefined;
  readonly descending: boolean;
  readonly skip: number;
  readonly take: number;
}

/** An operator of queries. */
export interface QueryOperator {
  readonly name: string;
  readonly takes: "none" | "one" | "two" | "many";
  readonly types: readonly ComparedAs[];
}

/** A record, or what is asked of records, that a store does not take. */
export class RecordRefusal extends Error {
  readonly refused: "schema" | "conflict";
  readonly fields: readonly RefusedField[];

  constructor(refused: "schema" | "conflict", message: string, fields: readonly RefusedField[] = []) {
    super(message);
    this.refused = refused;
    this.fields = fields;
  }
}

/** Where records are kept, each as the JSON text of its answers. */
export interface RecordStore {
  get(kind: string, scope: string, key: string): string | undefined;
  /** Adds a record after all others of its kind and scope. Returns it as it is kept. @throws RecordRefusal */
  add(kind: string, scope: string, key: string, text: string): string;
  /** Returns the record as it is kept. @throws RecordRefusal */
  put(kind: string, scope: string, key: string, text: string): string;
  remove(kind: string, scope: string, key: string): void;
  /** Removes every record of a kind whose scope begins with this one. */
  removeBelow(kind: string, scope: string): void;
  /** In the order in which they were added. */
  page(kind: string, scope: string, skip: number, take: number): readonly string[];
  count(kind: string, scope: string): number;
  /** @throws RecordRefusal for an operator or a value that there is not */
  query(
    kind: string,
    scope: string,
    query: RecordQuery,
  ): { readonly texts: readonly string[]; readonly total: number };
  readonly operators: readonly QueryOperator[];
  /** A number that the kind has not had. */
  next(kind: string): number;
  /** All or nothing: what is not kept is undone. */
  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result;
}
