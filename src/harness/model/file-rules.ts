import type { ValidateFunction } from "./compiled.ts";

/** The parts of a file's JSON Schema that its reader uses. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode | boolean;
  readonly additionalProperties?: boolean;
  readonly description?: string;
  /** What a value that breaks the schema must be: `be a whole number above 0`. */
  readonly "x-must"?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

/** One thing to fix in a file. */
export interface FileProblem {
  /** Keys and array positions from the root. */
  readonly path: readonly string[];
  readonly part: "key" | "value";
  readonly message: string;
  readonly hint?: string;
}

/** What a file may hold. */
export interface FileRules {
  readonly schema: SchemaNode;
  readonly validate: ValidateFunction;
  /** What the schema cannot say. */
  problems(value: unknown): readonly FileProblem[];
}
