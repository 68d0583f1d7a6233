/** What a compiled validator has against a value. */
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether a value fits; `errors` describes the last value that did not. */
export interface ValidateFunction {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** The compiled validators of one interface. */
export interface Compiled {
  /**
   * One validator for each model, for the parts of each operation (`<operationId>.parameters`,
   * `<operationId>.request`, `<operationId>.<status>`) and for each branch of a choice.
   */
  readonly validators: Readonly<Record<string, ValidateFunction>>;
  /** From the schema path of a choice to the validators of its branches. */
  readonly unions: Readonly<Record<string, readonly string[]>>;
  /** From the schema path of a `not` to the properties that it keeps out. */
  readonly bans: Readonly<Record<string, readonly string[]>>;
  /** From the schema path of a text to its format. */
  readonly textFormats: Readonly<Record<string, string>>;
}
