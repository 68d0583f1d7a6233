/** Where records are kept, each as the JSON text of its answers. */
export interface RecordStore {
  get(kind: string, scope: string, key: string): string | undefined;
  /** Adds a record after all others of its kind and scope. */
  add(kind: string, scope: string, key: string, text: string): void;
  put(kind: string, scope: string, key: string, text: string): void;
  remove(kind: string, scope: string, key: string): void;
  /** Removes every record of a kind whose scope begins with this one. */
  removeBelow(kind: string, scope: string): void;
  /** In the order in which they were added. */
  page(kind: string, scope: string, skip: number, take: number): readonly string[];
  count(kind: string, scope: string): number;
  /** A number that the kind has not had. */
  next(kind: string): number;
  /** All or nothing: what is not kept is undone. */
  attempt<Result>(work: () => Result, keep: (result: Result) => boolean): Result;
}
