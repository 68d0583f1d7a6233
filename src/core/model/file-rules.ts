import type { ValidateFunction } from "./compiled.ts";

/** The parts of a file's JSON Schema that its reader uses. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode | boolean;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly description?: string;
  /** What a valid value must be: `be a whole number above 0`. */
  readonly "x-must"?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

export interface FileProblem {
  /** Keys and array indexes from the root. */
  readonly path: readonly string[];
  readonly part: "key" | "value";
  readonly message: string;
  readonly hint?: string;
}

export interface FileRules {
  readonly schema: SchemaNode;
  readonly validate: ValidateFunction;
  /** Problems that the schema cannot express. */
  problems(value: unknown): readonly FileProblem[];
}
