export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether a value is valid; `errors` describes the last invalid one. */
export interface ValidateFunction {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

export interface Compiled {
  /**
   * One validator per model, per part of an operation (`<operationId>.parameters`, `<operationId>.request`,
   * `<operationId>.<status>`) and per branch of a choice.
   */
  readonly validators: Readonly<Record<string, ValidateFunction>>;
  /** From the schema path of a choice to the validators of its branches. */
  readonly unions: Readonly<Record<string, readonly string[]>>;
  /** From the schema path of a `not` to the properties it excludes. */
  readonly bans: Readonly<Record<string, readonly string[]>>;
  /** From the schema path of a text to its format. */
  readonly textFormats: Readonly<Record<string, string>>;
}
